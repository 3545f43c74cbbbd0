import { expect, test } from 'vitest'
import { dealerDearer } from '../../../src/rules/dealer-dearer.ts'
import { discountForm } from '../../../src/rules/discount-form.ts'
import { emptyCategory } from '../../../src/rules/empty-category.ts'
import { gridBudget } from '../../../src/rules/grid-budget.ts'
import { pictureForm } from '../../../src/rules/picture-form.ts'
import { priceRisesWithQuantity } from '../../../src/rules/price-rises-with-quantity.ts'
import { promotionOver } from '../../../src/rules/promotion-over.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { lines, pictures, product, record, shop } from './desired-shop.ts'

function entry(group: string, start: number, end: number, price: string, currency = ''): DesiredRecord {
  return record('PricingAdvanced', { price, group_code: group, currency_code: currency, start: String(start), end: String(end) })
}

function place(cat_code: string): DesiredRecord {
  return record('ProdCat', { sku: 'X', cat_code })
}

function promotion(fields: Readonly<Record<string, string>>): DesiredRecord {
  return product('TEE', { Merchandising: [record('Merchandising', { sku: 'TEE', ...fields })] })
}

test('raw entries with other breaks than the default group are compared where they meet', () => {
  const rows = [entry('', 0, 9, '10'), entry('', 10, 9_999_999, '8'), entry('dealer', 0, 4, '9'), entry('dealer', 5, 9_999_999, '8.5')]

  const problems = dealerDearer.check(shop({ Product: [product('TEE', { PricingAdvanced: rows })] }))

  expect(problems.map(({ message }) => message)).toEqual([
    'TEE costs group dealer 8.50 from quantity 5, more than the default price of 8.00',
  ])
})

test('forced prices are compared with those of their own currency', () => {
  const rows = [
    entry('', 0, 9_999_999, '10'),
    entry('', 0, 9_999_999, '100', 'NOK'),
    entry('dealer', 0, 9_999_999, '9'),
    entry('dealer', 0, 9_999_999, '90', 'NOK'),
  ]

  expect(dealerDearer.check(shop({ Product: [product('TEE', { PricingAdvanced: rows })] }))).toEqual([])
})

test('a grid with a gap or an overlap is not judged by its prices', () => {
  const rows = [entry('', 0, 9, '10'), entry('', 20, 9_999_999, '12')]

  expect(priceRisesWithQuantity.check(shop({ Product: [product('TEE', { PricingAdvanced: rows })] }))).toEqual([])
})

test('the budget of price entries holds for all products together; the largest lead', () => {
  const grid = [entry('', 0, 9, '2'), entry('', 10, 9_999_999, '1')]
  const products = ['A', 'B', 'C', 'D'].map((sku, index) => product(sku, { PricingAdvanced: index === 2 ? [...grid, ...grid] : grid }))

  const over = gridBudget.check(shop({ Product: products }, { priceEntries: 9 }))
  const within = [10, null].flatMap((priceEntries) => gridBudget.check(shop({ Product: products }, { priceEntries })))

  expect(over.map(({ message }) => message)).toEqual([
    'the grids have 10 price entries, over the budget of 9; in the lead are C 4, A 2, B 2',
  ])
  expect(within).toEqual([])
})

test.each([
  ['2026-06-15', '2026-06-15 23:59:59', false],
  ['2026-06-15', '2026-06-16 00:00:00', true],
  ['2026-06-15 12:00:00', '2026-06-15 12:00:01', true],
  ['2026-06-15 12:00:00', '2026-06-15 12:00:00', false],
])('a promotion until %s, at %s: over is %s', (end_date, now, over) => {
  const problems = promotionOver.check(shop({ Product: [promotion({ timed_promotion: 'true', end_date })] }, { now }))

  expect(problems.length === 1).toBe(over)
})

test.each([
  ['0%', 0],
  ['100%', 1],
  ['12.5%', 0],
  ['0', 0],
  ['0.99', 0],
  ['', 0],
  ['100.1%', 1],
  ['-5', 1],
  ['-5%', 1],
  ['1e1', 1],
  ['1', 1],
])('a discount of "%s" has %i problems at a price of 1', (discount, count) => {
  expect(discountForm.check(shop({ Product: [promotion({ discount })] }))).toHaveLength(count)
})

test('a category is judged only where every product says its categories, and an inactive product fills none', () => {
  const categories = ['hats', 'tees'].map((code) => record('Cat', { code }))
  const tee = product('TEE', { ProdCat: [place('tees')] })
  const oldHat = { ...product('HAT', { ProdCat: [place('hats')] }), fields: { sku: 'HAT', inactive: 'true' } }

  const judged = emptyCategory.check(shop({ Cat: categories, Product: [tee, oldHat] }))
  const unknown = emptyCategory.check(shop({ Cat: categories, Product: [tee, product('MUG')] }))
  const misspelt = emptyCategory.check(shop({ Cat: categories, Product: [tee, product('MUG', { ProdCat: [place('hast')] })] }))

  expect(lines(judged)).toEqual(['hats | warning: category hats has no product that customers see'])
  expect([...unknown, ...misspelt]).toEqual([])
})

test('a picture that is too heavy, or whose header says nothing, is named; a stub is left alone', () => {
  const problems = pictureForm.check(
    pictures({
      'heavy.jpg': { kind: 'jpeg', size: 2_400_000, pixels: { width: 2_000, height: 1_500, cmyk: false } },
      'broken.png': { kind: 'png', size: 4_000, pixels: null },
      'stub.png': { kind: 'png', size: 60, pixels: null },
      'drawing.svg': { kind: 'svg', size: 4_000, pixels: null },
    }),
  )

  expect(problems.map(({ message }) => message)).toEqual([
    'the picture heavy.jpg has 2.4 MB',
    'the picture broken.png is cut off or broken: its header says no size',
  ])
})
