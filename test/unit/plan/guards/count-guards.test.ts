import { expect, test } from 'vitest'
import type { RecordChange } from '../../../../src/diff/change.ts'
import { change, field, freshGrid, gridOf, rootRecord, row, updatedProduct } from '../../../support/sample-plan.ts'
import { stopped } from './guard-results.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** A product of the store whose title changes. */
function retitled(sku: string): RecordChange {
  return updatedProduct(sku, [field('title', 'Old', 'New')])
}

/** A place that a product of the store loses. */
function unplaced(sku: string, code: string): RecordChange {
  const root = rootRecord('Product', sku)
  const address = `${root.address}/category.${code}`
  return change({
    address,
    root,
    resource: 'ProdCat',
    action: 'remove',
    key: { sku, cat_code: code },
    source: { file: 'a.yaml', line: 3, column: 1 },
  })
}

/** A product of the store, hidden or shown by the plan. */
function flagged(sku: string, before: string, after: string, base: string | null = null): RecordChange {
  const root = rootRecord('Product', sku)
  const fields = [{ field: 'inactive', before, after, base }]
  return change({ address: root.address, root, resource: 'Product', action: 'update', key: { sku }, fields })
}

test('max_removals: more removed rows than the limit, most of one record first', () => {
  const ten = numbers(10).map((n) => unplaced('A', `c${n}`))
  const places = { places: new Map(numbers(10).map((n) => [`c${n}`, 9])) }

  expect(stopped(ten, { facts: places })).toEqual([])
  expect(stopped([unplaced('B', 'c1'), ...ten], { facts: places })).toEqual([
    'max_removals: 11 records are removed (limit 10)',
    '- product.A (10 records) at a.yaml:3',
    '- product.B/category.c1 at a.yaml:3',
  ])
  expect(stopped([unplaced('B', 'c1'), ...ten], { facts: places, limits: { max_removals: 'off' } })).toEqual([])
  expect(stopped([unplaced('B', 'c1'), ...ten], { facts: places, limits: { max_removals: '1%' } })).toEqual([
    'max_removals: 2 of 100 records are removed or lose a record (limit 1%)',
    '- product.A (10 records) at a.yaml:3',
    '- product.B/category.c1 at a.yaml:3',
  ])
})

test('max_removals: what goes with a variant is one record, and a removal that cannot be made is none', () => {
  const root = rootRecord('Product', 'TEE')
  const variant = change({ address: 'variant.TEE-s', root, resource: 'Variants', action: 'remove', key: { code: 'TEE-s' } })
  const options = numbers(20).map((n) =>
    change({ address: `variant.TEE-s/option.${n}`, root, resource: 'VariantOptions', action: 'remove', key: { variant_code: 'TEE-s' } }),
  )
  const attribute = change({ address: 'product.TEE/attribute.Fit', root, resource: 'ProductAttributes', action: 'cannot', reason: 'No.' })

  expect(stopped([variant, ...options, attribute], { limits: { max_removals: '0' } })).toEqual([
    'max_removals: 1 record is removed (limit 0)',
    '- variant.TEE-s',
  ])
})

test('max_removals: what goes with a product is one record', () => {
  const root = rootRecord('Product', 'TEE')
  const own = change({ address: root.address, root, resource: 'Product', action: 'remove', key: { sku: 'TEE' } })
  const variant = change({ address: 'variant.TEE-s', root, resource: 'Variants', action: 'remove', key: { code: 'TEE-s' } })

  const limits = { max_removals: '0', empty_category: 'off' }

  expect(stopped([own, variant, unplaced('TEE', 'c1'), unplaced('TEE', 'c2')], { limits })).toEqual([
    'max_removals: 1 record is removed (limit 0)',
    '- product.TEE',
  ])
})

test('a share counts records that leave the catalogue among those that exist: 35 of 40 are hidden, not 35 of 5', () => {
  const hidden = numbers(35).map((n): RecordChange => ({ ...flagged(`P${n}`, 'false', 'true'), leaves: true }))
  const slugGivenUp: RecordChange = { ...updatedProduct('OLD', [field('slug', 'mug', '')]), leaves: true }
  const limits = { hide: '30%', max_changes: '90%' }

  expect(stopped(hidden, { facts: { declared: 5 }, limits })[0]).toBe('hide: 35 of 40 records are hidden (limit 30%)')
  expect(stopped([...hidden, slugGivenUp], { facts: { declared: 5 }, limits: { ...limits, hide: '99%', max_changes: '10%' } })[0]).toBe(
    'max_changes: 36 of 41 records change (limit 10%)',
  )
  expect(stopped(hidden.slice(0, 8), { facts: { declared: 32 }, limits: { hide: '20%', max_changes: '20%' } })).toEqual([])
})

