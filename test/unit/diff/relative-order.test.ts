import { expect, test } from 'vitest'
import { keptOrderField } from '../../../src/diff/relative-order.ts'

/** Attributes in the order of the catalogue, each with the sort that the store has for it; `null`: a new one. */
function keeps(rows: readonly (readonly [label: string, sort: string | null])[]): boolean {
  const placed = rows.map(([label, sort], index) => ({
    desired: { resource: 'ProductAttributes' as const, fields: { sku: 'A', label, sort: String(10 * (index + 1)) }, children: {} },
    live: sort === null ? undefined : { resource: 'ProductAttributes' as const, fields: { sku: 'A', label, sort }, children: {} },
  }))
  return keptOrderField('ProductAttributes', placed) === 'sort'
}

test.each([
  [
    [
      ['Material', '3'],
      ['Fit', '7'],
    ],
    true,
  ],
  [
    [
      ['Material', '7'],
      ['Fit', '3'],
    ],
    false,
  ],
  [
    [
      ['Material', '3'],
      ['Care', null],
      ['Fit', '30'],
    ],
    true,
  ],
  [
    [
      ['Material', '3'],
      ['Care', null],
      ['Fit', '7'],
    ],
    false,
  ],
] as const)('%j keeps its numbers: %j', (rows, kept) => {
  expect(keeps(rows)).toBe(kept)
})

test('rows of the same number, or of none, stand by their name: that order is kept, another one is written', () => {
  expect(
    keeps([
      ['Care', '0'],
      ['Fit', '0'],
      ['Material', '0'],
    ]),
  ).toBe(true)
  expect(
    keeps([
      ['Care', ''],
      ['Fit', '0'],
      ['Material', '5'],
    ]),
  ).toBe(true)
  expect(
    keeps([
      ['Fit', '0'],
      ['Care', '0'],
    ]),
  ).toBe(false)
  expect(
    keeps([
      ['Material', ''],
      ['Fit', ''],
    ]),
  ).toBe(false)
})

test('a new row never gets the number of a row that the store has, whatever their names are', () => {
  expect(
    keeps([
      ['Care', null],
      ['Fit', '10'],
    ]),
  ).toBe(false)
  expect(
    keeps([
      ['Care', '20'],
      ['Fit', null],
    ]),
  ).toBe(false)
  expect(
    keeps([
      ['Care', null],
      ['Fit', '11'],
    ]),
  ).toBe(true)
})
