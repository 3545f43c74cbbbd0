import { expect, test } from 'vitest'
import { gridTable } from '../../../src/report/grid-table.ts'
import { lineWidth, paint } from '../../../src/report/line.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { oakGrid, row } from '../../support/sample-plan.ts'

function tableText(grid: Parameters<typeof gridTable>[0], width: number): string {
  return gridTable(grid, width)
    .map((entry) => paint(entry, plainTheme).trimEnd())
    .join('\n')
}

test('a grid is a table of quantities by groups, with old and new price and the change in per cent', () => {
  const text = tableText(oakGrid, 76)

  expect(text).toMatchInlineSnapshot(`
    "all currencies
    quantity             1-9           10-49             50+
    ─────────┬───────────────┬───────────────┬──────────────
    default  │        499.00 │        479.00 │ 459.00→469.00
             │               │               │        ▲2.2 %
    dealer   │ 399.00→349.00 │ 379.00→339.00 │        359.00
             │       ▼12.5 % │       ▼10.6 % │
    vip      │ 449.00→149.00 │        429.00 │        399.00
             │       ▼66.8 % │               │           new

    EUR (forced)
    quantity     50+
    ─────────┬──────
    vip      │ 40.50
             │   new"
  `)
})

test('ranges that do not fit are in a table below', () => {
  const text = tableText(
    { before: [], after: [row(0, 9, '12.5'), row(10, 99, '12'), row(100, 999, '11.5'), row(1000, 9_999_999, '9')] },
    26,
  )

  expect(text).toMatchInlineSnapshot(`
    "quantity     0-9   10-99
    ─────────┬───────┬──────
    default  │ 12.50 │ 12.00

    quantity   100-999   1000+
    ─────────┬─────────┬──────
    default  │   11.50 │  9.00"
  `)
})

test('groups with the same start of their names are distinct when they are cut', () => {
  const groups = ['wholesale-partners-north', 'wholesale-partners-south', 'wholesale-walk-in-customers']
  const after = groups.map((group_code) => row(0, 9_999_999, { price: '1', group_code }))

  const texts = [40, 90].map((width) => tableText({ before: [], after }, width))

  expect(texts.join('\n\n')).toMatchInlineSnapshot(`
    "quantity             0+
    ─────────────────┬─────
    wholesal…s-north │ 1.00
    wholesal…s-south │ 1.00
    wholesale-walk-… │ 1.00

    quantity                        0+
    ────────────────────────────┬─────
    wholesale-partners-north    │ 1.00
    wholesale-partners-south    │ 1.00
    wholesale-walk-in-customers │ 1.00"
  `)
})

test('no line is wider than `width`, for any name of a group', () => {
  const after = [
    row(0, 9, '1'),
    row(0, 9, { price: '1.5', group_code: '\u001B[31m\u7121'.repeat(12) }),
    row(10, 9_999_999, '123456789.123'),
  ]

  const widths = [20, 30, 60, 200].map((width) => Math.max(...gridTable({ before: [], after }, width).map(lineWidth)) - width)

  expect(widths.every((over) => over <= 0)).toBe(true)
})
