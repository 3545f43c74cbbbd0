import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, canonicalPieces } from '../../../src/records/canonical-json.ts'

/** What it must be: an object with its names in order, printed by JSON. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, part]) => [name, inOrder(part)]))
}

test('names are in code unit order, those that are an index first, and what is undefined is left out', () => {
  const value = { b: [undefined, { d: 1, c: undefined }], a: 'é"\\', '-': null, 10: true, 9: 0.5, '01': {} }

  const text = canonicalJson(value)

  expect(text).toBe('{"9":0.5,"10":true,"-":null,"01":{},"a":"é\\"\\\\","b":[null,{"d":1}]}')
})

test('any value has the text that JSON prints for it with its names in order', () => {
  const name = fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom('fields', 'key', '4294967294', '4294967295'))
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.array(tie('any')),
      fc.dictionary(name, tie('any')),
    ),
  }))
  fc.assert(
    fc.property(any, (value) => {
      expect(canonicalJson(value)).toBe(JSON.stringify(inOrder(value)))
      expect([...canonicalPieces({ value, list: [{ value }, value] })].join('')).toBe(canonicalJson({ value, list: [{ value }, value] }))
    }),
  )
})

test('more shapes of objects than are kept have the same text', () => {
  const objects = Array.from({ length: 6_000 }, (_, number) => ({ [`name${number}`]: number, a: 'text', [number]: null }))

  const texts = objects.map(canonicalJson)

  expect(texts).toEqual(objects.map((object) => JSON.stringify(inOrder(object))))
})
