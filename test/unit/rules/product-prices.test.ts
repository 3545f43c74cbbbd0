import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatherPrices } from '../../../src/rules/product-prices.ts'
import { desired } from '../../support/desired-records.ts'

test('of many prices the two lowest and the two highest are kept, the first of equal ones first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 }), (prices) => {
      const gathering = gatherPrices()

      for (const [index, price] of prices.entries()) gathering.add(desired('Product', { sku: `P${index}`, price: `${price}.5` }))

      const all = prices.map((price, index) => ({ sku: `P${index}`, price }))
      const { count, lowest, highest } = gathering.prices.all
      expect({ count, lowest: skus(lowest), highest: skus(highest) }).toEqual({
        count: prices.length,
        lowest: skus(all.toSorted((a, b) => a.price - b.price).slice(0, 2)),
        highest: skus(all.toSorted((a, b) => b.price - a.price).slice(0, 2)),
      })
    }),
  )
})

test('a product counts once in a category that it names twice', () => {
  const gathering = gatherPrices()
  const links = ['sale', 'cups', 'sale'].map((code) => desired('ProdCat', { sku: 'MUG', cat_code: code }))

  gathering.add(desired('Product', { sku: 'MUG', price: '8.5' }, { children: { ProdCat: links } }))

  const counts = [...gathering.prices.byCategory].map(([code, { count }]) => [code, count])
  expect(counts).toEqual([
    ['sale', 1],
    ['cups', 1],
  ])
})

function skus(ends: readonly { readonly sku: string }[]): string[] {
  return ends.map(({ sku }) => sku)
}