test('max_changes: a share of the records that the store has; created ones and fewer than 10 say nothing', () => {
  const created = numbers(50).map((n) => {
    const root = rootRecord('Product', `N${n}`)
    return change({ address: root.address, root, resource: 'Product', action: 'create', key: { sku: `N${n}` } })
  })
  const four = [1, 2, 3, 4].map((n) => retitled(`P${n}`))

  expect(stopped([...created, ...four], { facts: { declared: 60 } })).toEqual([
    'max_changes: 4 of 10 records change (limit 30%)',
    '- product.P1',
    '- product.P2',
    '- product.P3',
    '- product.P4',
  ])
  expect(stopped([...created, ...four.slice(1)], { facts: { declared: 60 } })).toEqual([])
  expect(stopped([...created, ...four], { facts: { declared: 59 } })).toEqual([])
  expect(stopped(created, { facts: { declared: 50 }, limits: { max_changes: '0' } })).toEqual([])
  expect(stopped(four, { limits: { max_changes: '3' } })[0]).toBe('max_changes: 4 records change (limit 3)')
})

test('max_changes: a grid that is created turns on the prices of a record that exists', () => {
  const [owned, alone] = [
    { ...freshGrid, fields: [field('advanced_pricing', 'false', 'true')] },
    { ...freshGrid, fields: [] },
  ]

  const limits = { max_changes: '0', price_change: 'off' }

  expect(stopped([owned], { limits })).toEqual(['max_changes: 1 record changes (limit 0)', '- product.TEE'])
  expect(stopped([alone], { limits })).toEqual([])
})

test('hide and unhide: products that the plan hides, and those that others have hidden', () => {
  const hidden = numbers(11).map((n) => flagged(`H${n}`, 'false', 'true'))
  const shown = [flagged('S', 'true', 'false'), flagged('OURS', 'true', 'false', 'true'), flagged('NEW', 'true', 'false')]

  expect(stopped(hidden.slice(1))).toEqual([])
  expect(stopped(hidden)[0]).toBe('hide: 11 records are hidden (limit 10)')
  expect(stopped(hidden)).toHaveLength(6)
  expect(stopped(shown, { facts: { hiddenByRun: new Set(['product.NEW']) } })).toEqual([
    'unhide: 1 hidden record is shown (limit 0)',
    '- product.S',
  ])
  expect(stopped(shown, { limits: { unhide: '2' } })).toEqual([])
  expect(stopped(shown, { limits: { unhide: '1' } })[0]).toBe('unhide: 2 hidden records are shown (limit 1)')
})

test('open_access: each product once', () => {
  const root = rootRecord('Product', 'TEE')
  const rows = ['dealer', 'vip'].map((group) =>
    change({
      address: `product.TEE/access.${group}`,
      root,
      resource: 'ProdAccessGroup',
      action: 'remove',
      key: { sku: 'TEE', group_code: group },
      opensAccess: true,
    }),
  )

  expect(stopped(rows)).toEqual(['open_access: 1 product loses its last access group, so that everybody can buy', '- product.TEE'])
  expect(stopped(rows, { limits: { open_access: 'off' } })).toEqual([])
})

test('empty_category: the last product is taken out, and no other comes', () => {
  const removed = [unplaced('A', 'sale'), unplaced('B', 'sale')]
  const root = rootRecord('Product', 'C')
  const added = change({
    address: 'product.C/category.sale',
    root,
    resource: 'ProdCat',
    action: 'create',
    key: { sku: 'C', cat_code: 'sale' },
  })

  expect(stopped(removed, { facts: { places: new Map([['sale', 2]]) } })).toEqual([
    'empty_category: 1 category loses its last product that customers see',
    '- category.sale (2 products) at a.yaml:3',
  ])
  expect(stopped(removed, { facts: { places: new Map([['sale', 3]]) } })).toEqual([])
  expect(stopped([...removed, added], { facts: { places: new Map([['sale', 2]]) } })).toEqual([])
  expect(stopped(removed, { facts: { places: new Map([['sale', 2]]) }, limits: { empty_category: 'off' } })).toEqual([])
  expect(stopped(removed, { facts: { places: new Map([['sale', 2]]), moved: new Set(['category.sale']) } })).toEqual([])
})

