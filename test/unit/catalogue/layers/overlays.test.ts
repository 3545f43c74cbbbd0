import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOverlaid, placeOf, productsOf, twoStores } from '../../../support/overlaid-catalogue.ts'
import { loadFlat, inCatalogue, loadWritten, png, problemLines } from '../../../support/written-catalogue.ts'

/** The lines that speak of the merge: such small catalogues lack titles and the like. */
function errorsOf(loaded: Parameters<typeof problemLines>[0]): string[] {
  const { problems } = loaded
  return problemLines({ ...loaded, problems: problems.filter(({ severity }) => severity === 'error') })
}

test('maps merge field by field, and every value knows its file', async () => {
  const base = 'products:\n  A: { title: Tee, price: 5, inventory: { quantity: 3, stock_message: Soon } }\n'
  const over = 'products:\n  A:\n    title: Shirt\n    inventory: { stock_message: Now }\n'

  const loaded = await loadOverlaid(base, over)

  expect(errorsOf(loaded)).toEqual([])
  expect(productsOf(loaded)).toEqual({
    A: {
      sku: 'A',
      inactive: 'false',
      title: 'Shirt',
      price: '5',
      onCreate: { advanced_pricing: 'false' },
      Inventory: [{ sku: 'A', onCreate: { quantity: '3', stock_message: 'Now' } }],
    },
  })
  expect([placeOf(loaded, 'A', 'title'), placeOf(loaded, 'A', 'price')]).toEqual(['over/shop.yaml:3:12', 'base.yaml:2:27'])
})

test('the overlay of another store is as if it were not there', async () => {
  const base = 'products: { A: { title: Tee, price: 5 } }\n'

  const loaded = await loadWritten(
    { 'planogram.yaml': twoStores, 'base.yaml': base, 'over/shop.yaml': 'nonsense: 1\n' },
    { store: 'plain' },
  )
  const alone = await loadWritten({ 'planogram.yaml': twoStores, 'base.yaml': base }, { store: 'plain' })

  expect(productsOf(loaded)['A']).toMatchObject({ title: 'Tee' })
  expect(loaded.contentHash).toBe(alone.contentHash)
  expect([loaded.files.documents, errorsOf(loaded)]).toEqual([1, []])
})

test('lists replace', async () => {
  const base =
    'groups: { a: { title: A }, b: { title: B } }\nproducts: { A: { price: 5, access: [a, b] } }\nexpect: [{ sku: A, price: 5 }]\n'
  const over = 'products: { A: { price: 6, access: [b] } }\nexpect: [{ sku: A, price: 6 }]\n'

  const loaded = await loadOverlaid(base, over)

  expect(errorsOf(loaded)).toEqual([])
  expect(productsOf(loaded)['A']).toMatchObject({ ProdAccessGroup: [{ sku: 'A', group_code: 'b' }] })
  expect(loaded.expectations.map(({ price }) => price)).toEqual(['6'])
})

test('!remove takes away a record, a field and an entry', async () => {
  const base = [
    'products:',
    '  A: { title: Tee, price: 5, weight: 1, attributes: { Fit: Slim, Care: Cold } }',
    '  B: { price: 5 }',
    'categories: { c: { name: C } }',
  ].join('\n')
  const over = 'products:\n  A: { weight: !remove, attributes: { Fit: !remove } }\n  B: !remove\ncategories: !remove\n'

  const loaded = await loadOverlaid(base, over)

  expect(errorsOf(loaded)).toEqual([])
  expect(productsOf(loaded)).toEqual({
    A: {
      sku: 'A',
      inactive: 'false',
      title: 'Tee',
      price: '5',
      onCreate: { advanced_pricing: 'false' },
      ProductAttributes: [{ sku: 'A', label: 'Care', value: 'Cold', sort: '10' }],
    },
  })
  expect(loaded.desired.roots.Cat).toBeUndefined()
})

test('!remove of what is not there is a problem', async () => {
  const base = 'products: { TEE: { title: Tee, price: 5, attributes: { Fit: Slim } } }\n'
  const over = 'products:\n  TEA: !remove\n  TEE: { wait: !remove, weight: !remove, attributes: { Fat: !remove } }\ngroups: !remove\n'

  const loaded = await loadOverlaid(base, over)

  expect(problemLines(loaded)).toEqual([
    'over/shop.yaml:2:8 overlay-target: there is no "TEA" below the overlay to remove > Did you mean "TEE"?',
    'over/shop.yaml:3:16 overlay-target: there is no "wait" below the overlay to remove > Expected one of: title, price, attributes.',
    'over/shop.yaml:3:33 overlay-target: there is no "weight" below the overlay to remove > Expected one of: title, price, attributes.',
    'over/shop.yaml:3:61 overlay-target: there is no "Fat" below the overlay to remove > Did you mean "Fit"?',
    'over/shop.yaml:4:9 overlay-target: there is no "groups" below the overlay to remove > Expected one of: products.',
  ])
})

