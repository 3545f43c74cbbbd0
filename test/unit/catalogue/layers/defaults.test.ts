import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { loadOverlaid, placeOf, productsOf } from '../../../support/overlaid-catalogue.ts'
import { loadWritten, problemLines, type WrittenFiles } from '../../../support/written-catalogue.ts'
import { isWhole } from '../../../support/whole.ts'

async function load(files: WrittenFiles): Promise<{ loaded: Awaited<ReturnType<typeof loadWritten>>; errors: string[] }> {
  const loaded = await loadWritten(files)
  return { loaded, errors: problemLines({ ...loaded, problems: loaded.problems.filter(({ severity }) => severity === 'error') }) }
}

test('defaults hold for their folder and below, the nearest first, where a record leaves the key out', async () => {
  const { loaded, errors } = await load({
    'defaults.yaml': 'defaults: { products: { brand: Northwind, weight: 1, meta_robots: all } }\n',
    'tees/defaults.yaml': 'defaults: { products: { weight: 0.2 } }\n',
    'tees/a.yaml': 'products: { A: { price: 1, title: A } }\n',
    'tees/deep/b.yaml': 'products: { B: { price: 1, brand: Fell } }\n',
    'teeth.yaml': 'products: { C: { price: 1 } }\n',
  })

  const seen = Object.entries(productsOf(loaded)).map(([sku, { brand, weight, meta_robots }]) => [sku, brand, weight, meta_robots])
  expect(errors).toEqual([])
  expect(seen).toEqual([
    ['A', 'Northwind', '0.2', 'all'],
    ['B', 'Fell', '0.2', 'all'],
    ['C', 'Northwind', '1', 'all'],
  ])
  expect([placeOf(loaded, 'A', 'brand'), placeOf(loaded, 'A', 'weight'), placeOf(loaded, 'B', 'brand')]).toEqual([
    'defaults.yaml:1:32',
    'tees/defaults.yaml:1:33',
    'tees/deep/b.yaml:1:35',
  ])
})

test('a default is taken or left whole: a declared collection is not mixed with it', async () => {
  const { loaded, errors } = await load({
    'a.yaml':
      'defaults: { products: { attributes: { Origin: Portugal } } }\nproducts: { A: { price: 1, attributes: { Fit: Slim } }, B: { price: 1 } }\n',
  })

  const { A, B } = productsOf(loaded)
  expect(errors).toEqual([])
  expect(A?.['ProductAttributes']).toEqual([{ sku: 'A', label: 'Fit', value: 'Slim', sort: '10' }])
  expect(B?.['ProductAttributes']).toEqual([{ sku: 'B', label: 'Origin', value: 'Portugal', sort: '10' }])
})

test('price and pricing are one key: a product with a price does not take the pricing of its folder', async () => {
  const { loaded, errors } = await load({
    'prices.yaml': 'price_lists: { tees: { breaks: [0], prices: { default: [7] } } }\n',
    'a.yaml': 'defaults: { products: { pricing: tees } }\nproducts: { A: { price: 1 }, B: {}, C: { pricing: {}, price: 2 } }\n',
  })

  const { A, B, C } = productsOf(loaded)
  expect(errors).toEqual([])
  expect([A, B, C].map((product) => [product?.['price'], product?.['advanced_pricing']])).toEqual([
    ['1', undefined],
    ['7', 'true'],
    ['2', 'false'],
  ])
})

test('defaults of variants fill what the product leaves out under each; nearer places win', async () => {
  const { loaded, errors } = await load({
    'a.yaml': [
      'defaults: { variants: { price: 9, weight: 0.5, inventory: { quantity: 4 } } }',
      'products:',
      '  A: { options: { s: { values: { x: X, y: Y } } }, variants: { matrix: "{sku}-{s}", override: { A-y: { price: 8 } } } }',
      '  B: { variants: { list: { B-1: { weight: 1 } }, each: { inventory: { quantity: 0 } } } }',
      '  C: { price: 1 }',
    ].join('\n'),
  })

  const { A, B, C } = productsOf(loaded)
  expect(errors).toEqual([])
  expect(A?.['Variants']).toMatchObject([
    { code: 'A-x', price: '9', weight: '0.5', Inventory: [{ sku: 'A-x', onCreate: { quantity: '4' } }] },
    { code: 'A-y', price: '8', weight: '0.5' },
  ])
  expect(B?.['Variants']).toMatchObject([{ code: 'B-1', price: '9', weight: '1', Inventory: [{ onCreate: { quantity: '0' } }] }])
  expect(C).toEqual({ sku: 'C', inactive: 'false', price: '1', onCreate: { advanced_pricing: 'false' } })
})

test('defaults of variants leave a product alone that declares none', async () => {
  const { loaded, errors } = await load({
    'a.yaml':
      'defaults: { variants: { weight: 2 } }\nproducts: { A: { price: 1, variants: {} }, B: { price: 1, variants: { list: {} } } }\n',
  })

  const { A, B } = productsOf(loaded)
  expect(errors).toEqual([])
  expect([A?.['Variants'], B?.['Variants'], A?.['option_type']]).toEqual([[], [], ''])
})

