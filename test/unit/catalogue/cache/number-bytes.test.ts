import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersIn, openNumberBytes } from '../../../../src/catalogue/cache/number-bytes.ts'

test('numbers come back as they were, after a text of any length', () => {
  const numbers = openNumberBytes()
  const number = fc.oneof(fc.constantFrom(-1, 0, 126, 127, 128, 16_382, 16_383, 2 ** 31 - 2), fc.nat({ max: 2 ** 31 - 2 }))
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.nat({ max: 2_000 }),
      fc.array(number, { maxLength: 2_000 }),
      (text, times, given) => {
        const long = text.repeat(times)
        for (const each of given) numbers.push(each)

        const { bytes, split } = numbers.after(long)

        expect(bytes.toString('utf8', 0, split)).toBe(long)
        expect(numbersIn(bytes.subarray(split))).toEqual(given)
      },
    ),
  )
})

test('a number that is too large is refused', () => {
  expect(() => openNumberBytes().push(2 ** 31)).toThrow('31 bits')
})
