import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchCells } from '../../../src/diff/match-cells.ts'
import { reCut } from '../../../src/diff/re-cut.ts'
import { gridFaults } from '../../../src/pricing/grid-faults.ts'
import { cellOf, type GridRow } from '../../../src/pricing/grid-row.ts'
import { anyGrid, withUids } from '../../support/any-grid.ts'

function entry(start: string, end: string, price: string, more: Partial<GridRow> = {}): GridRow {
  return { group_code: '', currency_code: '', start, end, price, ...more }
}

test('live rows take over cells of their own group first; those that are left are put aside beside wanted cells', () => {
  const live = withUids([
    entry('0', '11', '20'),
    entry('12', '9999999', '17'),
    entry('0', '11', '15', { group_code: 'dealer' }),
    entry('12', '9999999', '14', { group_code: 'dealer' }),
  ])
  const wanted = [entry('0', '9999999', '18'), entry('0', '9999999', '16', { group_code: 'dealer' })]

  const cut = reCut(wanted, live)

  expect(cut).toEqual({
    after: [
      { ...wanted[0], uid: '1' },
      { ...wanted[1], uid: '3' },
    ],
    aside: [
      entry('0', '9999999', '18', { currency_code: 'XXX', uid: '2' }),
      entry('0', '9999999', '16', { group_code: 'dealer', currency_code: 'XXX', uid: '4' }),
    ],
  })
})

test('a grid that is forced in XXX itself leaves only XTS; with more rows than places there is no such body', () => {
  const wanted = [entry('0', '9999999', '18'), entry('0', '9999999', '18', { currency_code: 'XXX' })]
  const live = withUids([wanted[0], wanted[1], entry('5', '6', '1')].flatMap((row) => row ?? []))
  const matched = matchCells(wanted, live).after

  const one = reCut(matched, live)
  const two = reCut(matched, [...live, { ...entry('7', '8', '1'), uid: '9' }])

  expect(one?.aside).toEqual([entry('0', '9999999', '18', { currency_code: 'XTS', uid: '3' })])
  expect(two).toBeUndefined()
})

test('a live row without a uid cannot be written again', () => {
  expect(reCut([entry('0', '9999999', '18')], [entry('0', '5', '18')])).toBeUndefined()
})

test('after the body the grid is whole: the wanted rows, every live row once, and no rule of the platform broken', () => {
  let aside = 0
  fc.assert(
    fc.property(anyGrid, anyGrid, (wanted, before) => {
      const live = withUids(before)

      const cut = reCut(matchCells(wanted, live).after, live)

      if (!cut) return
      aside += cut.aside.length
      const rows = [...cut.after, ...cut.aside]
      const uids = rows.flatMap(({ uid }) => uid ?? [])
      expect(uids.toSorted()).toEqual(live.flatMap(({ uid }) => uid ?? []).toSorted())
      expect(cut.after.map(({ uid: _uid, ...row }) => row)).toEqual(wanted)
      expect(new Set(rows.map(cellOf)).size).toBe(rows.length)
      expect(gridFaults(rows)).toEqual([])
    }),
    { numRuns: 500 },
  )
  expect(aside).toBeGreaterThan(100)
})
