import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { stored } from '../support/any-store.ts'
import { onGrid } from '../support/bare-product.ts'
import { openShop } from '../support/open-shop.ts'
import { planogram, projectRoot } from '../support/command-line.ts'
import { png } from '../support/written-catalogue.ts'

function writesOf(emulator: RunningEmulator): string[] {
  return emulator
    .requests()
    .filter(({ method }) => !['GET', 'PROPFIND', 'HEAD'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
}

function git(root: string, ...argv: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...argv], { cwd: root, stdio: 'ignore' })
}

const tee = [
  stored('UserGroups', { code: 'dealer', title: 'Dealers' }),
  stored(
    'Cat',
    { code: 'tees', name: 'T-shirts' },
    { CatParent: [stored('CatParent', { cat_code: 'tees', parent_code: '0', sort: '10' })] },
  ),
  stored(
    'Product',
    {
      sku: 'TEE',
      title: 'Tee',
      price: '19.95',
      image: 'tee.png',
      thumb: 'tee.png',
      comment: '<p>One</p>\r\n<p>Two</p>',
      meta_title: 'A tee',
    },
    {
      ProdCat: [stored('ProdCat', { sku: 'TEE', cat_code: 'tees', sort: '10' })],
      ProductAttributes: [stored('ProductAttributes', { sku: 'TEE', label: 'Fit', value: 'Slim', sort: '' })],
    },
  ),
  stored('Webhooks', { id: '', name: 'NewOrder', url: 'https://erp.example/hooks' }),
]

