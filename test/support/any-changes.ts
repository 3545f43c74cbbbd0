import * as fc from 'fast-check'
import type { Change, ChangeFrame, GridDiff, UsedDefinition } from '../../src/diff/change.ts'
import { change, field, gridOf, rootRecord, row } from './sample-plan.ts'

const origin = fc.constantFrom('git', 'store', 'both', 'adopt')
const file = fc.constantFrom('products/a.yaml', 'products/b.yaml', 'old/c.yaml')
const source = fc.option(
  file.map((name) => ({ file: name, line: 1, column: 1 })),
  { nil: null },
)
const definition: fc.Arbitrary<UsedDefinition> = fc.record({
  kind: fc.constantFrom('price list', 'defaults', 'overlay'),
  name: fc.constantFrom('tees', 'mugs'),
  source: fc.constant({ file: 'prices.yaml', line: 3, column: 1 }),
})
const definitions = (fields?: readonly string[]): fc.Arbitrary<Pick<ChangeFrame, 'definitions'>> =>
  fc
    .uniqueArray(definition, { maxLength: 2, selector: ({ kind, name }) => `${kind} ${name}` })
    .map((found) => (found.length === 0 ? {} : { definitions: found.map((each) => ({ ...each, ...(fields && { fields }) })) }))

const price = fc.constantFrom('0', '8', '8.5', '9', '10', '80', '1000')
const value = fc.constantFrom('', 'a', 'b', 'Northwind')

function grid(prices: readonly string[], way: GridDiff['way']): GridDiff {
  const [a = '1', b = '1', c = '1', d = '1'] = prices
  return {
    owner: 'Product',
    ownerBefore: { price: '5', on: true },
    way,
    bridgePrice: null,
    onSale: true,
    before: way === 'fresh' ? [] : [row(1, 9, a), row(10, 9_999_999, { price: b, group_code: 'dealer' })],
    after: [row(1, 9, c), row(10, 9_999_999, { price: d, group_code: 'dealer', currency_code: 'EUR' })],
  }
}

/** The changes of one product: of itself, its price grid, places, attributes and a variant. */
function changesOfProduct(index: number): fc.Arbitrary<readonly Change[]> {
  const sku = `P${index}`
  const root = rootRecord('Product', sku, `Product ${index}`)
  const names = ['title', 'brand', 'price', 'inactive']
  const own = fc
    .tuple(
      fc.constantFrom('create', 'update', 'remove', 'cannot'),
      fc.subarray(names),
      fc.tuple(price, value, origin, source, definitions(names)),
    )
    .map(([action, fields, [cost, text, from, at, given]]) =>
      change({
        address: root.address,
        root,
        resource: 'Product',
        action,
        reason: 'no',
        key: { sku },
        fields: fields.map((name) => ({
          ...field(name, name === 'price' ? '8' : 'Northwind', name === 'price' ? cost : text),
          base: from === 'store' ? text : null,
        })),
        origin: from,
        source: at,
        ...given,
      }),
    )
  const prices = fc
    .tuple(fc.array(price, { minLength: 4, maxLength: 4 }), fc.constantFrom('in-place', 'fresh', 'bridge'), definitions(), origin)
    .map(([cells, way, given, from]) => gridOf({ sku, root, action: 'update', grid: grid(cells, way), origin: from, ...given }))
  const row = fc.tuple(fc.constantFrom('create', 'remove', 'cannot'), fc.constantFrom('sale', 'new')).map(([action, code]) =>
    change({
      address: `${root.address}/category.${code}`,
      root,
      resource: 'ProdCat',
      action,
      reason: 'no',
      key: { sku, cat_code: code },
    }),
  )
  const all = [fc.option(own, { nil: null }), fc.option(prices, { nil: null }), fc.option(row, { nil: null })] as const
  return fc.tuple(...all).map((each) => each.filter((found) => found !== null))
}

const category: fc.Arbitrary<readonly Change[]> = fc.constantFrom('create', 'remove', 'update').map((action) => [
  change({
    address: 'category.sale',
    root: rootRecord('Cat', 'sale', 'Sale'),
    resource: 'Cat',
    action,
    key: { code: 'sale' },
    fields: [field('name', 'Sale', 'Sales')],
  }),
])

const files: fc.Arbitrary<readonly Change[]> = fc.subarray(['a', 'b', 'c']).map((names) =>
  names.map((name) => ({
    kind: 'file',
    address: `file.images/${name}.jpg`,
    action: 'create',
    file: { path: `images/${name}.jpg`, from: `images/${name}.jpg`, before: null, after: { size: 1, sha256: 'a'.repeat(64) } },
    origin: 'git',
    source: null,
  })),
)

/** Changes that may have something in common: definitions, edits, categories, documents, drift. */
export const anyChanges: fc.Arbitrary<readonly Change[]> = fc
  .tuple(...[0, 1, 2, 3, 4, 5].map(changesOfProduct), fc.option(category, { nil: [] }), files)
  .map((lists) => lists.flat())
