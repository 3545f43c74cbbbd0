import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const products = `products:
  TEE: { title: Classic tee, slug: classic-tee, price: 20 }
  MUG: { title: Mug, price: 8.50, weight: 0.4, brand: Kiln, description: A large mug. }
  A{B}: { title: Bag, price: 5, gtin: '4006381333931' }
`
const renamed = products.replace('TEE:', 'SHIRT:').replace('MUG:', 'CUP:').replace('A{B}:', 'A,B:')

async function appliedShop(): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': products })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await succeeds(shop, 'apply', '--auto-approve')
  return shop
}

async function succeeds(shop: Shop, ...argv: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await shop.run(...argv)
  if (exitCode !== 0) throw new Error(stderr)
  return stdout
}

test('a renamed product is proposed as an entry; pasted, it is one change, and the plan after it is empty', async () => {
  const shop = await appliedShop()
  writeFileSync(join(shop.root, 'shop.yaml'), renamed)

  const text = await succeeds(shop, 'plan')
  const { proposal }: Plan = JSON.parse(await succeeds(shop, 'plan', '--format', 'json'))
  appendFileSync(join(shop.root, 'shop.yaml'), proposal?.yaml ?? '')
  const { changes, proposal: rest }: Plan = JSON.parse(await succeeds(shop, 'plan', '--format', 'json'))
  await succeeds(shop, 'apply', '--auto-approve')
  const second = await shop.run('plan', '--detailed-exitcode')
  const drift = await shop.run('drift')

  expect(proposal?.yaml).toBe(`moved:
  - { from: product.A%7BB%7D, to: product.A%2CB } # the same gtin
  - { from: product.MUG, to: product.CUP } # the same values
  - { from: product.TEE, to: product.SHIRT } # the same slug
`)
  expect(text).toContain(`\n${proposal?.yaml}`)
  expect(rest).toBeUndefined()
  expect(
    changes.flatMap((change) => (change.kind === 'record' ? (change.movedFrom ?? []).map(({ key }) => [key, change.root.key]) : [])),
  ).toEqual([
    ['TEE', 'SHIRT'],
    ['MUG', 'CUP'],
    ['A{B}', 'A,B'],
  ])
  expect([second.exitCode, drift.exitCode]).toEqual([0, 0])
})

const tee =
  'TEE: { title: Classic tee, slug: classic-tee, price: 20, brand: Northwind, weight: 0.2, description: Heavy, attributes: { Material: Cotton, Fit: Regular } }'
const [gtin, slug] = [['weight', "gtin: '4006381333931', weight"] as const, ['slug: classic-tee', 'slug: shirt'] as const]
const price = ['price: 20', 'price: 21'] as const
const more = [['Northwind', 'Southwind'] as const, ['Material: Cotton', 'Material: Wool'] as const]

function edited(text: string, edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((whole, [from, to]) => whole.replace(from, to), text)
}

test.each([
  { like: 'the same slug', before: [], edits: [price, ...more] },
  { like: 'the same gtin', before: [gtin], edits: [slug, price, ...more] },
  { like: 'the same values', before: [], edits: [slug, price] },
  { like: undefined, before: [], edits: [slug, price, ...more] },
])('a product with another sku and other values is proposed as moved where it has $like', async ({ like, before, edits }) => {
  const old = edited(tee, before)
  const shop = await openShop([], { 'shop.yaml': `products:\n  ${old}\n` })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await succeeds(shop, 'apply', '--auto-approve')
  writeFileSync(join(shop.root, 'shop.yaml'), `products:\n  ${edited(old, [['TEE:', 'SHIRT:'], ...edits])}\n`)

  const planned = await succeeds(shop, 'plan')

  expect(/- \{ from: product\.TEE, to: product\.SHIRT \} # (.*)/.exec(planned)?.[1]).toBe(like)
})

test('after a move, the old product is no stranger in a state that knows nothing', async () => {
  const shop = await appliedShop()
  writeFileSync(join(shop.root, 'shop.yaml'), `${renamed}moved: [{ from: TEE, to: SHIRT }]\n`)
  await succeeds(shop, 'apply', '--auto-approve')
  rmSync(join(shop.root, '.planogram'), { recursive: true })

  const { changes, untouched, notices }: Plan = JSON.parse(await succeeds(shop, 'plan', '--format', 'json'))

  expect([changes, notices]).toEqual([[], []])
  expect(untouched.unmanaged.map(({ keys }) => keys)).toEqual([['A{B}', 'MUG']])
})

test('after a move, pull does not bring the old product back, and nobody misses it when it is removed', async () => {
  const shop = await appliedShop()
  const document = `${products.replace('TEE:', 'SHIRT:')}moved: [{ from: TEE, to: SHIRT }]\n`
  writeFileSync(join(shop.root, 'shop.yaml'), document)
  await succeeds(shop, 'apply', '--auto-approve')

  await succeeds(shop, 'pull', '--force')
  const pulled = shop.files()
  await fetch(`${shop.emulator.url}/API/V3/Product/TEE`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${btoa(`${shop.emulator.key}:`)}` },
  })
  const drift = await shop.run('drift')
  const made = await shop.run('plan', '--detailed-exitcode')

  expect(pulled).toEqual({ 'shop.yaml': document })
  expect([drift.exitCode, made.exitCode]).toEqual([0, 0])
})
