import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutLine, fitLine, line, lineWidth, paint, span, spread, wrapLine } from '../../../src/report/line.ts'
import { widthOf } from '../../../src/report/text-width.ts'
import { plainTheme } from '../../../src/report/theme.ts'

const word = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\u7121', '\u57A2', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', 'e\u0301', '-'),
  maxLength: 30,
})
const spans = fc.array(
  word.map((text) => span(text)),
  { maxLength: 5 },
)

const letters = (text: string): string => text.replace(/\s/g, '')

test('a wide character takes two columns and is not split', () => {
  const table = line('\u7121\u57A2\u6750\u30C6\u30FC\u30D6\u30EB')

  const cut = [4, 5, 6, 14].map((columns) => paint(cutLine(table, columns), plainTheme))

  expect(cut).toEqual(['\u7121\u2026', '\u7121\u57A2\u2026', '\u7121\u57A2\u2026', '\u7121\u57A2\u6750\u30C6\u30FC\u30D6\u30EB'])
})

test('left and right are on one line, or do not fit', () => {
  const both = [spread(line('left'), line('right'), 12), spread(line('left'), line('right'), 10)]

  expect(both.map((found) => found && paint(found, plainTheme))).toEqual(['left   right', undefined])
})

test('a wrapped line breaks at spaces, and later lines are indented', () => {
  const wrapped = wrapLine(line('one two three four five six seven'), 14, '  ')

  expect(wrapped.map((entry) => paint(entry, plainTheme))).toEqual(['one two three', '  four five', '  six seven'])
})

test('no line is wider than `columns`, and wrapping keeps every character', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 8, max: 40 }), (given, columns) => {
      const wrapped = wrapLine(given, columns)
      expect(wrapped.every((entry) => lineWidth(entry) <= columns)).toBe(true)
      expect(letters(wrapped.map((entry) => paint(entry, plainTheme)).join(''))).toBe(letters(paint(given, plainTheme)))
      expect(widthOf(paint(fitLine(given, columns), plainTheme))).toBe(columns)
    }),
    { numRuns: 300 },
  )
})
