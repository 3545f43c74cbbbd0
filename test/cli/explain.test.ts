import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'

const config = 'stores: { local: { emulator: true }, shop: { emulator: true, catalogue: overlays/shop } }\ndefault_store: local\n'

const files = {
  'planogram.yaml': config,
  'prices.yaml': `price_lists:
  tees: { breaks: [0, 12], prices: { default: [20, 15] } }
  long: { extends: tees, factor: 1.1, round: 0.5 }
`,
  'shop.yaml': `defaults: { products: { brand: Northwind } }
products:
  TEE: { title: Classic tee, weight: 0.2, attributes: { Fit: Slim, Care: Cold }, inventory: { quantity: 3 }, pricing: long }
  MUG: { title: Mug, price: 8.50, brand: Fell }
  OLD: { title: Old, price: 1 }
`,
  'overlays/shop/shop.yaml': `products:
  TEE: { title: The tee, weight: !remove , attributes: { Fit: !remove } }
  MUG: { pricing: tees }
  OLD: !remove
`,
}

function shop(): ShopFolder {
  return shopFolder(files)
}

test('where each value comes from, and that the store holds it', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])

  const ended = await planogram(folder.root, ['explain', 'product.MUG'])

  expect(ended).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `product.MUG  for store local
shop.yaml:4:3

matches store local
inactive          false
                  derived from the entry
title             Mug
                  shop.yaml:4:17
brand             Fell
                  shop.yaml:4:42
                  instead of Northwind at shop.yaml:1:32, defaults of the
                  catalogue
price             8.50
                  shop.yaml:4:29
advanced_pricing  false
                  shop.yaml:4:3, set on create, then owned by the store
`,
  })
})

test('what an overlay changed and took away, and a value of the defaults', async () => {
  using folder = shop()

  const ended = await planogram(folder.root, ['explain', 'product.TEE', '--store', 'shop', '--offline'])

  expect(ended.stderr).toBe('')
  expect(ended.stdout).toBe(`product.TEE  for store shop
shop.yaml:3:3

inactive          false
                  derived from the entry
title             The tee
                  overlays/shop/shop.yaml:2:17, overlay
                  instead of Classic tee at shop.yaml:3:17
brand             Northwind
                  shop.yaml:1:32, defaults of the catalogue
advanced_pricing  true
                  derived from the entry
price             22.00
                  prices.yaml:3:20, price list long
                  through pricing long at shop.yaml:3:119
                  calculated from 20 at prices.yaml:2:48, price list tees

weight  removed for this store
  at overlays/shop/shop.yaml:2:34
  instead of 0.2 at shop.yaml:3:38

attributes.Fit  removed for this store
  at overlays/shop/shop.yaml:2:63
  instead of Slim at shop.yaml:3:62

Records below: grid.TEE, product.TEE/attribute.Care, inventory.TEE
`)
})

test('a grid shows each price, the list that it was calculated from, and where the store differs', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('prices.yaml', files['prices.yaml'].replace('15]', '16]'))

  const ended = await planogram(folder.root, ['explain', 'grid.TEE'])

  expect(ended.stdout).toBe(`grid.TEE  for store local
prices.yaml:3:20

the default group from quantity 0 to 11
matches store local
price  22.00
       prices.yaml:3:20, price list long
       calculated from 20 at prices.yaml:2:48, price list tees

the default group from quantity 12
differs from store local
price  17.50
       prices.yaml:3:20, price list long
       calculated from 16 at prices.yaml:2:52, price list tees
       in the store: 16.50
`)
})

test('one field; the price slot that an overlay replaced', async () => {
  using folder = shop()

  const ended = await planogram(folder.root, ['explain', 'product.MUG.price', '-s', 'shop', '--offline', '--format', 'json'])

  const { rows, taken_away } = JSON.parse(ended.stdout) as { rows: { fields: unknown[] }[]; taken_away: unknown[] }
  expect(rows[0]?.fields).toEqual([
    {
      field: 'price',
      value: '20',
      how: 'written',
      at: { file: 'prices.yaml', line: 2, column: 48 },
      origin: { layer: 'catalogue', region: { kind: 'price list', name: 'tees' } },
      file: null,
      through: { text: 'tees', at: { file: 'overlays/shop/shop.yaml', line: 3, column: 19 }, origin: { layer: 'overlay', region: null } },
      from: [],
      parts: [],
      before: [{ text: '8.50', at: { file: 'shop.yaml', line: 4, column: 29 }, origin: { layer: 'catalogue', region: null } }],
    },
  ])
  expect(taken_away).toEqual([])
})

