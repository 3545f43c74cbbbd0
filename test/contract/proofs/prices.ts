import { expect } from 'vitest'
import { node, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { inPounds, priceOfTee, shopPage } from '../shop-page.ts'

function entry(start: number, end: number, price: string, more: Record<string, string> = {}): string {
  return node('PricingAdvanced', { start, end, price, ...more })
}

const grid = node(
  'Product',
  { sku: 'TEE', title: 'Tee', advanced_pricing: 'true' },
  entry(0, 9, '20'),
  entry(10, 9999999, '18'),
  entry(0, 9, '15', { group_code: 'dealer' }),
  entry(10, 9999999, '13', { group_code: 'dealer' }),
  entry(10, 9999999, '14.5', { group_code: 'dealer', currency_code: 'EUR' }),
)

function product(discount: string, more = {}): string {
  return node('Product', { sku: 'TEE', title: 'Tee', price: 20 }, node('Merchandising', { discount, featured: 'New', ...more }))
}

function cell(start: number, end: number, group: string): string {
  return node('PricingAdvanced', { sku: 'TEE', start, end, price: 1, group_code: group })
}

function finding(message: string): object {
  return { rule: 'grid', resource: 'PricingAdvanced', key: 'TEE', message }
}

const dealers = { seed: { records: [seeded('UserGroups', { code: 'dealer', title: 'Dealers' })] } }

/** platform.md, "PricingAdvanced" and "Merchandising": what a customer pays. */
export const priceProofs: readonly Proof[] = [
  writes(
    'a merchandising discount in per cent or as an amount lowers the price, for a timed promotion within its dates only',
    [
      'Merchandising.discount',
      'Merchandising.featured',
      'Merchandising.timed_promotion',
      'Merchandising.start_date',
      'Merchandising.end_date',
    ],
    async (store) => {
      await store.post('Product+Merchandising', product('10%'))
      const percent = [await priceOfTee(store, ''), (await shopPage(store, '/product/TEE')).includes('New')]

      await store.post('Product+Merchandising', product('5', { timed_promotion: 1, start_date: '2026-05-01', end_date: '2026-05-31' }))
      const during = await priceOfTee(store, '')
      await store.post('Product+Merchandising', product('5', { start_date: '2026-06-01', end_date: '2026-06-30' }))

      expect([...percent, during, await priceOfTee(store, '')]).toEqual(['£18.00', true, '£15.00', '£20.00'])
    },
    inPounds,
  ),
  writes(
    'PricingAdvanced decides the price when advanced_pricing is true, by quantity and group; without it the simple price does',
    [
      'Used when Product.advanced_pricing',
      'Defines a grid over quantity breaks',
      'Product.advanced_pricing',
      'Product.price',
      'PricingAdvanced.group_code',
      'PricingAdvanced.start',
      'PricingAdvanced.end',
      'PricingAdvanced.price',
    ],
    async (store) => {
      await store.post('Product+PricingAdvanced', grid)
      const seen = [
        await priceOfTee(store, ''),
        await priceOfTee(store, '?quantity=10'),
        await priceOfTee(store, '?group=dealer'),
        await priceOfTee(store, '?group=dealer&quantity=10'),
      ]

      await store.put('Product/TEE', node('Product', { advanced_pricing: 'false', price: '25' }))

      expect([...seen, await priceOfTee(store, '?group=dealer')]).toEqual(['£20.00', '£18.00', '£15.00', '£13.00', '£25.00'])
    },
    { ...inPounds, ...dealers },
  ),
  writes(
    'a currency without an entry is computed from the default price at the rate; an entry forces one situation',
    ['Currency is the exception', 'PricingAdvanced.currency_code'],
    async (store) => {
      await store.post('Product+PricingAdvanced', grid)

      const seen = [await priceOfTee(store, '?currency=EUR'), await priceOfTee(store, '?currency=EUR&group=dealer&quantity=10')]

      expect(seen).toEqual(['€24.00', '€14.50'])
    },
    { ...inPounds, ...dealers },
  ),
  writes(
    'overlapping entries, and a grid that does not cover every break of every group, are found',
    ['start must never overlap the end', 'Entries must cover every combination'],
    async ({ post, url }) => {
      const nine = ['', 'dealer', 'vip'].flatMap((group) => [cell(0, 11, group), cell(12, 47, group), cell(48, 9999999, group)])
      const sent = [
        await post('Product+PricingAdvanced', node('Product', { sku: 'CAP' }, ...nine.map((text) => text.replace('TEE', 'CAP')))),
        await post('Product+PricingAdvanced', grid),
        await post('PricingAdvanced', cell(5, 20, '')),
        await post('PricingAdvanced', cell(0, 9, 'vip')),
      ]

      const lint: unknown = await (await fetch(`${url}/_emulator/lint`)).json()

      // The service accepts them (rule 4), and lint lists what breaks rules 1 and 2.
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(lint).toEqual([
        finding('group vip has no price from quantity 10 upwards'),
        finding('the entries 10 and 15 overlap from quantity 5 to 9'),
        finding('the entries 11 and 15 overlap from quantity 10 to 20'),
      ])
    },
    { seed: { records: [...dealers.seed.records, seeded('UserGroups', { code: 'vip' })] } },
  ),
]
