import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { getPage, partOf, record } from './page.ts'

const store = await startEmulator({
  now: () => new Date('2026-11-20T09:00:00Z'),
  currencies: { default: 'NOK', rates: { EUR: '0.085' } },
})
const promoted = (sku: string, fields: Readonly<Record<string, string>>): RecordTree =>
  record('Product', { sku, title: sku, price: '100' }, { Merchandising: [record('Merchandising', { sku, ...fields })] })
store.seed([
  promoted('NOW', { discount: '10%', timed_promotion: 'true', start_date: '2026-11-01', end_date: '2026-11-30' }),
  promoted('SOON', { discount: '10%', timed_promotion: 'true', start_date: '2026-12-01' }),
  promoted('OVER', { discount: '10%', timed_promotion: 'true', end_date: '2026-11-01' }),
  promoted('AMOUNT', { discount: '10' }),
  promoted('BROKEN', { discount: '150%' }),
  record(
    'Product',
    { sku: 'GRID', title: 'Grid', advanced_pricing: 'true' },
    { PricingAdvanced: [record('PricingAdvanced', { sku: 'GRID', start: '0', end: '9999999', price: '8' })] },
  ),
])
afterAll(() => store.close())

test.each([
  ['NOW', '10% off from 2026-11-01 to 2026-11-30', '90.00 NOK instead of 100.00 NOK'],
  ['SOON', 'promotion of 10%: it starts on 2026-12-01', '100.00 NOK'],
  ['OVER', 'promotion of 10%: its last day was 2026-11-01', '100.00 NOK'],
  ['AMOUNT', '10.00 NOK off', '90.00 NOK instead of 100.00 NOK'],
  ['BROKEN', 'promotion: "150%" is neither a percentage up to 100% nor an amount, so it has no effect', '100.00 NOK'],
])('the promotion of %s is shown as it acts', async (sku, text, price) => {
  const page = await getPage(store, `/product/${sku}`)

  expect(partOf(page, /<p class="promotion/, '</p>')).toBe(text)
  expect(partOf(page, /<p class="price"/, '<small')).toBe(price)
})

test('no entry of a grid is said to apply in a currency in which there is no price', async () => {
  const [euro, dollar] = await Promise.all(['EUR', 'USD'].map((currency) => getPage(store, `/product/GRID?currency=${currency}`)))

  expect(euro?.text).toContain('8.00 NOK (this price applies)')
  expect(dollar?.text).toContain('no price is forced in USD')
  expect(dollar?.text).not.toContain('(this price applies)')
})
