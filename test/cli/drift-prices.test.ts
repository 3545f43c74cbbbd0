import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

/** A shop to which this document was applied, and of which somebody has then set the first price of a grid in the store to 20. */
async function driftedShop(products: string): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': `products:\n${products}` })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  const roots = shop.emulator.records('Product+PricingAdvanced+(Variants+PricingAdvanced)')
  const rows = roots.flatMap(({ children }) => [children, ...(children.Variants ?? []).map((variant) => variant.children)])
  const [first] = rows.flatMap(({ PricingAdvanced = [] }) => PricingAdvanced).filter(({ fields }) => fields['start'] === '1')
  shop.emulator.seed([bareRecord('PricingAdvanced', { ...first?.fields, price: '20' })])
  return shop
}

async function written(products: string): Promise<readonly [document: string, shop: Shop]> {
  const shop = await driftedShop(products)
  const { exitCode, stderr } = await shop.run('drift', '--write', '--force')
  if (exitCode !== 0) throw new Error(stderr)
  return [readFileSync(join(shop.root, 'shop.yaml'), 'utf8').replace('products:\n', ''), shop]
}

test('--write takes over the prices of a grid alone: a simple price that follows the grid is not written', async () => {
  const [product, shop] = await written('  TEE: { title: Tee, pricing: { breaks: [1, 10], prices: { default: [10, 9] } } } # cheap\n')
  const [variant] = await written(
    '  TEE: { title: Tee, variants: { list: { TEE-s: { description: S, pricing: { breaks: [1, 10], prices: { default: [10, 9] } } } } } }\n',
  )

  const drift = await shop.run('drift')
  const plan = await shop.run('plan')

  expect(product).toBe('  TEE: { title: Tee, pricing: { breaks: [1, 10], prices: { default: [20, 9] } } } # cheap\n')
  expect(variant).toContain('pricing: { breaks: [1, 10], prices: { default: [20, 9] } }')
  expect(variant).not.toMatch(/price: /)
  expect(drift.exitCode).toBe(0)
  expect(plan.stdout).toContain('price  10.00 \u2192 20.00')
})

test('--write keeps a simple price that the catalogue has beside the grid, and takes one that the store changed', async () => {
  const [kept] = await written('  TEE: { title: Tee, price: 10, pricing: { breaks: [1, 10], prices: { default: [10, 9] } } }\n')
  const shop = await driftedShop('  TEE: { title: Tee, pricing: { breaks: [1, 10], prices: { default: [10, 9] } } }\n')
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE', title: 'Tee', price: '15', advanced_pricing: 'true' })])
  await shop.run('drift', '--write', '--force')

  const taken = readFileSync(join(shop.root, 'shop.yaml'), 'utf8')

  expect(kept).toBe('  TEE: { title: Tee, price: 10, pricing: { breaks: [1, 10], prices: { default: [20, 9] } } }\n')
  expect(taken).toContain('prices: { default: [20, 9] } }, price: 15 }')
  expect((await shop.run('plan', '--detailed-exitcode')).exitCode).toBe(0)
})
