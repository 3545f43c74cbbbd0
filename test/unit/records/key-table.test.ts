import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKeyTable } from '../../../src/records/key-table.ts'
import { textHash } from '../../../src/records/text-hash.ts'

test('a table has the keys that a Map has, with their numbers in the order in which they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), fc.array(fc.string({ maxLength: 3 })), (added, asked) => {
      const table = openKeyTable()
      const map = new Map<string, number>()

      for (const key of added) {
        if (!map.has(key)) map.set(key, map.size)
        expect(table.add(key)).toBe(map.get(key))
      }

      expect(table.keys).toEqual([...map.keys()])
      for (const key of asked) expect(table.find(key)).toBe(map.get(key) ?? -1)
    }),
  )
})

test('a table grows, and finds each of many keys', () => {
  const table = openKeyTable()
  const keys = Array.from({ length: 5_000 }, (_, index) => `SKU-${index}`)

  for (const key of keys) table.add(key)

  expect(keys.map((key) => table.find(key))).toEqual(keys.map((_, index) => index))
  expect(table.find('SKU-5000')).toBe(-1)
})

test('keys with the same hash are told apart', () => {
  const [one, other] = ['key 122789', 'key 339192']
  expect(textHash(one)).toBe(textHash(other))
  const table = openKeyTable()

  table.add(one)

  expect([table.find(one), table.find(other), table.add(other), table.find(other)]).toEqual([0, -1, 1, 1])
})