test('!replace takes a map whole', async () => {
  const base = 'products: { A: { price: 5, title: Tee, attributes: { Fit: Slim, Care: Cold } }, B: { price: 7 } }\n'
  const whole = await loadOverlaid(base, 'products: { A: { attributes: !replace { Care: Hot, Fit: Wide } } }\n')
  const record = await loadOverlaid(base, 'products: { A: !replace { price: 6 } }\n')
  const section = await loadOverlaid(base, 'products: !replace { C: { price: 8 } }\n')

  expect([whole, record, section].map(errorsOf)).toEqual([[], [], []])
  expect(productsOf(whole)['A']?.['ProductAttributes']).toEqual([
    { sku: 'A', label: 'Care', value: 'Hot', sort: '10' },
    { sku: 'A', label: 'Fit', value: 'Wide', sort: '20' },
  ])
  expect(productsOf(record)['A']).toEqual({ sku: 'A', inactive: 'false', price: '6', onCreate: { advanced_pricing: 'false' } })
  expect(Object.keys(productsOf(section))).toEqual(['C'])
})

test('a new record of the overlay follows those of the catalogue', async () => {
  const loaded = await loadOverlaid('products: { B: { price: 5 } }\n', 'products: { A: { title: New, price: 6 } }\n')

  expect(errorsOf(loaded)).toEqual([])
  expect(Object.keys(productsOf(loaded))).toEqual(['B', 'A'])
  expect(placeOf(loaded, 'A', 'title')).toBe('over/shop.yaml:1:25')
})

test('an overlay that gives price or pricing replaces both, at each level of a product', async () => {
  const lists = 'price_lists: { tees: { breaks: [0], prices: { default: [7] } } }\n'
  const base = `${lists}products:\n  A: { pricing: tees }\n  B: { price: 5 }\n  C: { options: { s: { values: { x: X } } }, variants: { matrix: "{sku}-{s}", each: { pricing: tees } } }\n`
  const over = 'products:\n  A: { price: 9 }\n  B: { pricing: tees }\n  C: { variants: { each: { price: 4 } } }\n'

  const loaded = await loadOverlaid(base, over)

  const { A, B, C } = productsOf(loaded)
  expect(errorsOf(loaded)).toEqual([])
  expect(A).toEqual({ sku: 'A', inactive: 'false', price: '9', onCreate: { advanced_pricing: 'false' } })
  expect(B).toMatchObject({ price: '7', advanced_pricing: 'true' })
  expect(C?.['Variants']).toMatchObject([{ code: 'C-x', price: '4' }])
  expect(JSON.stringify(C)).not.toContain('PricingAdvanced')
})

test('an overlay that gives a default price or pricing replaces both, also for variants, and only there', async () => {
  const loaded = await loadOverlaid(
    [
      'defaults:',
      '  products: { price: 9 }',
      '  variants: { price: 8 }',
      'price_lists: { tees: { breaks: [0], prices: { default: [7] } } }',
      'products:',
      '  A: {}',
      '  B: { variants: { list: { B-1: {} } } }',
      '  C: { variants: { list: { pricing: { price: 3 }, price: { price: 2 } } } }',
    ].join('\n'),
    'defaults: { products: { pricing: tees }, variants: { pricing: tees } }\nproducts: { C: { variants: { list: { price: { price: 1 } } } } }\n',
  )

  const { A, B, C } = productsOf(loaded)
  expect(A).toMatchObject({ price: '7', advanced_pricing: 'true' })
  expect(B).toMatchObject({ Variants: [{ code: 'B-1', price: '7', advanced_pricing: 'true' }] })
  expect(C).toMatchObject({
    Variants: [
      { code: 'pricing', price: '3' },
      { code: 'price', price: '1' },
    ],
  })
})

test('a price list of the catalogue changes for one store, and the records that use it follow', async () => {
  const base = 'price_lists: { tees: { breaks: [0, 10], prices: { default: [7, 6] } } }\nproducts: { A: { pricing: tees } }\n'

  const loaded = await loadOverlaid(base, 'price_lists: { tees: { prices: { default: [8, 7] } } }\n')

  const rows = loaded.desired.roots.Product?.[0]?.children.PricingAdvanced ?? []
  expect(errorsOf(loaded)).toEqual([])
  expect(rows.map(({ fields, source }) => `${fields['start']} ${fields['price']} ${source.file}`)).toEqual([
    '0 8 over/shop.yaml',
    '10 7 over/shop.yaml',
  ])
})

