import { expect, test } from 'vitest'
import { bare, loadBare, loadProduct } from '../../../support/bare-records.ts'
import { loadWritten, png, problemLines } from '../../../support/written-catalogue.ts'

/** A price entry of `A`; `rest` is its start, end and price. */
function row(group_code: string, currency_code: string, rest: string): unknown {
  const [start, end, price] = rest.split(' ')
  return { sku: 'A', group_code, currency_code, start, end, price }
}

function stock(sku: string): unknown {
  return { sku, onCreate: { quantity: '3' } }
}

test('text stays text, numbers are written in their shortest form, nothing is made up', async () => {
  const { record, lines } = await loadProduct(
    '{ title: 007, mpn: 1e5, gtin: "00852968", weight: 0.200, price: 019.950, brand: yes, inactive: true }',
  )

  expect(lines).toEqual([])
  expect(record).toEqual({
    sku: 'A',
    title: '007',
    mpn: '1e5',
    gtin: '00852968',
    weight: '0.2',
    price: '19.95',
    brand: 'yes',
    inactive: 'true',
    onCreate: { advanced_pricing: 'false' },
  })
})

test('every plain field of a variant is written', async () => {
  const fields = {
    description: 'd',
    weight: '1',
    volume: '2',
    external_id: 'e',
    custom_data1: 'a',
    custom_data2: 'b',
    custom_data3: 'c',
    custom_data4: 'f',
  }
  const { record } = await loadProduct(JSON.stringify({ variants: { list: { 'A-1': { price: '3', ...fields } } } }))

  expect(record['Variants']).toMatchObject([{ code: 'A-1', ...fields }])
})

test('left out: shown, and nothing else (semantics 1)', async () => {
  const { record } = await loadProduct('{}')
  const { categories } = await loadBare('categories: { a: {}, b: { hide: true, parents: { a: 05 } }, c: { parents: [a, "0"] } }')

  expect(record).toEqual({ sku: 'A', inactive: 'false' })
  expect(categories).toEqual([
    { code: 'a', hide: 'false', onCreate: { CatParent: [{ cat_code: 'a', parent_code: '0' }] } },
    { code: 'b', hide: 'true', CatParent: [{ cat_code: 'b', parent_code: 'a', sort: '5' }] },
    {
      code: 'c',
      hide: 'false',
      CatParent: [
        { cat_code: 'c', parent_code: 'a' },
        { cat_code: 'c', parent_code: '0' },
      ],
    },
  ])
})

test('no place at all is a warning, 0 is no category and default no group', async () => {
  const { lines } = await loadBare('categories: { a: { parents: {} }, "0": {} }\ngroups: { default: {} }\n')

  expect(lines).toEqual([
    `a.yaml:1:20 category-without-place: category "a" is in no other category and not at the top level > Write parents: { '0': 10 } for the top level, or remove parents.`,
    'a.yaml:1:35 reserved-code: "0" is the top level, so a category cannot have this code > Give the category another code.',
    'a.yaml:2:11 reserved-code: "default" means no group in price grids, so a group cannot have this code > Give the group another code.',
  ])
})

test('declared and empty means none (semantics 2)', async () => {
  const { record } = await loadProduct(
    '{ price: 1, categories: {}, access: [], attributes: {}, extra_images: [], options: {}, variants: {}, pricing: {} }',
  )

  expect(record).toEqual({
    sku: 'A',
    inactive: 'false',
    price: '1',
    advanced_pricing: 'false',
    option_type: '',
    ProdCat: [],
    ProdAccessGroup: [],
    ProductAttributes: [],
    ExtraImages: [],
    Options: [],
    Variants: [],
    PricingAdvanced: [],
  })
})

test('live-owned fields are set on create only (semantics 15)', async () => {
  const loaded = await loadWritten({
    'planogram.yaml': 'manage: { live_owned: [Inventory.quantity, Product.inactive, Product.slug] }\n',
    'a.yaml': 'products: { A: { price: 1, slug: a, inventory: { quantity: 5, stock_message: Soon } } }\n',
  })

  expect(loaded.desired.roots.Product?.map(bare)).toEqual([
    {
      sku: 'A',
      price: '1',
      Inventory: [{ sku: 'A', stock_message: 'Soon', onCreate: { quantity: '5' } }],
      onCreate: { advanced_pricing: 'false', inactive: 'false', slug: 'a' },
    },
  ])
})

test('a grid is written out: breaks by groups, forced cells last, the price from its first default break (semantics 3 and 4)', async () => {
  const { record, lines } = await loadProduct(
    '{ pricing: { breaks: [0, 12], prices: { dealer: [4, 3.50], default: [05.0, 4] }, forced: [{ currency: EUR, group: dealer, start: 12, price: 3.1 }, { currency: NOK, start: 0, price: 55 }] } }',
  )

  expect(lines).toEqual([])
  expect(record).toMatchObject({ price: '5', advanced_pricing: 'true' })
  expect(record['PricingAdvanced']).toEqual([
    row('dealer', '', '0 11 4'),
    row('dealer', '', '12 9999999 3.5'),
    row('', '', '0 11 5'),
    row('', '', '12 9999999 4'),
    row('dealer', 'EUR', '12 9999999 3.1'),
    row('', 'NOK', '0 11 55'),
  ])
})

