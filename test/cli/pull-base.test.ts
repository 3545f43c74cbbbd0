import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openState } from '../../src/state/open-state.ts'
import { storeNameInState } from '../../src/live/store-names.ts'
import { stored } from '../support/any-store.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const products = [stored('Product', { sku: 'TEE', title: 'Tee', price: '10' }), stored('Product', { sku: 'MUG', title: 'Mug', price: '8' })]

/** A store with two products, and an empty catalogue for it. */
async function twoProducts(): Promise<Shop> {
  const shop = await openShop(products)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  return shop
}

async function planned(shop: Shop): Promise<Pick<Plan, 'changes' | 'base' | 'untouched'>> {
  const { stdout } = await shop.run('plan', '--format', 'json')
  return JSON.parse(stdout)
}

/** Removes the entry of the mug from the only document of products. */
function withoutMug(shop: Shop): void {
  const { root } = shop
  const path = Object.entries(shop.files()).find(([, text]) => text.includes('MUG:'))?.[0] ?? ''
  const text = readFileSync(join(root, path), 'utf8')
  writeFileSync(join(root, path), text.replace(/\n {2}MUG:\n(?: {4}.*\n)+/, '\n'))
}

test('what was pulled is what was last applied: a later edit in the store has the origin store', async () => {
  const shop = await twoProducts()
  await shop.run('pull', '--layout', 'flat')
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE', title: 'Store tee' })])

  const { base, changes } = await planned(shop)

  expect([base, changes.map(({ address, origin }) => [address, origin])]).toEqual(['state', [['product.TEE', 'store']]])
})

test('an entry that is removed after a pull has left the catalogue, and prune retires it', async () => {
  const shop = await twoProducts()
  await shop.run('pull', '--layout', 'flat')
  withoutMug(shop)

  const kept = await planned(shop)
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { prune: { products: retire } }\n')
  const retired = await planned(shop)

  expect([kept.changes, kept.untouched.left.map(({ address }) => address)]).toEqual([[], ['product.MUG']])
  expect(retired.changes.map(({ address, action, origin }) => [address, action, origin])).toEqual([['product.MUG', 'update', 'git']])
})

test('a dry run does not write the base; a pull that changes no document does', async () => {
  const shop = await openShop(products, { 'shop.yaml': 'products:\n  TEE: { title: Tee }\n  MUG: { title: Mug }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())

  await shop.run('pull', '--dry-run')
  const before = await planned(shop)
  const pulled = await shop.run('pull')
  const after = await planned(shop)

  expect(pulled.stdout).toContain('The catalogue already matches store shop.\n')
  expect([before.base, after.base]).toEqual(['unknown', 'state'])
})

test('a part that the pull left to the store keeps its base, so that the plan still says that the catalogue changes it', async () => {
  const twins = [stored('Product', { sku: 'TEE', title: 'Tee', slug: 'tee' }), stored('Product', { sku: 'MUG', title: 'Mug', slug: 'tee' })]
  const shop = await openShop(twins, { 'shop.yaml': 'products:\n  TEE: { title: Old, slug: tee }\n  MUG: { title: Mug, slug: mug }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())

  await shop.run('pull', '--force')
  const { changes } = await planned(shop)

  expect(changes.map((change) => (change.kind === 'record' ? [change.address, change.origin, change.fields] : []))).toEqual([
    ['product.MUG', 'adopt', [{ field: 'slug', before: 'tee', after: 'mug', base: null }]],
  ])
})

test('while an apply holds the lease, a pull writes the documents and says that the base was not written', async () => {
  const shop = await twoProducts()
  const { url, filesUrl } = shop.emulator
  await shop.run('plan')
  const name = storeNameInState({ name: 'shop', baseUrl: url, filesUrl })
  const state = await openState(join(shop.root, '.planogram', 'state.db'))
  await state.acquireLease({
    store: name,
    holder: 'process 1 on another-machine',
    at: '2026-11-20T07:00:00Z',
    expiresAt: '2999-01-01T00:00:00Z',
  })
  await state.close()

  const { exitCode, stdout } = await shop.run('pull')
  const { base } = await planned(shop)

  expect([exitCode, base]).toEqual([0, 'unknown'])
  expect(stdout).toContain('What was pulled is not recorded as last applied, so that the next plan does not say who changed what.')
  expect(stdout).toContain('process 1 on another-machine has held the lease of')
})
