import { expect, test } from 'vitest'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import { plainQuery } from '../../../src/pricing/price-query.ts'
import { priceTable, type PriceTableView } from '../../../src/report/price-table.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { entries, mug, row, tee } from '../pricing/priced-products.ts'

function pricedRoot(root: RecordTree): ReturnType<typeof pricedSku> {
  return pricedSku(root, root.fields['sku'] ?? '')
}

function view(desired: RecordTree, live: RecordTree | null | 'not read', more: Partial<PriceTableView> = {}): PriceTableView {
  return {
    sku: 'TEE',
    title: 'Classic tee',
    query: { ...plainQuery, currencies: { default: 'NOK', rates: { EUR: '0.085' } } },
    tables: [{ skus: ['TEE'], desired: pricedRoot(desired), live: live === null || live === 'not read' ? live : pricedRoot(live) }],
    store: 'local',
    ...more,
  }
}

test('one table per currency has every group and quantity, with forced prices and rates', () => {
  expect(priceTable(view(tee, tee), plainTheme, 80)).toBe(`TEE "Classic tee"
price per piece

NOK
quantity    1-11   12-47     48+
─────────┬───────┬───────┬──────
default  │ 19.95 │ 17.50 │ 15.00
dealer   │ 15.00 │ 13.75 │ 12.00
vip      │ 18.00 │ 16.50 │ 14.00

EUR (forced price, otherwise x 0.085)
quantity   1-11   12-47     48+
─────────┬──────┬───────┬──────
default  │ 1.70 │  1.49 │  1.28
dealer   │ 1.28 │  1.17 │ 10.90
vip      │ 1.53 │  1.40 │  1.19

Git and store local have the same prices.
`)
})

test('a cell that differs shows both prices, also where breaks differ and one side has a simple price', () => {
  const live = row('Product', { sku: 'TEE', advanced_pricing: 'true' }, { PricingAdvanced: entries('TEE', '- 0 9 10', '- 10 9999999 8') })
  const desired = row('Product', { sku: 'TEE', price: '9' })
  const query = { ...plainQuery, customerDiscount: '10' }

  expect(priceTable(view(desired, live, { title: '', query }), plainTheme, 80)).toBe(`TEE
price per piece, customer discount 10%

quantity         1-9         10+
─────────┬───────────┬──────────
default  │ 9.00→8.10 │ 7.20→8.10
         │   ▼10.0 % │   ▲12.5 %

Prices that differ: store local → git.
`)
})

test('a sku that one side does not have, a store that was not read, and a requested currency', () => {
  const inEuro = { ...plainQuery, currency: 'EUR', currencies: { default: 'NOK', rates: {} } }

  const texts = [
    priceTable(view(mug, null), plainTheme, 80),
    priceTable(view(mug, 'not read'), plainTheme, 80),
    priceTable(view(tee, 'not read', { query: inEuro }), plainTheme, 80),
    priceTable(view(mug, 'not read', { query: inEuro }), plainTheme, 80),
  ]

  expect(texts.map((text) => text.trimEnd().split('\n').at(-1))).toEqual([
    'Prices in git; the sku is not in store local.',
    'Prices in git; the store was not read.',
    'Prices in git; the store was not read.',
    'Prices in git; the store was not read.',
  ])
  expect(texts[2]).toContain('EUR (forced prices only)\nquantity     48+\n─────────┬──────\ndealer   │ 10.90\n')
  expect(texts[3]).toContain('No price.')
})
