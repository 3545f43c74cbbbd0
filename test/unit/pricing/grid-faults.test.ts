import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { gridFaults } from '../../../src/pricing/grid-faults.ts'
import { type GridRow, lastQuantity, quantitiesOf } from '../../../src/pricing/grid-row.ts'

function cell(group: string, start: number, end: number): GridRow {
  return { group_code: group, currency_code: '', start: String(start), end: String(end), price: '1' }
}

function twoGroupsFrom(first: number): GridRow[] {
  return ['', 'dealer'].flatMap((group) => [cell(group, first, 11), cell(group, 12, 47), cell(group, 48, lastQuantity)])
}

test('a grid of three breaks and two groups has no faults, whether it starts at 0 or at 1', () => {
  expect(gridFaults(twoGroupsFrom(0))).toEqual([])
  expect(gridFaults(twoGroupsFrom(1))).toEqual([])
  expect(gridFaults([])).toEqual([])
})

test('gaps are found before, between and after the rows, and where the default group is absent', () => {
  const faults = gridFaults([cell('dealer', 5, 11), cell('dealer', 48, 99)])

  expect(faults).toEqual([
    { kind: 'gap', group: '', from: 1, to: lastQuantity, row: 0 },
    { kind: 'gap', group: 'dealer', from: 1, to: 4, row: 0 },
    { kind: 'gap', group: 'dealer', from: 12, to: 47, row: 0 },
    { kind: 'gap', group: 'dealer', from: 100, to: lastQuantity, row: 1 },
  ])
})

test('overlaps name both rows, also where one row contains the other', () => {
  const faults = gridFaults([cell('', 0, lastQuantity), cell('', 10, 20), cell('', 20, 30)])

  expect(faults).toEqual([
    { kind: 'overlap', row: 1, other: 0, from: 10, to: 20 },
    { kind: 'overlap', row: 2, other: 0, from: 20, to: 30 },
  ])
})

test('beside a row that ends before it starts, rows that the grid has twice are named', () => {
  const eur = { ...cell('', 0, 47), currency_code: 'EUR' }
  const faults = gridFaults([cell('', 0, 47), cell('', 48, 11), cell('', 0, 47), eur, cell('dealer', 0, 47), cell('', 48, 11)])

  expect(faults).toEqual([
    { kind: 'reversed', row: 1 },
    { kind: 'reversed', row: 5 },
    { kind: 'overlap', row: 2, other: 0, from: 0, to: 47 },
  ])
})

test('no gap and no other overlap is named beside a row that ends before it starts', () => {
  const faults = gridFaults([cell('', 0, 47), cell('', 48, 11), cell('', 12, lastQuantity)])

  expect(faults).toEqual([{ kind: 'reversed', row: 1 }])
})

test('a forced price needs the cell of its group, start and end', () => {
  const forced = [cell('', 12, lastQuantity), cell('', 10, 11)].map((each) => ({ ...each, currency_code: 'EUR' }))

  const faults = gridFaults([cell('', 0, 11), cell('', 12, lastQuantity), ...forced])

  expect(faults).toEqual([{ kind: 'forced-without-cell', row: 3 }])
})

test('law: gaps and overlaps are exactly the quantities of no row and of more than one row', () => {
  const top = 15
  const bound = integer({ min: 0, max: top })
  const row = tuple(constantFrom('', 'dealer'), bound, bound, boolean()).map(([group, a, b, open]) =>
    cell(group, Math.min(a, b), open ? lastQuantity : Math.max(a, b)),
  )

  assert(
    property(array(row, { minLength: 1, maxLength: 6 }), (cells) => {
      const faults = gridFaults(cells)
      const quantities = [...Array.from({ length: top + 1 }, (_, index) => index + 1), lastQuantity]
      for (const group of new Set(['', ...cells.map((each) => each.group_code)])) {
        for (const quantity of quantities) {
          const rows = cells.filter(
            (each) => each.group_code === group && quantitiesOf(each).from <= quantity && quantity <= quantitiesOf(each).to,
          )
          const inGap = faults.some(
            (fault) => fault.kind === 'gap' && fault.group === group && fault.from <= quantity && quantity <= fault.to,
          )
          const inOverlap = faults.some(
            (fault) => fault.kind === 'overlap' && cells[fault.row]?.group_code === group && fault.from <= quantity && quantity <= fault.to,
          )
          expect(inGap).toBe(rows.length === 0)
          expect(inOverlap).toBe(rows.length > 1)
        }
      }
    }),
    { numRuns: 500 },
  )
})