test('raw entries are kept, with their defaults, and their faults are warnings', async () => {
  const loaded = await loadWritten({
    'a.yaml':
      'products: { A: { price: 9, pricing: { entries: [{ price: 4, end: 9 }, { price: 4, end: 9 }, { start: 5, price: 3, group_code: g }] } } }\n',
  })

  const rows = loaded.desired.roots.Product?.[0]?.children.PricingAdvanced?.map(
    ({ fields }) => `${fields['start']}-${fields['end']} ${fields['group_code']} ${fields['price']}`,
  )
  expect(rows).toEqual(['0-9  4', '0-9  4', '5-9999999 g 3'])
  expect(loaded.desired.roots.Product?.[0]?.fields['price']).toBe('9')
  expect(new Set(loaded.problems.map(({ severity }) => severity))).toEqual(new Set(['warning']))
})

test('decimal commas in a list of prices are seen as such', async () => {
  const loaded = await loadWritten({
    'a.yaml': 'price_lists: { a: { breaks: [0, 12], prices: { default: [15,00, 13,75] } } }\n',
  })

  expect(problemLines(loaded).filter((line) => line.includes('grid-shape'))).toEqual([
    'a.yaml:1:65 grid-shape: default has 4 prices for 2 breaks > Write decimals with a point: a comma separates prices.',
  ])
})

test('a price list that is wrong is said once, where it is written', async () => {
  const { lines } = await loadBare(
    'price_lists:\n  p: { breaks: [0], prices: { default: [5, 4] } }\n  q: { breaks: [0] }\n  r: { entries: [], forced: [] }\nproducts: { A: { pricing: p }, B: { pricing: p } }\n',
  )

  expect(lines).toEqual([
    'a.yaml:2:44 grid-shape: default has 2 prices for 1 breaks > Write one price per break.',
    'a.yaml:3:3 grid-shape: a grid needs breaks and prices > Write breaks: [0, 10] and prices: { default: [5, 4] }, or {} for no grid.',
    'a.yaml:4:8 grid-shape: a grid has either breaks and prices, or entries > Keep one of the two forms.',
  ])
})

test('prices that cannot be read are not missing as well', async () => {
  const { lines } = await loadBare('products: { A: { pricing: { breaks: [0], prices: { default: [-1] } } } }\n')

  expect(lines.map((line) => line.replace(/ >.*/, ''))).toEqual([
    'a.yaml:1:62 wrong-type: an item of "default" must be a price such as 19.95, digits with a point, found "-1"',
  ])
})

test('the nearer level takes the whole price slot: override, entry, each (semantics 3)', async () => {
  const { record, lines } = await loadProduct(
    '{ pricing: {breaks: [0], prices: {default: [9]}}, variants: { each: { pricing: { breaks: [0], prices: { default: [7] } }, weight: 1, inventory: { quantity: 3 } }, list: { V1: {}, V2: { price: 6, weight: 2 }, V3: { price: 5 } }, override: { V3: { pricing: {}, price: 4, inventory: { stock_message: Soon } } } } }',
  )

  const grid = [{ sku: 'V1', group_code: '', currency_code: '', start: '0', end: '9999999', price: '7' }]
  const own = { sku: 'A', weight: '1' }
  expect(lines).toEqual([])
  expect(record['Variants']).toEqual([
    { ...own, code: 'V1', sort: '10', price: '7', advanced_pricing: 'true', PricingAdvanced: grid, Inventory: [stock('V1')] },
    { ...own, code: 'V2', sort: '20', price: '6', weight: '2', Inventory: [stock('V2')], onCreate: { advanced_pricing: 'false' } },
    {
      ...own,
      code: 'V3',
      sort: '30',
      price: '4',
      advanced_pricing: 'false',
      PricingAdvanced: [],
      Inventory: [{ sku: 'V3', onCreate: { quantity: '3', stock_message: 'Soon' } }],
    },
  ])
})

test('attributes in order, labels may repeat (semantics 6)', async () => {
  const { record } = await loadProduct('{ price: 1, attributes: { 2: b, 1: a, Material: [Cotton, Wool], Empty: "" } }')

  expect(record['ProductAttributes']).toEqual([
    { sku: 'A', label: '2', value: 'b', sort: '10' },
    { sku: 'A', label: '1', value: 'a', sort: '20' },
    { sku: 'A', label: 'Material', value: 'Cotton', sort: '30' },
    { sku: 'A', label: 'Material', value: 'Wool', sort: '40' },
    { sku: 'A', label: 'Empty', value: '', sort: '50' },
  ])
})

test('pictures: bare names, each in the folder of its field; an empty path is no picture (semantics 7)', async () => {
  const files = { 'p/a.png': png('a'), 'p/t.png': png('t'), 'p/x.png': png('x'), 'p/y.png': png('y') }
  const { record, lines } = await loadProduct(
    '{ price: 1, image: p/a.png, thumb: ./p/t.png, image_large: "", extra_images: [p/x.png, { image: p/y.png, thumbnail: p/t.png, code: MINE }, p/x.png] }',
    files,
  )

  expect(record).toMatchObject({ image: 'a.png', thumb: 't.png', image_large: '' })
  expect(record['ExtraImages']).toEqual([
    { code: 'kwnovuecmtkx-656', sku: 'A', image: 'x.png' },
    { code: 'MINE', sku: 'A', image: 'y.png', thumbnail: 't.png' },
  ])
  expect(lines).toEqual(['a.yaml:1:155 unique-keys: the picture x.png is named twice in extra_images > Keep one of the two.'])
})

test('groups: parent and long texts', async () => {
  const { groups } = await loadBare(
    'groups: { vip: { title: VIP, parent: dealer, subscribe_text: { file: join.txt } }, dealer: { parent: "" } }',
    { 'join.txt': 'Join us' },
  )

  expect(groups).toEqual([
    { code: 'vip', title: 'VIP', parent_code: 'dealer', subscribe_text: 'Join us' },
    { code: 'dealer', parent_code: '' },
  ])
})