test('a record that the overlay removed is absent for that store', async () => {
  using folder = shop()

  const ended = await planogram(folder.root, ['explain', 'product.OLD', '-s', 'shop'])

  expect(ended.stdout).toBe(`product.OLD  for store shop
absent for this store: removed at overlays/shop/shop.yaml:4:8
instead of { title: Old, price: 1 } at shop.yaml:5:8
`)
})

test('a field that is not managed, and what the store has in it', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', files['shop.yaml'].replace('weight: 0.2, ', ''))

  const ended = await planogram(folder.root, ['explain', 'product.TEE.weight'])

  expect(ended.stdout).toBe(`product.TEE.weight  for store local
shop.yaml:3:3

weight  not managed
        in the store: 0.2
`)
})

test('a record that is nothing but a link says whether the store has it', async () => {
  using folder = shop()
  folder.write('shop.yaml', 'groups: { dealer: { title: Dealers } }\nproducts: { TEE: { title: Tee, price: 1, access: [dealer] } }\n')
  folder.write('overlays/shop/shop.yaml', '{}\n')

  const before = await planogram(folder.root, ['explain', 'product.TEE/access.dealer'])
  await planogram(folder.root, ['apply', '--auto-approve'])
  const after = await planogram(folder.root, ['explain', 'product.TEE/access.dealer'])

  expect([before.stdout, after.stdout]).toEqual(
    ['not in', 'exists in'].map((words) => `product.TEE/access.dealer  for store local\nshop.yaml:2:51\n\n${words} store local\n`),
  )
})

test('a store that has nothing yet, and one that does not answer', async () => {
  using folder = shop()
  folder.write('planogram.yaml', config.replace('{ local', '{ far: { base_url: https://shop.example, key: "${NO_KEY}" }, local'))

  const empty = await planogram(folder.root, ['explain', 'product.TEE/attribute.Fit'])
  const silent = await planogram(folder.root, ['explain', 'product.TEE/attribute.Fit', '-s', 'far'])

  expect(empty.stdout).toContain('not in store local\n')
  expect(silent.exitCode).toBe(1)
  expect(silent.stderr).toBe(
    'Cannot read store far: The key of store far is not set: the environment has no NO_KEY. Only git is shown (exit code 1); --offline omits the store.\n',
  )
  expect(silent.stdout).toContain('value  Slim\n       shop.yaml:3:62\n')
})

test('a slip in an address or a field is met with the nearest one', async () => {
  using folder = shop()

  const address = await planogram(folder.root, ['explain', 'product.TEA', '--offline'])
  const bare = await planogram(folder.root, ['explain', 'tee', '--offline'])
  const field = await planogram(folder.root, ['explain', 'product.TEE.titel', '--offline'])

  expect([address.exitCode, bare.exitCode, field.exitCode]).toEqual([64, 64, 64])
  expect(address.stderr).toBe(
    'error[wrong-usage]: The catalogue has nothing at the address product.TEA.\n  help: Did you mean product.TEE?\n',
  )
  expect(bare.stderr).toContain('nothing at the address tee.\n  help: Did you mean product.TEE')
  expect(field.stderr).toBe('error[wrong-usage]: A record of Product has no field titel.\n  help: Did you mean title?\n')
})

test('escape codes of a catalogue never reach the terminal', async () => {
  using folder = shop()
  folder.write('shop.yaml', 'products: { TEE: { title: "a\\e[31mb", price: 1 } }\n')
  folder.write('overlays/shop/shop.yaml', 'products: { TEE: { title: "c\\e]0;d" } }\n')

  const ended = await planogram(folder.root, ['explain', 'product.TEE', '-s', 'shop', '--offline'])

  expect(ended.stdout).toContain('c\u241B]0;d')
  expect(ended.stdout).not.toContain('\u001B')
})
