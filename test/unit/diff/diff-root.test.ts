import { expect, test } from 'vitest'
import type { RootedChange } from '../../../src/diff/change.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { keepDrift } from '../../../src/diff/keep-drift.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'
import { changesOf } from '../../support/planned-changes.ts'

function reasonOf(change: RootedChange): string | undefined {
  return change.action === 'cannot' ? change.reason : undefined
}

function opensAccess(change: RootedChange): boolean {
  return change.kind === 'record' && change.opensAccess === true
}

function brief(changes: readonly RootedChange[]): string[] {
  return changes.map((change) => {
    const fields = change.fields.map(({ field, before, after }) => `${field} ${before ?? '-'} to ${after ?? '-'}`)
    const words = [`${change.action} ${change.address}`, fields.join(', '), reasonOf(change) ?? '']
    return words.filter((word) => word !== '').join(': ')
  })
}

function product(fields: Fields, children: Children<DesiredRecord> = {}): DesiredRecord {
  return desired('Product', { sku: 'TEE', ...fields }, { children })
}

function stored(fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return live('Product', { sku: 'TEE', ...fields }, children)
}

function attributesInStore(sorts: readonly (readonly [label: string, sort: string])[]): RecordTree {
  return stored({}, { ProductAttributes: sorts.map(([label, sort]) => live('ProductAttributes', { sku: 'TEE', label, sort })) })
}

test('a field that differs is a whole value: before, after, origin and place', () => {
  const weight = { file: 'tees.yaml', start: 41, end: 44 }
  const want = desired('Product', { sku: 'TEE', title: 'Tee', weight: '0.25' }, { spans: { weight } })

  const changes = changesOf(want, stored({ title: 'Tee', weight: '0.20', brand: 'not ours' }))

  expect(changes).toEqual([
    {
      kind: 'record',
      address: 'product.TEE',
      action: 'update',
      resource: 'Product',
      root: { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Tee' },
      key: { sku: 'TEE' },
      fields: [{ field: 'weight', before: '0.2', after: '0.25', base: null }],
      origin: 'adopt',
      source: { file: 'tees.yaml', line: 42, column: 1 },
    },
  ])
})

test('values that mean the same to the store are no difference', () => {
  const want = product({ price: '19.95', inactive: 'false', comment: 'a\nb', volume: '', meta_title: 'x' })

  const changes = changesOf(want, stored({ price: '19.950', inactive: '0', comment: ' a\r\nb\n', meta_title: 'x' }))

  expect(changes).toEqual([])
})

test('who moved is told from the base', () => {
  const base = stored({ title: 'Tee', brand: 'B', weight: '1' })
  const origins = [
    [product({ title: 'New' }), stored({ title: 'Tee' })],
    [product({ title: 'Tee' }), stored({ title: 'Theirs' })],
    [product({ title: 'New', brand: 'B' }), stored({ title: 'Tee', brand: 'Theirs' })],
  ] as const

  const seen = origins.map(([want, have]) => diffRoot({ desired: want, live: have, base }, diffContext()).map(({ origin }) => origin))

  expect(seen).toEqual([['git'], ['store'], ['both']])
})

function promoted(comment: string, start_date: string): RecordTree {
  return stored({ comment }, { Merchandising: [live('Merchandising', { sku: 'TEE', discount: '5%', start_date })] })
}

test('a value that only the store has changed is kept as drift, whatever form the catalogue writes it in', () => {
  const promotion = desired('Merchandising', { sku: 'TEE', discount: '5%', start_date: '2026-12-01' })
  const want = product({ comment: 'ours\n' }, { Merchandising: [promotion] })
  const have = promoted('theirs', '2026-12-05 00:00:00')
  const base = promoted('ours\r\n', '2026-12-01 00:00:00')

  const { changes, kept } = keepDrift(diffRoot({ desired: want, live: have, base }, diffContext()))

  const date = 'update merchandising.TEE: start_date 2026-12-05 00:00:00 to 2026-12-01'
  expect([changes, brief(kept)]).toEqual([[], ['update product.TEE: comment theirs to ours\n', date]])
})

test('live-owned values are written on create only', () => {
  const stock = desired('Inventory', { sku: 'TEE' }, { onCreate: { fields: { quantity: '120' }, children: {} } })
  const want = product({ title: 'Tee' }, { Inventory: [stock] })

  const created = changesOf(want, undefined)
  const sold = changesOf(want, stored({ title: 'Tee' }, { Inventory: [live('Inventory', { sku: 'TEE', quantity: '3' })] }))
  const without = changesOf(want, stored({ title: 'Tee' }, { Inventory: [] }))

  expect(brief(created)).toEqual(['create product.TEE: title - to Tee', 'create inventory.TEE: quantity - to 120'])
  expect(sold).toEqual([])
  expect(brief(without)).toEqual(['create inventory.TEE: quantity - to 120'])
})

test('a declared collection is owned whole: missing rows are made, foreign ones go', () => {
  const want = product(
    {},
    { ProdCat: ['tees', 'sale'].map((cat_code, index) => desired('ProdCat', { sku: 'TEE', cat_code, sort: String(index) })) },
  )
  const have = stored({}, { ProdCat: [live('ProdCat', { cat_code: 'old', sort: '1' }), live('ProdCat', { cat_code: 'tees', sort: '5' })] })

  const known = changesOf(want, have)
  const shown = changesOf(want, have, documentedCapabilities)

  expect(brief(known)).toEqual([
    'update product.TEE/category.tees: sort 5 to 0',
    'create product.TEE/category.sale: sort - to 1',
    'remove product.TEE/category.old: sku TEE to -, cat_code old to -, sort 1 to -',
  ])
  expect(shown.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'cannot product.TEE/category.tees',
    'create product.TEE/category.sale',
    'cannot product.TEE/category.old',
  ])
  expect(shown.map(reasonOf)).toEqual([
    'The platform documents no key of this row, so writing it again could duplicate it. Change it in the admin tool, or set capabilities.links.',
    undefined,
    'The platform documents no way to remove this row. Remove it in the admin tool, or set capabilities.deletes.',
  ])
})

