import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCells, gridSheets } from '../../../src/report/grid-cells.ts'
import { oakGrid, row } from '../../support/sample-plan.ts'

test('where breaks change, each cell compares the prices of the same quantities', () => {
  const before = [row(0, 9, '5'), row(10, 9_999_999, '4')]
  const after = [row(0, 11, '5.00'), row(12, 9_999_999, '4')]

  const sheets = gridSheets({ before, after })

  expect(sheets).toEqual([
    {
      currency: '',
      ranges: [
        { from: 0, to: 9 },
        { from: 10, to: 11 },
        { from: 12, to: null },
      ],
      groups: [
        {
          code: '',
          cells: [
            { before: ['5'], after: ['5'] },
            { before: ['4'], after: ['5'] },
            { before: ['4'], after: ['4'] },
          ],
        },
      ],
    },
  ])
})

test('a cell has all prices of rows that contradict each other, and none in a gap', () => {
  const before = [row(0, 9, '5'), row(0, 9, '6'), row(20, 29, '3')]

  const [sheet] = gridSheets({ before, after: [] })

  expect(sheet?.ranges).toEqual([
    { from: 0, to: 9 },
    { from: 20, to: 29 },
  ])
  expect(sheet?.groups[0]?.cells).toEqual([
    { before: ['5', '6'], after: [] },
    { before: ['3'], after: [] },
  ])
})

test('cells are counted by their change', () => {
  const counts = countCells(gridSheets(oakGrid))

  expect(counts).toEqual({ created: 2, updated: 4, removed: 0, all: 10 })
})

test('the price of any quantity is that of the row that contains it', () => {
  const rows = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b)])
    .map((starts) => starts.map((start, index) => row(start, (starts[index + 1] ?? 10_000_000) - 1, String(index + 1))))

  fc.assert(
    fc.property(rows, rows, fc.integer({ min: 0, max: 80 }), (before, after, quantity) => {
      const [sheet] = gridSheets({ before, after })
      const column = sheet?.ranges.findIndex(({ from, to }) => from <= quantity && quantity <= (to ?? Number.POSITIVE_INFINITY)) ?? -1
      const priceOf = (list: typeof before): string | undefined =>
        list.find(({ start, end }) => Number(start) <= quantity && quantity <= Number(end))?.price
      expect(sheet?.groups[0]?.cells[column]).toEqual({ before: [priceOf(before)], after: [priceOf(after)] })
    }),
  )
})