test('categories have defaults too', async () => {
  const { loaded, errors } = await load({
    'a.yaml': 'defaults: { categories: { hide: true } }\ncategories: { a: { name: A }, b: { name: B, hide: false } }\n',
  })

  expect(errors).toEqual([])
  expect(loaded.desired.roots.Cat?.map(({ fields }) => [fields['code'], fields['hide']])).toEqual([
    ['a', 'true'],
    ['b', 'false'],
  ])
})

test('an overlay may remove a default for one product, or change the defaults of a folder for its store', async () => {
  const base =
    'defaults: { products: { brand: Northwind, weight: 1 } }\nproducts: { A: { price: 1, title: A }, B: { price: 1, title: B } }\n'

  const loaded = await loadOverlaid(base, 'defaults: { products: { brand: Export } }\nproducts: { A: { weight: !remove } }\n')

  const { A, B } = productsOf(loaded)
  expect(problemLines(loaded)).toEqual([])
  expect([A, B].map((product) => [product?.['brand'], product?.['weight']])).toEqual([
    ['Export', undefined],
    ['Export', '1'],
  ])
})

test.each([
  ['price', 'pricing: { breaks: [0], prices: { default: [7] } }'],
  ['pricing', 'price: 7'],
])('an overlay that removes the %s of a product keeps out the price of the defaults too: both are one slot', async (field, slot) => {
  const base = `defaults: { products: { ${slot} }, variants: { ${slot} } }\nproducts: { A: { title: A }, B: { title: B, price: 1, variants: { list: { B-1: {} } } } }\n`
  const remove = `{ ${field}: !remove }`

  const loaded = await loadOverlaid(base, `products: { A: ${remove}, B: { variants: { each: ${remove} } } }\n`)

  const { A, B } = productsOf(loaded)
  expect(problemLines(loaded)).toEqual([
    expect.stringContaining('A has neither a price nor a grid'),
    expect.stringContaining('variant B-1 has neither a price nor a grid'),
  ])
  expect(A).toEqual({ sku: 'A', title: 'A', inactive: 'false' })
  expect(B?.['Variants']).toEqual([{ code: 'B-1', sku: 'B', sort: '10' }])
})

test('what is wrong in defaults is said once, where it is written', async () => {
  const { loaded, errors } = await load({
    'a.yaml':
      'defaults:\n  products: { brnad: N, slug: tee, weight: heavy, title: T }\n  product: {}\n  variants: 5\nproducts: { A: { price: 1 }, B: { price: 1 } }\n',
    'b.yaml': 'defaults: { products: { brand: Other } }\n',
    'c/d.yaml': 'defaults: [5]\n',
  })

  expect(errors).toEqual([
    'a.yaml:2:15 unknown-key: unknown key "brnad" > Did you mean "brand"?',
    'a.yaml:2:25 unknown-key: unknown key "slug" > It identifies one record, so it cannot be a default: write it in the record.',
    'a.yaml:2:44 wrong-type: "weight" must be a number such as 0.2, found "heavy"',
    'a.yaml:3:3 unknown-key: unknown key "product" > Did you mean "products"?',
    'a.yaml:4:13 wrong-type: "variants" must be a map of fields',
    'b.yaml:1:1 unique-keys: the defaults of this folder are given twice > Keep them in one document.',
    'c/d.yaml:1:11 wrong-type: "defaults" must be a map, one entry per kind of record > Write each kind of record below defaults: on a line that begins with its key and a colon, without a dash.',
  ])
  expect(productsOf(loaded)['A']?.['title']).toBe('T')
})

type Fields = Readonly<Record<string, unknown>>

const timeoutMs = isWhole ? 300_000 : 20_000
const runs = isWhole ? 1_000 : 40

const anyFields: fc.Arbitrary<Fields> = fc.record(
  {
    brand: fc.constantFrom('N', 'F'),
    weight: fc.constantFrom('1', '2'),
    price: fc.constantFrom('3', '4'),
    pricing: fc.constant({ breaks: [0], prices: { default: ['5'] } }),
    attributes: fc.constantFrom({}, { Fit: 'Slim' }),
  },
  { requiredKeys: [] },
)

/** What a product comes to, written out by hand: its own words, then those of the levels, the nearest first. */
function writtenOut(own: Fields, levels: readonly Fields[]): Fields {
  let all = own
  for (const level of levels) {
    const priced = 'price' in all || 'pricing' in all
    const missing = Object.entries(level).filter(([key]) => !(key in all) && !(priced && ['price', 'pricing'].includes(key)))
    all = { ...all, ...Object.fromEntries(missing) }
  }
  return all
}

function named(all: readonly Fields[]): string {
  return stringify({ products: Object.fromEntries(all.map((fields, index) => [`P${index}`, fields])) })
}

test('a product with defaults is the product with all of it written out', { timeout: timeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(anyFields, anyFields, fc.array(anyFields, { minLength: 1, maxLength: 3 }), async (far, near, products) => {
      const filled = await loadWritten({
        'd.yaml': stringify({ defaults: { products: far } }),
        'a/d.yaml': stringify({ defaults: { products: near } }),
        'a/b/p.yaml': named(products),
      })
      const written = await loadWritten({ 'a/b/p.yaml': named(products.map((own) => writtenOut(own, [near, far]))) })

      expect(productsOf(filled)).toEqual(productsOf(written))
    }),
    { numRuns: runs, seed: 4711 },
  )
})