test('paths look into the overlay first, and ./ stays beside its document', async () => {
  const base = 'products:\n  A: { price: 1, image: images/a.png, comment: { file: copy/a.html } }\n  B: { price: 1, image: images/b.png }\n'
  const over = 'products: { C: { price: 1, image: ./c.png }, D: { price: 1, image: images/b.png } }\n'
  const files = {
    'images/a.png': png('a'),
    'images/b.png': png('b'),
    'over/images/a.png': png('other'),
    'over/c.png': png('c'),
    'copy/a.html': 'Base',
    'over/copy/a.html': 'Shop',
  }

  const loaded = await loadOverlaid(base, over, files)
  const plain = await loadWritten({ 'planogram.yaml': twoStores, 'base.yaml': base, 'over/shop.yaml': over, ...files }, { store: 'plain' })

  expect(errorsOf(loaded)).toEqual([])
  expect(loaded.desired.files.map(({ from, path }) => `${from} ${path}`)).toEqual([
    'over/images/a.png images/items/a.png',
    'images/b.png images/items/b.png',
    'over/c.png images/items/c.png',
  ])
  expect([productsOf(loaded), productsOf(plain)].map((products) => products['A']?.['comment'])).toEqual(['Shop', 'Base'])
  expect(plain.desired.files.map(({ from }) => from)).toEqual(['images/a.png', 'images/b.png'])
})

test('what is wrong in an overlay is shown in its own file, once, and without echoes of the rules', async () => {
  const base = 'products: { A: { title: Tee, price: 5 } }\n'
  const over = 'products:\n  A: { prise: 6, title: !replace x, weight: heavy }\n  A: { title: Twice }\n'

  const loaded = await loadOverlaid(base, over)

  expect(problemLines(loaded)).toEqual([
    'over/shop.yaml:2:8 unknown-key: unknown key "prise" > Did you mean "price"?',
    'over/shop.yaml:2:25 yaml-tag: !replace is for maps: a list or a single value is always replaced > Remove the tag.',
    'over/shop.yaml:2:45 wrong-type: "weight" must be a number such as 0.2, found "heavy"',
    'over/shop.yaml:3:3 unique-keys: this map has the key "A" twice > Keep one of the two.',
  ])
})

test('!remove takes no value, and neither tag stands in a list', async () => {
  const loaded = await loadOverlaid(
    'products: { A: { title: Tee, price: 5 } }\n',
    'products:\n  A: { title: !remove 5, extra_images: [!remove , { image: !remove }] }\n',
  )

  expect(problemLines(loaded).filter((line) => line.includes('yaml-tag'))).toEqual([
    'over/shop.yaml:2:15 yaml-tag: !remove takes no value > Write title: !remove.',
    'over/shop.yaml:2:41 yaml-tag: !remove is allowed on entries of a map in an overlay only > Remove the tag. To leave a field to the store, leave the key out.',
    'over/shop.yaml:2:60 yaml-tag: !remove is allowed on entries of a map in an overlay only > Remove the tag. To leave a field to the store, leave the key out.',
  ])
})

test('an overlay that is not there is shown where the config names it', async () => {
  const config = 'stores:\n  shop: { emulator: true, catalogue: overlays/shop }\n'
  const absent = await loadWritten({ 'planogram.yaml': config })
  const file = await loadWritten({ 'planogram.yaml': config, 'overlays/shop': 'text' })

  expect([absent, file].map(problemLines)).toEqual([
    [
      'planogram.yaml:2:38 overlay-missing: there is no folder overlays/shop > Create the folder with a document in it, or remove `catalogue` from the store.',
    ],
    [
      'planogram.yaml:2:38 overlay-missing: overlays/shop is not a folder > Create the folder with a document in it, or remove `catalogue` from the store.',
    ],
  ])
})

test('an overlay inside another holds for its own store only', async () => {
  const stores = 'stores: { a: { emulator: true, catalogue: over }, b: { emulator: true, catalogue: over/b } }\ndefault_store: a\n'
  const files = {
    'planogram.yaml': stores,
    'base.yaml': 'products: { A: { title: Base, price: 1 } }\n',
    'over/x.yaml': 'products: { A: { title: Of a } }\n',
    'over/b/x.yaml': 'products: { A: { title: Of b } }\n',
  }

  const [a, b] = await Promise.all([loadWritten(files, { store: 'a' }), loadWritten(files, { store: 'b' })])

  expect([a, b].map((loaded) => productsOf(loaded)['A']?.['title'])).toEqual(['Of a', 'Of b'])
  expect([a, b].map(errorsOf)).toEqual([[], []])
})

test('an overlay that is a link out of the catalogue is refused', async () => {
  const config = 'stores:\n  shop: { emulator: true, catalogue: overlays/shop }\n'
  const loaded = await inCatalogue({ 'x.yaml': 'products: { STOLEN: { price: 1 } }\n' }, (outside) =>
    inCatalogue({ 'planogram.yaml': config, 'overlays/note.txt': '' }, async (root) => {
      symlinkSync(outside, join(root, 'overlays/shop'))
      return loadFlat({ root, env: {} })
    }),
  )

  expect(problemLines(loaded).map((line) => line.split(' > ')[0])).toEqual([
    'planogram.yaml:2:38 overlay-missing: overlays/shop is a link to a place outside of the catalogue',
  ])
  expect(JSON.stringify(loaded.desired)).not.toContain('STOLEN')
})
