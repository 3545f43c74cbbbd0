import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCells, gridSheets } from '../../../src/pricing/grid-sheets.ts'
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

test('a cell of which one of two prices changes is an update', () => {
  const before = [row(0, 9, '5'), row(0, 9, '6')]

  expect(countCells(gridSheets({ before, after: before }))).toMatchObject({ updated: 0, all: 1 })
  expect(countCells(gridSheets({ before, after: [row(0, 9, '5'), row(0, 9, '7')] }))).toMatchObject({ updated: 1, all: 1 })
})

test('a group without any row on one side pays the default rows there, in each currency', () => {
  const rows = [row(0, 9, '20'), row(10, 9_999_999, '18'), row(0, 9_999_999, { price: '24', currency_code: 'EUR' })]
  const dealer = row(0, 9_999_999, { price: '15', group_code: 'dealer' })

  const lost = gridSheets({ before: [...rows, dealer], after: rows })
  const gained = gridSheets({ before: rows, after: [...rows, dealer] })

  expect(lost.map(({ currency, groups }) => [currency, groups.find(({ code }) => code === 'dealer')?.cells])).toEqual([
    [
      '',
      [
        { before: ['15'], after: ['20'], byDefault: 'after' },
        { before: ['15'], after: ['18'], byDefault: 'after' },
      ],
    ],
    ['EUR', [{ before: [], after: ['24'], byDefault: 'after' }]],
  ])
  expect(gained[0]?.groups[1]?.cells[0]).toEqual({ before: ['20'], after: ['15'], byDefault: 'before' })
  expect([countCells(lost), countCells(gained)]).toEqual([
    { created: 0, updated: 0, removed: 2, all: 5 },
    { created: 2, updated: 0, removed: 0, all: 5 },
  ])
})

test('a removed grid leaves the simple price, and a removed variant no price at all', () => {
  const grid = { before: [row(0, 9_999_999, '20')], after: [], way: 'clear', bridgePrice: '25' }

  const cleared = gridSheets(grid)
  const removed = gridSheets({ ...grid, ownerRemoved: true })

  expect(cleared[0]?.groups[0]?.cells).toEqual([{ before: ['20'], after: ['25'] }])
  expect(removed[0]?.groups[0]?.cells).toEqual([{ before: ['20'], after: [] }])
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
