import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { startThatFits, widthOf } from '../../../src/report/text-width.ts'

const characters = Array.from({ length: 0x3000 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))

test('a character is as wide as string-width says, alone and beside a letter', () => {
  const different = characters.filter((each) => widthOf(each) !== stringWidth(each) || widthOf(`a${each}`) !== stringWidth(`a${each}`))

  expect(characters).toHaveLength(12_256)
  expect(different).toEqual([])
})

test('a text with the marks of a plan is cut at its columns', () => {
  expect(startThatFits('12 \u20AC \u2192 11 \u20AC \u2013 \u201Ctee\u201D', 9)).toBe('12 \u20AC \u2192 11')
})