test(
  'the example: pulled into an empty folder with its pictures, it is the shop again; planning finds nothing, pulling again neither',
  { timeout: 60_000 },
  async () => {
    await using shop = await openShop()
    const source = mkdtempSync(join(tmpdir(), 'planogram-source-'))
    cpSync(join(projectRoot, 'catalog.example'), source, { recursive: true })
    for (const path of ['.planogram', 'price-tests.yaml', 'overlays']) rmSync(join(source, path), { recursive: true, force: true })
    cpSync(join(shop.root, 'planogram.yaml'), join(source, 'planogram.yaml'))
    const applied = await planogram(source, ['apply', '-y'], { SHOP_KEY: shop.emulator.key })
    shop.emulator.clearRequests()

    const pulled = await shop.run('pull', '--images')
    const planned = await shop.run('plan', '--detailed-exitcode')
    const first = shop.files()
    const again = await shop.run('pull', '--images')
    const laidOut = await shop.run('fmt', '--check', 'products', 'prices.yaml', 'categories.yaml', 'groups.yaml')

    rmSync(source, { recursive: true })
    expect(applied.exitCode).toBe(0)
    expect([pulled.exitCode, planned.exitCode, again.exitCode, laidOut.exitCode]).toEqual([0, 0, 0, 0])
    expect(pulled.stdout).toMatch(/new +75 products, 39 categories, 3 groups/)
    expect(planned.stdout).toContain('No changes.')
    expect(again.stdout).toMatch(/^The catalogue already matches store shop\.\n/)
    expect(shop.files()).toEqual(first)
    expect(writesOf(shop.emulator)).toEqual([])
    expect(Object.keys(first).filter((path) => path.endsWith('.png')).length).toBeGreaterThan(80)
    expect(Object.keys(first).filter((path) => /^images\/[^/]+\//.test(path))).toEqual([])
  },
)

test('every field is pulled: meta fields, webhooks, texts, sorts; the files follow the layout', async () => {
  await using shop = await openShop(tee)
  await shop.put('images/items/tee.png', png('a'))
  await shop.put('images/thumb/tee.png', png('b'))

  const { exitCode, stdout } = await shop.run('pull', '--layout', 'product', '--images')

  const { 'images/tee.png': picture, 'images/thumb/tee.png': thumb, ...documents } = shop.files()
  expect(exitCode).toBe(0)
  expect(stdout).toBe(`Pulled store shop.
  new        1 product, 1 category, 1 group
  written    webhooks.yaml
             groups.yaml
             categories.yaml
             products/TEE.yaml
  pictures   2 files

The catalogue is valid and matches the store.
`)
  expect(documents).toEqual({
    'categories.yaml': "categories:\n  tees:\n    name: T-shirts\n    parents: { '0': 10 }\n",
    'groups.yaml': 'groups:\n  dealer:\n    title: Dealers\n',
    'products/TEE.yaml': `products:
  TEE:
    title: Tee
    comment: |-
      <p>One</p>
      <p>Two</p>
    meta_title: A tee
    categories: { tees: 10 }
    attributes: { Fit: Slim }
    image: images/tee.png
    thumb: images/thumb/tee.png
    price: 19.95
`,
    'webhooks.yaml': 'webhooks:\n  - { name: NewOrder, url: https://erp.example/hooks }\n',
  })
  expect([picture?.endsWith('a'), thumb?.endsWith('b')]).toEqual([true, true])
})

test('without --images a picture field is written only where the catalogue has the same picture', async () => {
  await using shop = await openShop(tee)
  await shop.put('images/items/tee.png', png('a'))
  await shop.put('images/thumb/tee.png', png('b'))
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images', 'tee.png'), png('a'))

  const { stdout } = await shop.run('pull', '--layout', 'flat')
  const planned = await shop.run('plan', '--detailed-exitcode')

  expect(shop.files()['products.yaml']).toContain('image: images/tee.png\n')
  expect(shop.files()['products.yaml']).not.toContain('thumb')
  expect(stdout)
    .toContain(`Pictures that the catalogue does not have; the fields that name them are not managed. To download them, undo this pull and run \`planogram pull --images\`:
  images/thumb/tee.png

The catalogue is valid, and what it declares matches the store.`)
  expect(planned.exitCode).toBe(0)
})

const written = {
  'shop.yaml': `# Ours
groups:
  dealer: { title: Dealers } # they order by the box
categories:
  tees: { name: T-shirts, parents: { '0': 10 } }
products:
  TEE: # the one that sells
    title: &title Tee   # short
    comment: { file: copy/tee.html }
    categories: { tees: 10 }
    price: 19.95 # since May
  GONE:
    title: *title
    price: 5
`,
  'copy/tee.html': '<p>Old</p>\n',
}

test('changed values are edited in place; a record that is missing in the store is reported and kept', async () => {
  await using shop = await openShop([...tee, stored('Product', { sku: 'TEE', title: 'Tee, heavier', price: '21.5' })], written)
  git(shop.root, 'init', '-q')
  git(shop.root, 'add', 'shop.yaml', 'copy')
  git(shop.root, 'commit', '-qm', 'shop')

  const { exitCode, stdout } = await shop.run('pull')

  expect(exitCode).toBe(0)
  expect(shop.files()).toEqual({
    'copy/tee.html': '<p>One</p>\n<p>Two</p>\n',
    'shop.yaml': written['shop.yaml'].replace('&title Tee   #', '&title Tee, heavier   #').replace('19.95 #', '21.50 #'),
    'webhooks.yaml': 'webhooks:\n  - { name: NewOrder, url: https://erp.example/hooks }\n',
  })
  expect(stdout).toContain('product.GONE is in the catalogue and not in the store; it was kept')
})

test('uncommitted changes are overwritten only with --force', async () => {
  await using shop = await openShop(tee, written)

  const refused = await shop.run('pull')
  const before = shop.files()
  const forced = await shop.run('pull', '--force')

  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('`planogram pull` would overwrite copy/tee.html, which has uncommitted changes.')
  expect(before).toEqual(written)
  expect(forced.exitCode).toBe(0)
  expect(shop.files()['copy/tee.html']).toBe('<p>One</p>\n<p>Two</p>\n')
})

test('pull overwrites its own files until they are edited', async () => {
  await using shop = await openShop(tee)
  const first = await shop.run('pull')
  shop.emulator.seed([stored('Cat', { code: 'tees', name: 'Shirts' })])
  const second = await shop.run('pull')
  writeFileSync(join(shop.root, 'categories.yaml'), `# mine\n${shop.files()['categories.yaml'] ?? ''}`)
  shop.emulator.seed([stored('Cat', { code: 'tees', name: 'T-shirts' })])
  const third = await shop.run('pull')

  expect([first.exitCode, second.exitCode, third.exitCode]).toEqual([0, 0, 1])
  expect(shop.files()['categories.yaml']).toContain('# mine\ncategories:\n  tees:\n    name: Shirts\n')
})

test('a price list moves when all who use it moved, and only then', async () => {
  const shopText = `price_lists:
  all: # what everybody pays
    breaks: [0]
    prices:
      default: [5.00] # since May
  some: { breaks: [0], prices: { default: [7] } }
products:
  A: { title: A, pricing: all }
  B: { title: B, pricing: all }
  C: { title: C, pricing: some }
  D: { title: D, pricing: some }
`
  await using shop = await openShop([onGrid('A', '6'), onGrid('B', '6'), onGrid('C', '7'), onGrid('D', '9')], { 'shop.yaml': shopText })

  const { exitCode } = await shop.run('pull', '--force')
  const planned = await shop.run('plan', '--detailed-exitcode')

  expect([exitCode, planned.exitCode]).toEqual([0, 0])
  expect(shop.files()['shop.yaml']).toBe(
    shopText
      .replace('[5.00]', '[6.00]')
      .replace('D: { title: D, pricing: some }', 'D: { title: D, pricing: { breaks: [0], prices: { default: [9] } } }'),
  )
})

test('pull refuses a catalogue with errors and leaves nothing behind', async () => {
  await using shop = await openShop(tee, { 'shop.yaml': 'products: { TEE: { prise: 1 } }\n' })

  const { exitCode } = await shop.run('pull')

  expect(exitCode).toBe(65)
  expect(Object.keys(shop.files())).toEqual(['shop.yaml'])
  expect(existsSync(join(shop.root, '.planogram', 'pulled.json'))).toBe(false)
})
