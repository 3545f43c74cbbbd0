import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { editStore, openShop, outcomeOf, type Shop } from '../support/open-shop.ts'

const tee = '  TEE: { title: Tee, price: 10, brand: Northwind, categories: [tees], attributes: { Fit: Loose } }\n'
const mug = '  MUG: { title: Mug, price: 8, weight: 0.3 }\n'
const categories = 'categories:\n  tees: { name: T-shirts }\n  sale: { name: Sale }\n'

/** A shop to which these documents were applied. */
async function appliedShop(files: Readonly<Record<string, string>>, manage = ''): Promise<Shop> {
  const shop = await openShop([], files)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  appendFileSync(join(shop.root, 'planogram.yaml'), manage)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  return shop
}

const usual = { 'shop.yaml': `${categories}products:\n${tee}`, 'kitchen.yaml': `products:\n${mug}` }

function write(shop: Shop, text: string): void {
  writeFileSync(join(shop.root, 'shop.yaml'), text)
}

async function planned(shop: Shop): Promise<Pick<Plan, 'changes' | 'steps' | 'base' | 'untouched'>> {
  const { stdout } = await shop.run('plan', '--format', 'json')
  return JSON.parse(stdout)
}

function fieldsOf(changes: Plan['changes']): unknown {
  return changes.map((change) => [change.address, change.action, change.kind === 'file' ? [] : change.fields.map(({ field }) => field)])
}

test('a product that has left the catalogue stays in the store, and each plan says so', async () => {
  const shop = await appliedShop(usual)
  rmSync(join(shop.root, 'kitchen.yaml'))

  const seen = await outcomeOf(shop, 'plan', '--detailed-exitcode')
  const again = await outcomeOf(shop, 'apply', '--auto-approve')

  expect(seen).toEqual([
    0,
    'note: 1 product is no longer in the catalogue and stays in the store: MUG\n\nNo changes. The store matches the catalogue.',
  ])
  expect(again).toEqual(seen)
  expect((await planned(shop)).untouched.left.map(({ address }) => address)).toEqual(['product.MUG'])
})

test('with prune, a product is retired and a category hidden, once; they come back when they are in the catalogue again', async () => {
  const shop = await appliedShop(usual, 'manage: { prune: { products: retire, categories: hide } }\n')
  rmSync(join(shop.root, 'kitchen.yaml'))
  write(shop, `categories:\n  tees: { name: T-shirts }\nproducts:\n${tee}`)

  const { changes } = await planned(shop)
  const text = await outcomeOf(shop, 'plan')
  const applied = await shop.run('apply', '--auto-approve')
  const second = await outcomeOf(shop, 'plan', '--detailed-exitcode')
  writeFileSync(join(shop.root, 'kitchen.yaml'), `products:\n${mug}`)
  const back = await shop.run('apply', '--auto-approve')

  expect(changes.map(({ address, origin, action, source }) => [address, action, origin, source?.file])).toEqual([
    ['category.sale', 'update', 'git', 'shop.yaml'],
    ['product.MUG', 'update', 'git', 'kitchen.yaml'],
  ])
  expect(text[1]).toContain('~ product MUG "Mug"  inactive, no longer in the catalogue  kitchen.yaml:2\n')
  expect(applied.exitCode).toBe(0)
  expect(second).toEqual([0, 'No changes. The store matches the catalogue.'])
  // The guard `unhide` lets pass what an apply has hidden.
  expect(back.exitCode).toBe(0)
})

test('a record that was never applied is left alone, with a count, and --verbose names it', async () => {
  const shop = await appliedShop(usual, 'manage: { prune: { products: retire } }\n')
  editStore(shop, 'Product', { sku: 'THEIRS', title: 'Made by somebody' })

  const seen = await outcomeOf(shop, 'plan', '--detailed-exitcode')
  const named = await outcomeOf(shop, 'plan', '--verbose')

  expect(seen).toEqual([0, '1 product of the store was never in this catalogue\n\nNo changes. The store matches the catalogue.'])
  expect(named[1]).toContain('1 product of the store was never in this catalogue: THEIRS')
})