test('options and pictures keep the code that the store has, and a new one takes no code that is in use', () => {
  const want = product(
    {},
    {
      Options: [desired('Options', { code: 'TEE-size', sku: 'TEE', o_group: 'size', o_label: 'Size' })],
      ExtraImages: ['new.jpg', 'back.jpg'].map((image, index) =>
        desired('ExtraImages', { code: `hash-00${index + 1}`, sku: 'TEE', image }),
      ),
    },
  )
  const have = stored(
    {},
    {
      Options: [live('Options', { code: 'legacy-1', sku: 'TEE', o_group: 'size', o_label: 'Sizes' })],
      ExtraImages: [
        live('ExtraImages', { code: 'hash-001', sku: 'TEE', image: 'back.jpg' }),
        live('ExtraImages', { code: 'zz', sku: 'TEE', image: 'old.jpg' }),
      ],
    },
  )

  const changes = changesOf(want, have)

  expect(changes.map((change) => [change.action, change.kind === 'record' && change.key])).toEqual([
    ['create', { code: 'hash-003', sku: 'TEE', image: 'new.jpg' }],
    ['remove', { code: 'zz', sku: 'TEE', image: 'old.jpg' }],
    ['update', { code: 'legacy-1', sku: 'TEE', o_group: 'size' }],
  ])
})

test('a row with a code of ours whose picture changes stays the same row', () => {
  const want = product({}, { ExtraImages: [desired('ExtraImages', { code: 'hash-001', sku: 'TEE', image: 'new.jpg' })] })
  const have = stored({}, { ExtraImages: [live('ExtraImages', { code: 'hash-001', sku: 'TEE', image: 'old.jpg' })] })

  const changes = changesOf(want, have)

  expect(brief(changes)).toEqual(['update product.TEE/extra-image.new.jpg: image old.jpg to new.jpg'])
})