test('empty_category: a hidden product is gone for customers, and one that is shown comes', () => {
  const places = new Map([['sale', 1]])
  const facts = {
    places,
    placesOf: new Map([
      ['A', ['sale', 'tees']],
      ['B', ['sale']],
    ]),
    hiddenByRun: new Set(['product.B']),
  }
  const retired = flagged('A', 'false', 'true')
  const ofHidden = { ...unplaced('B', 'sale'), root: { ...rootRecord('Product', 'B'), isHidden: true } } as const
  const category = change({
    address: 'category.sale',
    root: rootRecord('Cat', 'sale'),
    resource: 'Cat',
    action: 'update',
    key: { code: 'sale' },
    fields: [field('hide', 'false', 'true')],
  })

  expect(stopped([retired], { facts: { ...facts, places: new Map([...places, ['tees', 2]]) } })).toEqual([
    'empty_category: 1 category loses its last product that customers see',
    '- category.sale (1 product)',
  ])
  expect(stopped([retired, flagged('B', 'true', 'false')], { facts: { ...facts, places: new Map([...places, ['tees', 2]]) } })).toEqual([])
  expect(stopped([ofHidden], { facts })).toEqual([])
  expect(stopped([retired, category], { facts: { ...facts, places: new Map([...places, ['tees', 2]]) } })).toEqual([])
})

test('same_slug: a slug of another record, where customers see both', () => {
  const [taker, owner] = [rootRecord('Product', 'CUP'), rootRecord('Product', 'MUG')]
  const taken = (slugOwner: RecordChange['slugOwner'], root = taker): RecordChange =>
    change({
      address: root.address,
      root,
      resource: 'Product',
      action: 'update',
      key: { sku: 'CUP' },
      fields: [field('slug', 'cup', 'mug')],
      source: { file: 'a.yaml', line: 3, column: 1 },
      ...(slugOwner && { slugOwner }),
    })
  const facts = { slugOwners: new Map([[owner.address, { file: 'a.yaml', line: 2, column: 1 }]]) }
  const kept = taken({ root: owner, keeps: true })

  expect(stopped([kept], { facts })).toEqual([
    'same_slug: 1 record gets the slug of another one that stays visible',
    '- product.CUP at a.yaml:3 gets "mug" of product.MUG at a.yaml:2: give product.MUG another slug, or hide or remove it',
  ])
  expect(stopped([kept], { facts, limits: { same_slug: 'off' } })).toEqual([])
  expect(stopped([taken({ root: owner, keeps: false })], { facts })).toEqual([])
  expect(stopped([taken({ root: { ...owner, isHidden: true }, keeps: true })], { facts })).toEqual([])
  expect(stopped([taken({ root: owner, keeps: true }, { ...taker, isHidden: true })], { facts })).toEqual([])
  expect(stopped([kept, flagged('MUG', 'false', 'true')], { facts })).toEqual([])
  expect(stopped([taken({ root: { ...owner, isHidden: true }, keeps: true }), flagged('MUG', 'true', 'false', 'true')], { facts })).toEqual(
    [
      'same_slug: 1 record gets the slug of another one that stays visible',
      '- product.CUP at a.yaml:3 gets "mug" of product.MUG at a.yaml:2: give product.MUG another slug, or hide or remove it',
    ],
  )
})

test('grid_rows: entries that take the store over the limit, but not beyond one that it is over already, and not in a first apply', () => {
  const rows = numbers(3).map((n) => row(n, n === 3 ? 9_999_999 : n, '5'))
  const grid = {
    owner: 'Product',
    ownerBefore: { price: '5', on: false },
    way: 'fresh',
    before: [],
    after: rows,
    bridgePrice: '5',
    onSale: false,
  } as const
  const changes = [gridOf({ sku: 'A', action: 'create', grid })]
  const limits = { grid_rows: '10' }

  expect(stopped(changes, { limits, facts: { priceEntries: 8 } })).toEqual([
    'grid_rows: the plan adds 3 price entries, which takes the store over the limit of 10',
    '- grid.A (3 entries)',
  ])
  expect(stopped(changes, { limits, facts: { priceEntries: 7 } })).toEqual([])
  expect(stopped(changes, { limits, facts: { priceEntries: 11 } })).toEqual([])
  expect(stopped(changes, { limits, facts: { priceEntries: 8, declared: 0 } })).toEqual([])
  expect(stopped(changes, { limits: { grid_rows: 'off' }, facts: { priceEntries: 8 } })).toEqual([])
})
