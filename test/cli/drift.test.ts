import { readFileSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readWhole } from '../../src/live/read-whole.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'
import { openStore } from '../../src/store/open-store.ts'
import { editStore, openShop, outcomeOf, type Shop } from '../support/open-shop.ts'

const shopYaml = `# Our shop
categories:
  tees: { name: T-shirts }
  sale: { name: Sale }

price_lists:
  lamps:
    breaks: [0, 10]
    prices: { default: [5, 4] }

products:
  # The best one
  TEE:
    title: Tee # short
    price: 10
    brand: Northwind
    categories: [tees]
    attributes: { Fit: Loose }
  MUG: { title: Mug, price: 8, weight: 0.3 }
  LAMP-A: { title: Lamp A, pricing: lamps }
  LAMP-B: { title: Lamp B, pricing: lamps }
`

/** A shop to which this catalogue was applied. */
async function appliedShop(files: Readonly<Record<string, string>> = { 'shop.yaml': shopYaml }): Promise<Shop> {
  const shop = await openShop([], files)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  return shop
}

async function remove(shop: Shop, path: string): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(`${shop.emulator.key}:`).toString('base64')}` }
  await fetch(`${shop.emulator.url}/API/V3/${path}`, { method: 'DELETE', headers })
}

/** Changes the price entry of a sku that starts at 0, which the store finds by its uid. */
async function setFirstPrice(shop: Shop, sku: string, price: string): Promise<void> {
  const { url, key } = shop.emulator
  const store = openStore({ name: 'shop', baseUrl: url, filesUrl: null, siteName: null, key, capabilities: documentedCapabilities })
  const [product] = await readWhole(store, { resource: 'Product', keys: [sku] })
  const row = product?.children.PricingAdvanced?.find(({ fields }) => fields['start'] === '0')
  editStore(shop, 'PricingAdvanced', { ...row?.fields, price })
  editStore(shop, 'Product', { sku, price })
}

function editShop(shop: Shop, change: (text: string) => string): void {
  const path = join(shop.root, 'shop.yaml')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

const none = [0, 'No drift. The store is as it was last applied.']

test('an untouched store has no drift, whatever was changed in git', async () => {
  const shop = await appliedShop()
  editShop(shop, (text) => text.replace('price: 10', 'price: 11').replace('  MUG: { title: Mug, price: 8, weight: 0.3 }\n', ''))

  const seen = await outcomeOf(shop, 'drift')

  expect(seen).toEqual(none)
})

test('drift shows what was changed, added and removed in the store, from the applied value to that of the store, and exits 2', async () => {
  const shop = await appliedShop()
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee' })
  editStore(shop, 'ProdCat', { sku: 'TEE', cat_code: 'sale' })
  await remove(shop, 'Product/MUG')

  const [exitCode, text] = await outcomeOf(shop, 'drift')
  const json = await shop.run('drift', '--format', 'json')
  const markdown = await shop.run('drift', '--format', 'markdown')

  expect(exitCode).toBe(2)
  expect(text).toContain('title  Tee → Store tee\n')
  expect(text).toContain('Drift: 2 records changed in the store since the last apply.')
  expect([json.exitCode, JSON.parse(json.stdout).written]).toEqual([2, null])
  expect(
    JSON.parse(json.stdout).changes.map(({ address, action, source }: { address: string; action: string; source: { line: number } }) => [
      address,
      action,
      source.line,
    ]),
  ).toEqual([
    ['product.MUG', 'remove', 19],
    ['product.TEE', 'update', 13],
    ['product.TEE/category.sale', 'create', 13],
  ])
  expect(markdown.stdout.startsWith('### Drift: 2 records changed in the store since the last apply.\n\n```text\nDrift of shop')).toBe(true)
})

test('without a base, drift says what to do', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, '.planogram', 'state.db'))

  const { exitCode, stderr } = await shop.run('drift')

  expect(exitCode).toBe(1)
  expect(stderr).toContain('It is not known what was last applied to store shop.')
  expect(stderr).toContain('Run `planogram apply` or `planogram pull` first')
})

test('--write edits the values in place, with comments; then neither plan nor drift has anything', async () => {
  const shop = await appliedShop()
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee', brand: 'Southwind' })
  editStore(shop, 'ProductAttributes', { sku: 'TEE', label: 'Fit', value: 'Tight' })
  editStore(shop, 'ProdCat', { sku: 'TEE', cat_code: 'sale' })

  const dry = await shop.run('drift', '--write', '--dry-run', '--force')
  const before = shop.files()['shop.yaml']
  const written = await shop.run('drift', '--write', '--force')
  const plan = await outcomeOf(shop, 'plan', '--detailed-exitcode')
  const drift = await outcomeOf(shop, 'drift')

  expect([dry.exitCode, before]).toEqual([2, shopYaml])
  expect([written.exitCode, written.stderr]).toEqual([0, written.stderr])
  expect(shop.files()['shop.yaml']).toBe(
    shopYaml
      .replace('title: Tee #', 'title: Store tee #')
      .replace('brand: Northwind', 'brand: Southwind')
      .replace('Fit: Loose', 'Fit: Tight')
      .replace('[tees]', '[sale, tees]'),
  )
  expect(plan).toEqual([0, 'No changes. The store matches the catalogue.'])
  expect(drift).toEqual(none)
})

