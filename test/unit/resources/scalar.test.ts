import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field } from '../../../src/resources/field.ts'
import { canonicalValue, charactersOf, isValid, shortestDecimal } from '../../../src/resources/scalar.ts'

const decimal: Field = { kind: 'decimal', doc: '' }
const text: Field = { kind: 'text', doc: '' }

test.each([
  ['19.950', '19.95'],
  ['019.95', '19.95'],
  ['19.', '19'],
  ['.5', '0.5'],
  ['-0', '0'],
  ['-0.50', '-0.5'],
  ['+3', '3'],
  ['0000', '0'],
  ['12345678901234567890.10', '12345678901234567890.1'],
])('the shortest form of %s is %s', (given, shortest) => {
  expect(shortestDecimal(given)).toBe(shortest)
})

test.each(['1e5', '1,50', '', ' ', '1.2.3', 'abc', '--1', '.'])('%j is not a decimal', (given) => {
  expect(shortestDecimal(given)).toBeUndefined()
})

test.each([
  [{ kind: 'flag', doc: '' }, '1', 'true'],
  [{ kind: 'flag', doc: '' }, 'False', 'false'],
  [{ kind: 'flag', doc: '' }, 'maybe', 'maybe'],
  [{ kind: 'flag', doc: '' }, '', 'false'],
  [{ kind: 'flag', doc: '' }, 'constructor', 'constructor'],
  [{ kind: 'flag', doc: '' }, '__proto__', '__proto__'],
  [decimal, ' 12.50 ', '12.5'],
  [{ kind: 'integer', doc: '' }, '007', '7'],
  [text, '007', '007'],
  [text, 'a\r\nb\rc ', 'a\nb\nc'],
  [{ ...text, refersTo: ['Cat'] }, 'tees ', 'tees '],
  [{ ...text, refersTo: ['Cat'] }, ' ', ''],
  [{ ...text, refersTo: ['Product', 'Variants'] }, 'TEE-s ', 'TEE-s'],
  [{ kind: 'timestamp', doc: '' }, '2026-12-01', '2026-12-01 00:00:00'],
  [{ kind: 'file', folder: 'images/items', doc: '' }, ' a.jpg', 'a.jpg'],
] satisfies [Field, string, string][])('canonical value of %j %j is %j', (field, given, canonical) => {
  expect(canonicalValue(field, given)).toBe(canonical)
})

test('a canonical value is its own canonical value, and a decimal never loses a digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(8), fc.nat(4), (digits, places, zeros) => {
      const plain = digits.toString().padStart(places + 1, '0')
      const given = places === 0 ? plain : `${plain.slice(0, -places)}.${plain.slice(-places)}${'0'.repeat(zeros)}`

      const canonical = canonicalValue(decimal, given)

      expect(canonicalValue(decimal, canonical)).toBe(canonical)
      const [whole = '', fraction = ''] = canonical.split('.')
      expect(BigInt(whole + fraction.padEnd(places, '0'))).toBe(digits)
    }),
  )
})

test('validity follows the kind; empty clears a field of any kind', () => {
  const kinds: Field[] = [
    decimal,
    text,
    { kind: 'flag', doc: '' },
    { kind: 'integer', doc: '' },
    { kind: 'timestamp', doc: '' },
    { kind: 'choice', values: ['a'], doc: '' },
  ]

  expect(kinds.map((field) => isValid(field, ''))).toEqual([true, true, true, true, true, true])
  expect(kinds.map((field) => isValid(field, 'x'))).toEqual([false, true, false, false, false, false])
})

test('length limits count characters, not units', () => {
  expect(charactersOf('a👍é')).toBe(3)
  expect(isValid({ kind: 'text', maxLength: 2, doc: '' }, '👍👍')).toBe(true)
  expect(isValid({ kind: 'text', maxLength: 2, doc: '' }, 'abc')).toBe(false)
})