test('a record of somebody else under the key of ours is not proposed for removal', async () => {
  const shop = await appliedShop(usual, 'manage: { prune: { products: retire } }\n')
  rmSync(join(shop.root, 'kitchen.yaml'))
  editStore(shop, 'Product', { sku: 'MUG', title: 'Another thing', price: '1', weight: '9' })

  const { changes, untouched } = await planned(shop)

  expect(changes).toEqual([])
  expect(untouched.unmanaged).toEqual([{ resource: 'Product', count: 1, keys: ['MUG'] }])
})

test('prune: delete hides a product, removes what belongs to it, and then the product', async () => {
  const shop = await appliedShop(
    {
      'shop.yaml': `${categories}products:\n${tee}`,
      'old.yaml':
        'products:\n  OLD:\n    title: Old\n    categories: [sale]\n    pricing: { breaks: [0], prices: { default: [3] } }\n    options: { size: { label: Size, values: { s: Small, m: Medium } } }\n    variants: { matrix: "{sku}-{size}", each: { pricing: { breaks: [0], prices: { default: [2] } } } }\n',
    },
    'manage: { prune: { products: delete } }\nguards: { max_removals: off, max_changes: off, empty_category: off }\n',
  )
  rmSync(join(shop.root, 'old.yaml'))

  const { steps } = await planned(shop)
  const applied = await shop.run('apply', '--auto-approve')
  const second = await planned(shop)

  expect(steps[0]?.title).toBe('hide 1 product before the removal')
  expect(steps.at(-1)?.title).toBe('remove product.OLD')
  expect([applied.exitCode, applied.stderr]).toEqual([0, applied.stderr])
  expect([second.changes, second.untouched.left]).toEqual([[], []])
})

test('each changed field says who changed it', async () => {
  const shop = await appliedShop(usual)
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee', brand: 'Store brand' })
  write(shop, `${categories}products:\n${tee.replace('price: 10', 'price: 11').replace('brand: Northwind', 'brand: Git brand')}`)

  const { changes } = await planned(shop)
  const text = await outcomeOf(shop, 'plan')

  expect(changes.map(({ address, origin }) => [address, origin])).toEqual([['product.TEE', 'both']])
  expect(text[1]).toContain('title  Store tee → Tee  changed in the store')
  expect(text[1]).toContain('brand  Store brand → Git brand  changed in the store too, was Northwind')
  expect(text[1]).toMatch(/price {2}10\.00 → 11\.00 {2}▲10\.0 %\n/)
})

test('rows of a declared collection say who added and removed them', async () => {
  const shop = await appliedShop(usual)
  editStore(shop, 'ProdCat', { sku: 'TEE', cat_code: 'sale' })
  editStore(shop, 'ProductAttributes', { sku: 'TEE', label: 'Fit', value: 'Tight' })
  write(shop, `${categories}products:\n${tee.replace('[tees]', '[]')}`)

  const { changes } = await planned(shop)

  expect(changes.map(({ address, action, origin }) => [address, action, origin])).toEqual([
    ['product.TEE/attribute.Fit', 'update', 'store'],
    ['product.TEE/category.sale', 'remove', 'store'],
    ['product.TEE/category.tees', 'remove', 'git'],
  ])
})

