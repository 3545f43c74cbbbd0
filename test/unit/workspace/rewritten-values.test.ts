import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { pull } from '../../../src/workspace/pull.ts'
import { writeDrift } from '../../../src/workspace/write-drift.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { type Site, startSite } from '../../support/site.ts'

const shopText = `products:
  MUG:
    title: Mug
    price: 9
    weight: 0.345
    volume: 0.00125
  TEE:
    title: Tee
    options:
      size: { label: Size, values: { s: Small, m: Medium, l: Large } }
    variants:
      matrix: '{sku}-{size}'
      each: { price: 10, weight: 0.205 }
      override:
        TEE-m: { weight: 0.215 }
`

/** A catalogue that was applied to a store which changes some of its values in an accepted way. */
async function applied(root: string, { store }: Site): Promise<void> {
  const catalogue = await loadCatalogue({ root })
  await apply({ catalogue, store, plan: await plan({ catalogue, store }) })
}

async function changesOf(root: string, { store }: Site): Promise<readonly string[]> {
  const { changes } = await plan({ catalogue: await loadCatalogue({ root }), store })
  return [...changes].map(({ address, action }) => `${action} ${address}`)
}

test.each([
  ['rounds weights', { weights: '2' }],
  ['shows numbers with two decimals', { numbers: 'two-decimals' }],
] as const)('a pull from a store that %s keeps the values that were applied, and so does the plan after it', async (_, switches) => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite({ switches })
  await applied(shop.root, site)

  const pulled = await pull({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store, force: true })

  expect(pulled).toMatchObject({ documents: [], leftOut: [], open: [], baseUnwritten: null })
  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(shopText)
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('a weight that somebody changed in the store is pulled, and the others are kept', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite({ switches: { weights: '2' } })
  await applied(shop.root, site)
  site.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', weight: '0.5' }, children: {} }])
  site.emulator.seed([{ resource: 'Variants', fields: { code: 'TEE-m', weight: '0.3' }, children: {} }])

  await pull({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store, force: true })

  const text = shopText.replace('weight: 0.345', 'weight: 0.5').replace('weight: 0.215', 'weight: 0.3')
  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(text)
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('a product that was deleted from the catalogue is pulled with the values that were applied', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 9, weight: 0.345 }\n' })
  await using site = await startSite({ switches: { weights: '2' } })
  await applied(shop.root, site)
  shop.write('shop.yaml', 'products: {}\n')

  await pull({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store, layout: 'flat', force: true })

  expect(readFileSync(join(shop.root, 'products.yaml'), 'utf8')).toContain('weight: 0.345\n')
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('drift --write of one value keeps what is known of the others', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite({ switches: { weights: '2' } })
  await applied(shop.root, site)
  site.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Store mug' }, children: {} }])

  await writeDrift({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store, force: true })

  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(shopText.replace('title: Mug', 'title: Store mug'))
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('drift --write of one variant keeps the weights of the collection that the store rounded', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite({ switches: { weights: '2' } })
  await applied(shop.root, site)
  site.emulator.seed([{ resource: 'Variants', fields: { code: 'TEE-m', weight: '0.3' }, children: {} }])

  await writeDrift({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store, force: true })

  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(shopText.replace('weight: 0.215', 'weight: 0.3'))
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('a correction that only an exact comparison can see is written', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products: { MUG: { title: "Salt &amp; pepper", price: 9, weight: 3 } }\n' })
  await using site = await startSite()
  await applied(shop.root, site)
  shop.write('shop.yaml', 'products: { MUG: { title: "Salt & pepper", price: 9, weight: 3.5 } }\n')

  await applied(shop.root, site)

  expect(site.emulator.records('Product', ['MUG'])[0]?.fields).toMatchObject({ title: 'Salt & pepper', weight: '3.5' })
  expect(await changesOf(shop.root, site)).toEqual([])
})

test('a value that somebody has changed since the plan is refused, though the store could have made it of the earlier one', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products: { MUG: { title: "Salt &amp; pepper", price: 9, weight: 3.5 } }\n' })
  await using site = await startSite()
  await applied(shop.root, site)
  shop.write('shop.yaml', 'products: { MUG: { title: Mill, price: 9, weight: 7 } }\n')
  const catalogue = await loadCatalogue({ root: shop.root })
  const made = await plan({ catalogue, store: site.store })
  site.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Salt & pepper', weight: '4' }, children: {} }])

  const run = await apply({ catalogue, store: site.store, plan: made })

  expect([run.outcome, run.failures.map(({ message }) => message)]).toEqual([
    'moved',
    [
      'Changed in the store since the plan was created: product.MUG: title is "Salt & pepper" instead of "Salt &amp; pepper" (and 1 more). Create a new plan.',
    ],
  ])
})
