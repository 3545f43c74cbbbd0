import { expect, test } from 'vitest'
import { forcedPriceCell } from '../../../src/rules/forced-price-cell.ts'
import { gridCoverage } from '../../../src/rules/grid-coverage.ts'
import { gridOverlap } from '../../../src/rules/grid-overlap.ts'
import { priceMissing } from '../../../src/rules/price-missing.ts'
import { lines, priceRow, product, record, shop } from './desired-shop.ts'

const whole = ['default 0 11', 'default 12 9999999', 'dealer 0 11', 'dealer 12 9999999']

function gridShop(...rows: string[]): ReturnType<typeof shop> {
  return shop({ Product: [product('TEE', { PricingAdvanced: rows.map(priceRow) })] })
}

function shortVariant(code: string): ReturnType<typeof record> {
  return record('Variants', { code, sku: 'TEE' }, { PricingAdvanced: [priceRow('default 0 47')] })
}

test('a whole grid with a forced price passes', () => {
  const context = gridShop(...whole, 'dealer 12 9999999 EUR')

  expect([gridCoverage, gridOverlap, forcedPriceCell].flatMap((rule) => rule.check(context))).toEqual([])
})

test('a gap is named by group and quantities, at the row before it', () => {
  const problems = gridCoverage.check(gridShop('default 0 11', 'default 48 9999999', 'dealer 0 11', 'dealer 13 47'))

  expect(lines(problems)).toEqual([
    'default 0 11 | error: TEE has no price for the default group from quantity 12 to 47',
    'dealer 0 11 | error: TEE has no price for group dealer for quantity 12',
    'dealer 13 47 | error: TEE has no price for group dealer from quantity 48',
  ])
})

test('the grid of a variant is checked too, and one price list with a gap is one problem', () => {
  const problems = gridCoverage.check(shop({ Product: [product('TEE', { Variants: [shortVariant('TEE-s'), shortVariant('TEE-m')] })] }))

  expect(lines(problems)).toEqual(['default 0 47 | error: TEE-s has no price for the default group from quantity 48 (and so for 1 more)'])
})

test('overlapping rows are named with the quantities that they share, and both places', () => {
  const problems = gridOverlap.check(gridShop('default 0 12', 'default 12 9999999', 'dealer 0 9999999', 'dealer 0 9999999'))

  expect(lines(problems)).toEqual([
    'default 12 9999999 | error: TEE has two prices for the default group for quantity 12',
    'dealer 0 9999999 | error: TEE has two prices for group dealer from quantity 0',
  ])
  expect(problems[0]?.related).toEqual({ message: 'the other price', at: priceRow('default 0 12').source })
})

test('breaks that do not rise are one problem, without the gaps and overlaps that follow from it', () => {
  const context = gridShop('default 0 47', 'default 48 11', 'default 12 9999999')

  const problems = [gridCoverage, gridOverlap, forcedPriceCell].flatMap((rule) => rule.check(context))

  expect(lines(problems)).toEqual(['default 48 11 | error: TEE has a break that starts at 48 and ends at 11'])
  expect(problems[0]?.fix).toBe('Breaks must rise: each start is larger than the one before it.')
})

test('a forced price without its cell is a problem', () => {
  const problems = forcedPriceCell.check(gridShop(...whole, 'vip 12 9999999 EUR'))

  expect(lines(problems)).toEqual([
    'vip 12 9999999 EUR | error: TEE forces a price in EUR for group vip from quantity 12, where its grid has no such break',
  ])
})

test('faults of raw entries are warnings', () => {
  const raw = { ...gridShop('default 0 9', 'default 5 20', 'dealer 1 2 EUR'), rawGrids: new Set(['TEE']) }

  const problems = [gridCoverage, gridOverlap, forcedPriceCell].flatMap((rule) => rule.check(raw))

  expect(problems.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['grid-coverage', 'warning'],
    ['grid-overlap', 'warning'],
    ['forced-price-cell', 'warning'],
  ])
})

test('a variant without a price is an error, a product without variants and prices a warning', () => {
  const variants = [record('Variants', { code: 'V1', price: '2' }), record('Variants', { code: 'V2' })]
  const context = shop({
    Product: [
      record('Product', { sku: 'WITH' }, { Variants: variants }),
      record('Product', { sku: 'TEXT-ONLY', title: 'T' }),
      record('Product', { sku: 'EMPTIED' }, { PricingAdvanced: [] }),
      record('Product', { sku: 'GRID' }, { PricingAdvanced: whole.map(priceRow) }),
      product('SIMPLE'),
    ],
  })

  const problems = priceMissing.check(context)

  expect(lines(problems)).toEqual([
    'V2 | error: variant V2 has neither a price nor a grid',
    'TEXT-ONLY T | warning: TEXT-ONLY has neither a price nor a grid',
    'EMPTIED | error: EMPTIED has neither a price nor a grid',
  ])
})