test('--write leaves what the catalogue changed: alone, and too; the other values are taken over', async () => {
  const shop = await appliedShop()
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee', brand: 'Store brand' })
  editShop(shop, (text) => text.replace('brand: Northwind', 'brand: Git brand').replace('price: 10', 'price: 11'))

  const { exitCode, stdout } = await shop.run('drift', '--write', '--force')
  const plan = await outcomeOf(shop, 'plan')

  expect(exitCode).toBe(2)
  expect(stdout).toContain('product.TEE brand: the catalogue changed it since the last apply too')
  expect(shop.files()['shop.yaml']).toBe(
    shopYaml
      .replace('title: Tee #', 'title: Store tee #')
      .replace('brand: Northwind', 'brand: Git brand')
      .replace('price: 10', 'price: 11'),
  )
  expect(plan[1]).toContain('brand  Store brand → Git brand  changed in the store too, was Northwind')
  expect(plan[1]).not.toContain('title')
})

test('a price list is edited where all its users changed alike, and only then', async () => {
  const one = await appliedShop()
  const all = await appliedShop()
  await setFirstPrice(one, 'LAMP-A', '6')
  for (const sku of ['LAMP-A', 'LAMP-B']) await setFirstPrice(all, sku, '6')

  const written = [await one.run('drift', '--write', '--force'), await all.run('drift', '--write', '--force')]

  expect(written.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect(one.files()['shop.yaml']).toContain('default: [5, 4]')
  expect(all.files()['shop.yaml']).toBe(shopYaml.replace('default: [5, 4]', 'default: [6, 4]'))
  expect([await outcomeOf(one, 'plan'), await outcomeOf(all, 'plan')].map(([, text]) => text)).toEqual([
    'No changes. The store matches the catalogue.',
    'No changes. The store matches the catalogue.',
  ])
})

test('what cannot be written is listed: records that were removed in the store, and those that have left the catalogue', async () => {
  const shop = await appliedShop()
  await remove(shop, 'Product/MUG')
  editStore(shop, 'Product', { sku: 'LAMP-A', title: 'Store lamp' })
  editShop(shop, (text) => text.replace('  LAMP-A: { title: Lamp A, pricing: lamps }\n', ''))

  const { exitCode, stdout } = await shop.run('drift', '--write', '--force', '--format', 'json')

  const { written } = JSON.parse(stdout)
  expect([exitCode, written]).toEqual([
    2,
    {
      dry_run: false,
      documents: [],
      unwritten: [
        { address: 'product.LAMP-A', key: null, reason: 'it is no longer in the catalogue' },
        {
          address: 'product.MUG',
          key: null,
          reason: 'it was removed in the store; remove its entry by hand, or the next apply creates it again',
        },
      ],
      notes: [],
    },
  ])
})

test('price entries that somebody has turned off are listed, and what customers pay then is written', async () => {
  const shop = await appliedShop()
  editStore(shop, 'Product', { sku: 'LAMP-B', title: 'Store lamp', advanced_pricing: 'false' })

  const { exitCode, stdout } = await shop.run('drift', '--write', '--force', '--format', 'json')

  expect([exitCode, JSON.parse(stdout).written.unwritten, shop.files()]).toEqual([
    2,
    [{ address: 'product.LAMP-B', key: 'pricing', reason: 'the price entries are switched off (advanced_pricing)' }],
    { 'shop.yaml': shopYaml.replace('title: Lamp B, pricing: lamps', 'title: Store lamp, price: 5') },
  ])
})

test('a value goes to the overlay of the store where that has an entry of the record', async () => {
  const shop = await openShop([], { 'shop.yaml': shopYaml, 'over/tees.yaml': 'products:\n  TEE: { price: 9 }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const config = join(shop.root, 'planogram.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('base_url:', 'catalogue: over, base_url:'))
  await shop.run('apply', '--auto-approve')
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee' })
  editStore(shop, 'Product', { sku: 'MUG', title: 'Store mug' })

  const { exitCode } = await shop.run('drift', '--write', '--force')

  expect([exitCode, shop.files()]).toEqual([
    0,
    {
      'shop.yaml': shopYaml.replace('title: Mug', 'title: Store mug'),
      'over/tees.yaml': 'products:\n  TEE: { title: Store tee, price: 9 }\n',
    },
  ])
})

test('--dry-run and --force need --write', async () => {
  const shop = await openShop([], { 'shop.yaml': shopYaml })
  onTestFinished(() => shop[Symbol.asyncDispose]())

  const ended = [await shop.run('drift', '--dry-run'), await shop.run('drift', '--force')]

  expect(ended.map(({ exitCode, stderr }) => `${exitCode} ${stderr}`)).toEqual([
    '64 error[wrong-usage]: `--dry-run` has no effect without `--write`.\n  help: Give `--write`, or omit `--dry-run`.\n',
    '64 error[wrong-usage]: `--force` has no effect without `--write`.\n  help: Give `--write`, or omit `--force`.\n',
  ])
})

test('--write does not overwrite uncommitted changes, and names itself', async () => {
  const shop = await appliedShop()
  editStore(shop, 'Product', { sku: 'TEE', title: 'Store tee' })

  const { exitCode, stderr } = await shop.run('drift', '--write')

  expect(exitCode).toBe(1)
  expect(stderr).toContain('`planogram drift --write` would overwrite shop.yaml, which has uncommitted changes.')
})
