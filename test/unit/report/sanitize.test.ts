import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitize, sanitizeLine } from '../../../src/report/sanitize.ts'
import { widthOf } from '../../../src/report/text-width.ts'

test('controls, bidi marks and lone surrogates become visible; newlines and tabs are kept', () => {
  const hostile = 'a\u001B[31mred\u009B0m \u202Eevil \uD800 bell\u0007 del\u007F\r\n\tend \u{1F600} \u00E9'

  const shown = sanitize(hostile)

  expect(shown).toBe('a\u241B[31mred\uFFFD0m \uFFFDevil \uFFFD bell\u2407 del\u2421\u240D\n\tend \u{1F600} \u00E9')
})

test('sanitizeLine replaces newlines and tabs as well', () => {
  const title = 'Tee\nERROR: all deleted\t!'

  const shown = sanitizeLine(title)

  expect(shown).toBe('Tee\u240AERROR: all deleted\u2409!')
})

test('for any text, the result has nothing that a terminal interprets, and a second pass changes nothing', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\u001B', '\u009B', '\u2066', '\n'),
    ),
  })

  fc.assert(
    fc.property(text, (given) => {
      const shown = sanitizeLine(given)
      expect(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(shown)).toBe(false)
      expect(sanitizeLine(shown)).toBe(shown)
      expect(sanitizeLine(sanitize(given))).toBe(shown)
    }),
    { numRuns: 500 },
  )
})

test('commands for a CI runner are broken up anywhere in a line, and look the same', () => {
  const hostile = 'a ##[stop-commands]x ##vso[task.setvariable variable=a]b ##VSO[x] ## [y] #[z]'

  const shown = [sanitize(hostile), sanitizeLine(hostile)]

  expect(shown[0]).toBe('a ##\u2060[stop-commands]x ##\u2060vso[task.setvariable variable=a]b ##\u2060VSO[x] ## [y] #[z]')
  expect(shown[1]).toBe(shown[0])
  expect(sanitizeLine(shown[0] ?? '')).toBe(shown[0])
  expect(widthOf(shown[0] ?? '')).toBe(hostile.length)
})

test('commands of GitHub at the start of a line are broken up wherever a text can be wrapped', () => {
  const hostile = '  ::error file=a::1\nwords ::Stop-Commands:: A::b :: :::x'

  const shown = sanitize(hostile)

  expect(shown).toBe('  :\u2060:error file=a::1\nwords :\u2060:Stop-Commands:: A:\u2060:b :: ::\u2060:x')
  expect(sanitizeLine('::add-mask:: e')).toBe(':\u2060:add-mask:: e')
  expect(sanitize(shown)).toBe(shown)
  expect(widthOf(shown)).toBe(widthOf(hostile))
})

test('a line of 20 million characters is sanitized', () => {
  const long = 'a'.repeat(20_000_000)

  expect(sanitizeLine(long) === long).toBe(true)
})