test('attributes are renumbered only when their relative order differs', () => {
  const rows = ['Material', 'Fit', 'Care'].map((label, index) =>
    desired('ProductAttributes', { sku: 'TEE', label, sort: String(10 * (index + 1)) }),
  )
  const want = product({}, { ProductAttributes: rows })

  const kept = changesOf(
    want,
    attributesInStore([
      ['Care', '9'],
      ['Fit', '2'],
      ['Material', '1'],
    ]),
  )
  const swapped = changesOf(
    want,
    attributesInStore([
      ['Material', '2'],
      ['Fit', '1'],
      ['Care', '30'],
    ]),
  )
  const between = changesOf(
    want,
    attributesInStore([
      ['Material', '1'],
      ['Care', '2'],
    ]),
  )

  expect(kept).toEqual([])
  expect(brief(swapped)).toEqual(['update product.TEE/attribute.Material: sort 2 to 10', 'update product.TEE/attribute.Fit: sort 1 to 20'])
  expect(brief(between)).toEqual([
    'update product.TEE/attribute.Material: sort 1 to 10',
    'create product.TEE/attribute.Fit: sort - to 20',
    'update product.TEE/attribute.Care: sort 2 to 30',
  ])
})

test('a repeated label is written once where the store tells attributes apart by label', () => {
  const rows = ['Cotton', 'Wool'].map((value) => desired('ProductAttributes', { sku: 'TEE', label: 'Material', value }))
  const want = product({}, { ProductAttributes: rows })

  const byLabel = changesOf(want, stored({}, { ProductAttributes: [] }))
  const byValue = changesOf(want, stored({}, { ProductAttributes: [] }), { ...knownCapabilities, attributes: 'label+value' })

  expect(byLabel.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'create product.TEE/attribute.Material',
    'cannot product.TEE/attribute.Material:2',
  ])
  expect(byValue.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'create product.TEE/attribute.Material',
    'create product.TEE/attribute.Material:2',
  ])
})

test('without a Files API pictures stay as they are, and the rest is done', () => {
  const image = desired('ExtraImages', { code: 'c', sku: 'TEE', image: 'back.jpg' })
  const want = product({ title: 'Tee', image: 'tee.jpg' }, { ExtraImages: [image] })

  const changes = changesOf(want, undefined, { ...knownCapabilities, files: false })

  expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'create product.TEE',
    'cannot product.TEE.image',
    'cannot product.TEE/extra-image.back.jpg',
  ])
  expect(changes[0]?.fields.map(({ field }) => field)).toEqual(['title'])
})

test('a variant that leaves takes its option values and its prices along', () => {
  const want = product({}, { Variants: [] })
  const price = live('PricingAdvanced', { uid: '7', sku: 'TEE-s', price: '5' })
  const link = live('VariantOptions', { code: '3', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })
  const variant = live(
    'Variants',
    { code: 'TEE-s', sku: 'TEE', price: '', advanced_pricing: '1' },
    { PricingAdvanced: [price], VariantOptions: [link] },
  )

  const changes = changesOf(want, stored({ inactive: 'false' }, { Variants: [variant] }))

  expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'remove variant.TEE-s',
    'remove variant.TEE-s/option.size',
    'remove grid.TEE-s',
  ])
  expect(changes[2]?.kind === 'grid' && changes[2].grid).toEqual({
    owner: 'Variants',
    ownerBefore: { price: null, on: true },
    way: 'clear',
    before: [{ uid: '7', group_code: '', currency_code: '', start: '0', end: '9999999', price: '5' }],
    after: [],
    bridgePrice: '5',
    onSale: true,
    ownerRemoved: true,
  })
})

test('taking the last access group away is marked, taking one of two is not', () => {
  const rows = ['dealer', 'vip'].map((group_code) => live('ProdAccessGroup', { sku: 'TEE', group_code }))
  const have = stored({}, { ProdAccessGroup: rows })

  const all = changesOf(product({}, { ProdAccessGroup: [] }), have)
  const one = changesOf(product({}, { ProdAccessGroup: [desired('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })] }), have)

  expect(all.map(opensAccess)).toEqual([true, true])
  expect(one.map(opensAccess)).toEqual([false])
})

test('children that were not read are never taken for missing ones', () => {
  const want = product({}, { ProdCat: [desired('ProdCat', { sku: 'TEE', cat_code: 'tees' })] })

  expect(() => changesOf(want, stored({}))).toThrow('ProdCat of product.TEE was not read')
})