test('drift: keep leaves what was changed in the store, also after the next apply, and says so', async () => {
  const shop = await appliedShop(usual, 'manage: { drift: keep }\n')
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee', brand: 'Store brand' })
  editStore(shop, 'ProdCat', { sku: 'TEE', cat_code: 'sale' })
  write(shop, `${categories}products:\n${tee.replace('price: 10', 'price: 11').replace('brand: Northwind', 'brand: Git brand')}`)

  const first = await planned(shop)
  const applied = await shop.run('apply', '--auto-approve')
  const second = await outcomeOf(shop, 'plan', '--detailed-exitcode')

  expect(fieldsOf(first.changes)).toEqual([['product.TEE', 'update', ['brand', 'price']]])
  expect(fieldsOf(first.untouched.drift)).toEqual([
    ['product.TEE', 'update', ['title']],
    ['product.TEE/category.sale', 'remove', ['sku', 'cat_code', 'sort']],
  ])
  expect(applied.exitCode).toBe(0)
  expect(second).toEqual([
    0,
    [
      'Changed in the store, and kept (2):',
      '  product.TEE',
      '      title  Store tee → Tee  changed in the store',
      '  product.TEE/category.sale',
      '',
      'No changes. What was changed in the store is kept.',
    ].join('\n'),
  ])
})

test('drift: keep does not create again what somebody has removed in the store', async () => {
  const shop = await appliedShop(usual, 'manage: { drift: keep }\n')
  const headers = { authorization: `Basic ${Buffer.from(`${shop.emulator.key}:`).toString('base64')}` }
  await fetch(`${shop.emulator.url}/API/V3/Product/MUG`, { method: 'DELETE', headers })

  const { changes, untouched } = await planned(shop)
  const [, text] = await outcomeOf(shop, 'plan')
  const markdown = await shop.run('plan', '--format', 'markdown')

  expect(changes).toEqual([])
  expect(untouched.drift.map(({ address, action }) => [address, action])).toEqual([['product.MUG', 'create']])
  expect(text).toContain('Changed in the store, and kept (1):\n  product.MUG (removed in the store, not created again)\n')
  expect(markdown.stdout).toContain('changed in the store, and kept: product.MUG (removed in the store, not created again)')
})

test('the line of a record that somebody removed in the store says so, in every form of a plan', async () => {
  const shop = await appliedShop(usual)
  const headers = { authorization: `Basic ${Buffer.from(`${shop.emulator.key}:`).toString('base64')}` }
  await fetch(`${shop.emulator.url}/API/V3/Product/MUG`, { method: 'DELETE', headers })

  const [, text] = await outcomeOf(shop, 'plan')
  const markdown = await shop.run('plan', '--format', 'markdown')
  const page = await shop.run('plan', '--format', 'html')

  expect(text).toContain('+ product MUG "Mug"  removed in the store  kitchen.yaml:2\n')
  expect(markdown.stdout).toContain('product MUG "Mug" was removed in the store and is created again.')
  expect(markdown.stdout).toContain('+ product MUG "Mug"  removed in the store')
  expect(page.stdout).toContain('removed in the store')
})

test('drift: fail stops with exit code 3 while the store was changed, and an override lets one plan pass', async () => {
  const shop = await appliedShop(usual, 'manage: { drift: fail }\n')
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee' })

  const stopped = await shop.run('apply', '--auto-approve')
  const hash = /--override drift=(\w+)/.exec(stopped.stderr)?.[1] ?? ''
  const allowed = await shop.run('apply', '--auto-approve', '--override', `drift=${hash}`)

  expect([stopped.exitCode, allowed.exitCode]).toEqual([3, 0])
  expect(stopped.stderr).toContain('Guard `drift` stops plan')
})

test('a lost state changes nothing that is written, plans no removal, and says so in one line', async () => {
  const shop = await appliedShop(usual, 'manage: { prune: { products: retire } }\n')
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee' })
  rmSync(join(shop.root, 'kitchen.yaml'))
  const known = await planned(shop)
  rmSync(join(shop.root, '.planogram', 'state.db'))

  const lost = await planned(shop)
  const text = await shop.run('plan')

  expect(known.base).toBe('state')
  expect(lost.base).toBe('unknown')
  expect(lost.steps.flatMap((step) => (step.kind === 'post' ? step.records : []))).toEqual(
    known.steps.flatMap((step) => (step.kind === 'post' ? step.records.filter(({ fields }) => fields['sku'] !== 'MUG') : [])),
  )
  expect(text.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'note: It is not known what was applied to this store before: no removal is planned, and the plan does not say who changed what.',
  )
})
