import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'

const levels = {
  'planogram.yaml': 'stores: { local: { emulator: true }, shop: { emulator: true, catalogue: overlays/shop } }\ndefault_store: local\n',
  'prices.yaml': `price_lists:
  base: { breaks: [0], prices: { default: [10] } }
  up: { extends: base, factor: 1.5 }
  upper: { extends: up, difference: 1 }
`,
  'shop.yaml': `products:
  CAP:
    title: Cap
    comment: { file: copy/cap.html }
    options: { size: { label: Size, values: { s: Small, l: Large } } }
    variants:
      matrix: "{sku}-{size}"
      each: { weight: 0.2, pricing: up }
      override: { CAP-l: { weight: 0.3, price: 12 } }
  MUG:
    title: Mug
    price: 8.50
    merchandising: { discount: 10%, featured: New }
    attributes: { Holds: 330 ml }
    options: { glaze: { label: Glaze, values: { plain: Plain, gold: Gold }, adjust: { gold: 3 } } }
`,
  'copy/cap.html': '<p>Wool</p>',
  'overlays/shop/copy/cap.html': '<p>Cotton</p>',
  'overlays/shop/shop.yaml': `products:
  CAP: { variants: { override: { CAP-l: { pricing: upper } } } }
  MUG:
    merchandising: { discount: !remove }
    attributes: { Holds: !remove }
    options: { glaze: { adjust: { gold: 5 } } }
`,
}

async function explained(folder: ShopFolder, address: string): Promise<string> {
  return (await planogram(folder.root, ['explain', address, '-s', 'shop', '--offline'])).stdout
}

test('a variant: its own words before those of each, a price through every list on the way', async () => {
  using folder = shopFolder(levels)

  expect(await explained(folder, 'variant.CAP-l')).toBe(`variant.CAP-l  for store shop
shop.yaml:9:19

sku               CAP
                  derived from the entry
weight            0.3
                  shop.yaml:9:36, override
                  instead of 0.2 at shop.yaml:8:23, each
advanced_pricing  true
                  derived from the entry
price             16.00
                  prices.yaml:4:21, price list upper
                  through pricing upper at overlays/shop/shop.yaml:2:52,
                  overlay, override
                  through price list up at prices.yaml:3:18
                  calculated from 10 at prices.yaml:2:44, price list base
                  instead of 12 at shop.yaml:9:48
                  instead of up at shop.yaml:8:37, each

Records below: grid.CAP-l, variant.CAP-l/option.size
`)
})

test('a text names the file that it was read from, that of the overlay too', async () => {
  using folder = shopFolder(levels)

  expect(await explained(folder, 'product.CAP.comment')).toBe(`product.CAP.comment  for store shop
shop.yaml:2:3

comment  <p>Cotton</p>
         shop.yaml:4:14
         from the file overlays/shop/copy/cap.html
`)
})

test('what an overlay changed in a value of several parts, and took away below a product, stands at the record itself', async () => {
  using folder = shopFolder(levels)

  const price = await explained(folder, 'product.MUG/option.glaze.price')
  const merchandising = await explained(folder, 'merchandising.MUG')
  const attribute = await explained(folder, 'product.MUG/attribute.Holds')

  expect([price, merchandising, attribute].join('\n')).toBe(`product.MUG/option.glaze.price  for store shop
shop.yaml:15:16

price  gold=5
       shop.yaml:15:85
       gold: 5 at overlays/shop/shop.yaml:6:41, overlay, instead of 3 at
       shop.yaml:15:93

merchandising.MUG  for store shop
shop.yaml:13:5

featured  New
          shop.yaml:13:47

discount  removed for this store
  at overlays/shop/shop.yaml:4:32
  instead of 10% at shop.yaml:13:32

product.MUG/attribute.Holds  for store shop
absent for this store: removed at overlays/shop/shop.yaml:5:26
instead of 330 ml at shop.yaml:14:26
`)
})

test.each([
  ['nothing', [], ['product.', 'variant.', 'grid.', 'merchandising.']],
  ['a kind', ['product'], ['product.CAP', 'product.MUG']],
  ['a kind with its point', ['variant.'], ['variant.CAP-s', 'variant.CAP-l']],
  ['a record with a slash', ['product.MUG/'], ['product.MUG/option.glaze', 'product.MUG/attribute.Holds']],
  ['a record with a kind of rows', ['product.MUG/option'], ['product.MUG/option.glaze']],
  ['a kind of rows with its point', ['variant.CAP-l/option.'], ['variant.CAP-l/option.size']],
  ['a collection, as the document nests it', ['product.CAP.variants'], ['variant.CAP-s', 'variant.CAP-l']],
])('%s lists what it leads to', async (_, argv, addresses) => {
  using folder = shopFolder(levels)

  const ended = await planogram(folder.root, ['explain', ...argv, '--offline', '--format', 'json'])

  const { below } = JSON.parse(ended.stdout) as { below: { address: string }[] }
  expect([ended.exitCode, below.map(({ address }) => address).toSorted()]).toEqual([0, addresses.toSorted()])
})

test('a list for people has the place of each, or how many there are', async () => {
  using folder = shopFolder(levels)

  const kinds = await planogram(folder.root, ['explain'])
  const products = await planogram(folder.root, ['explain', 'product'])

  expect(kinds.stdout).toContain('product.        2\n')
  expect(products.stdout).toBe('product.CAP  shop.yaml:2:3\nproduct.MUG  shop.yaml:10:3\n')
})

test.each([
  ['CAP-l', 'Did you mean variant.CAP-l or grid.CAP-l?'],
  ['product.CAP-l', 'Did you mean variant.CAP-l or grid.CAP-l?'],
  ['product.C', 'There is product.CAP.'],
  ['product.MUG.merchandising.featured', 'Did you mean merchandising.MUG.featured?'],
  ['product.CAP.variants.CAP-s', 'Did you mean variant.CAP-s?'],
  ['price_lists.up', '`planogram explain` alone lists the kinds.'],
])('%s is no address, and the message says which are', async (address, fix) => {
  using folder = shopFolder(levels)

  const ended = await planogram(folder.root, ['explain', address, '-s', 'shop', '--offline'])

  expect([ended.exitCode, ended.stdout]).toEqual([64, ''])
  expect(ended.stderr).toContain(fix)
})

test('a product that was checked before, and is remembered, is explained and priced as at first', async () => {
  using folder = shopFolder(levels)
  const ask = async (): Promise<readonly string[]> => {
    const whole = await planogram(folder.root, ['price', 'CAP-l', '--offline', '--at', '2026-11-20'])
    return [await explained(folder, 'variant.CAP-l'), await explained(folder, 'product.MUG'), whole.stdout]
  }

  const first = await ask()
  await planogram(folder.root, ['validate'])
  const again = await ask()

  expect(again).toEqual(first)
  expect(first[2]).toContain('simple price')
})
