import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord } from '../../../src/problems/nearest-word.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

const fields = ['title', 'price', 'pricing', 'brand', 'slug']

test.each([
  ['titel', 'title'],
  ['Price', 'price'],
  ['pricng', 'pricing'],
  ['brnad', 'brand'],
  ['slugg', 'slug'],
])('%s is probably %s', (word, meant) => {
  expect(nearestWord(word, fields)).toBe(meant)
})

test('a word with the same beginning is near, a short one or a short beginning is not', () => {
  expect(nearestWord('category', ['groups', 'categories', 'price_lists'])).toBe('categories')
  expect(nearestWord('categories', ['category'])).toBe('category')
  expect(nearestWord('sale', ['sales-and-offers'])).toBeUndefined()
  expect(nearestWord('TEE-CLASSIC', ['TEE-TRAIL-LONG'])).toBeUndefined()
})

test('a word that is far from all has no neighbour', () => {
  expect(nearestWord('warehouse', fields)).toBeUndefined()
  expect(nearestWord('', fields)).toBeUndefined()
  expect(nearestWord('x', ['s', 'm'])).toBeUndefined()
  expect(nearestWord('S', ['s', 'm'])).toBe('s')
})

/** The whole table of edits, slowly. */
function editsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) => Array.from({ length: b.length + 1 }, (__, column) => row || column))
  const edits = (row: number, column: number): number => table[row]?.[column] ?? Infinity
  for (let row = 0; row <= a.length; row++) {
    for (let column = 0; column <= b.length; column++) {
      if (row === 0 || column === 0) {
        table[row]![column] = row + column
        continue
      }
      const replaced = edits(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? edits(row - 2, column - 2) + 1 : Infinity
      table[row]![column] = Math.min(edits(row - 1, column) + 1, edits(row, column - 1) + 1, replaced, swapped)
    }
  }
  return edits(a.length, b.length)
}

test('of the words with the fewest edits the first is returned, as the whole table of edits shows', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'D'), minLength: 1, maxLength: 14 })
  let found = 0

  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 6 }), (wanted, known) => {
      const limit = Math.min(Math.max(1, Math.floor(wanted.length / 3)), wanted.length - 1)
      const edits = known.map((candidate) => editsBetween(wanted.toLowerCase(), candidate.toLowerCase()))
      const fewest = Math.min(...edits)
      if (fewest > limit) return
      found += 1
      expect(nearestWord(wanted, known)).toBe(known[edits.indexOf(fewest)])
    }),
    { numRuns: 5_000 },
  )

  expect(found).toBeGreaterThan(200)
})

test('words of a hundred thousand letters take a moment', async () => {
  const long = 'a'.repeat(100_000)
  const near: unknown[] = []

  const took = await cpuMs(() => near.push(nearestWord(`${long}b`, [`c${long}`, long])))

  expect(near).toEqual([long])
  // The whole table of edits would have ten thousand million cells.
  expect(took).toBeLessThan(2_000)
})
