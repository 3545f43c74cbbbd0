import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { forcedPriceCell } from '../../../../src/catalogue/rules/forced-price-cell.ts'
import { gridCoverage } from '../../../../src/catalogue/rules/grid-coverage.ts'
import { gridOverlap } from '../../../../src/catalogue/rules/grid-overlap.ts'
import type { RuleContext } from '../../../../src/catalogue/rules/rule.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import { priceRow, product, shop } from './desired-shop.ts'

const numRuns = process.env['PLANOGRAM_FULL'] === '1' ? 12_000 : 5_000
const last = 9_999_999
/** Quantities beyond it are all alike: no bound of a generated row lies there. */
const top = 12

interface Row {
  readonly group: string
  readonly currency: string
  readonly start: number
  readonly end: number
}

const bound = integer({ min: 0, max: top })
const anyRow = tuple(constantFrom('default', 'dealer', 'vip'), constantFrom('', '', '', 'EUR', 'NOK'), bound, bound, boolean()).map(
  ([group, currency, a, b, open]): Row => ({ group, currency, start: Math.min(a, b), end: open ? last : Math.max(a, b) }),
)

/** Whole grids too: cuts of the quantities for some groups, of which perhaps a row is lost. */
const wholeGrid = tuple(
  array(integer({ min: 2, max: top }), { maxLength: 3 }),
  constantFrom(['default'], ['default', 'dealer'], ['dealer']),
  integer({ min: -4, max: 6 }),
).map(([cuts, groups, lost]) => {
  const starts = [...new Set([0, ...cuts])].toSorted((a, b) => a - b)
  const rows = groups.flatMap((group) =>
    starts.map((start, index): Row => ({ group, currency: '', start, end: (starts[index + 1] ?? last + 1) - 1 })),
  )
  return rows.filter((_, index) => index !== lost)
})

function gridShop(rows: readonly Row[]): RuleContext {
  const entries: DesiredRecord[] = rows.map(({ group, currency, start, end }) => priceRow(`${group} ${start} ${end} ${currency}`.trim()))
  return shop({ Product: [product('TEE', { PricingAdvanced: entries })] })
}

/** Counts the rows of each quantity one by one, as a cashier would. */
function bruteForce(rows: readonly Row[]): { gap: boolean; overlap: boolean; stray: boolean } {
  const plain = rows.filter(({ currency }) => currency === '')
  const groups = plain.length === 0 ? [] : ['default', ...plain.map(({ group }) => group)]
  const quantities = [...Array.from({ length: top + 1 }, (_, index) => index + 1), last]
  const holding = (column: readonly Row[], quantity: number): number =>
    column.filter(({ start, end }) => start <= quantity && quantity <= end).length
  const columns = rows.map(({ group, currency }) => rows.filter((other) => other.group === group && other.currency === currency))
  return {
    gap: groups.some((group) =>
      quantities.some(
        (quantity) =>
          holding(
            plain.filter((row) => row.group === group),
            quantity,
          ) === 0,
      ),
    ),
    overlap: columns.some((column) => [0, ...quantities].some((quantity) => holding(column, quantity) > 1)),
    stray: rows.some(
      (row) => row.currency !== '' && !plain.some(({ group, start, end }) => group === row.group && start === row.start && end === row.end),
    ),
  }
}

test(`law: coverage, overlap and forced prices are found exactly where counting finds them (${numRuns} grids of each kind)`, () => {
  const seen = { gap: 0, overlap: 0, stray: 0, sound: 0 }
  const check = (rows: readonly Row[]): void => {
    const context = gridShop(rows)

    const found = {
      gap: gridCoverage.check(context).length > 0,
      overlap: gridOverlap.check(context).length > 0,
      stray: forcedPriceCell.check(context).length > 0,
    }

    const wanted = bruteForce(rows)
    expect(found).toEqual(wanted)
    for (const kind of ['gap', 'overlap', 'stray'] as const) if (wanted[kind]) seen[kind] += 1
    if (!wanted.gap && !wanted.overlap && !wanted.stray) seen.sound += 1
  }

  assert(property(array(anyRow, { minLength: 1, maxLength: 7 }), check), { numRuns, seed: 4 })
  assert(property(wholeGrid, check), { numRuns, seed: 4 })

  expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 20)
})
