import { expect, test } from 'vitest'
import { appliedRecord } from '../../../src/diff/applied-record.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { BaseRow } from '../../../src/records/base-record.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

function place(cat_code: string): DesiredRecord {
  return desired('ProdCat', { cat_code })
}

function tee(title: string, places: readonly string[], price = '10'): DesiredRecord {
  return desired('Product', { sku: 'TEE', title, price }, { children: { ProdCat: places.map(place) } })
}

function inStore(title: string, places: readonly string[], price = '10'): RecordTree {
  return live('Product', { sku: 'TEE', title, price }, { ProdCat: places.map((cat_code) => live('ProdCat', { sku: 'TEE', cat_code })) })
}

function entry(price: string): DesiredRecord {
  return desired('PricingAdvanced', { start: '0', end: '9999999', price })
}

/** The base after an apply that leaves every difference of the store as it is. */
function leftAlone(want: DesiredRecord, have: RecordTree | undefined, before: BaseRow | undefined): BaseRow {
  const left = diffRoot({ desired: want, live: have, base: before }, diffContext())
  return appliedRecord({ desired: want, before, left, capabilities: knownCapabilities })
}

const before = appliedRecord({ desired: tee('Tee', ['tees', 'sale']), before: undefined, left: [], capabilities: knownCapabilities })

test('without a difference that is left, the managed part of the catalogue is the base', () => {
  const own = desired('Product', { sku: 'TEE', title: 'Tee' }, { children: { ProdCat: [place('tees')] } })
  const record: DesiredRecord = {
    ...own,
    onCreate: { fields: { advanced_pricing: 'false' }, children: { Inventory: [desired('Inventory', { quantity: '5' })] } },
  }

  const applied = appliedRecord({ desired: record, before: undefined, left: [], capabilities: knownCapabilities })

  expect(applied).toEqual({
    resource: 'Product',
    fields: { sku: 'TEE', title: 'Tee' },
    children: { ProdCat: [{ resource: 'ProdCat', fields: { cat_code: 'tees' }, children: {} }] },
  })
})

test('a field that is left keeps the value of before; one that was never applied stays unknown', () => {
  const known = leftAlone(tee('New', ['tees', 'sale']), inStore('Theirs', ['tees', 'sale']), before)
  const unknown = leftAlone(tee('New', []), inStore('Theirs', []), undefined)

  expect([known.fields['title'], known.fields['price']]).toEqual(['Tee', '10'])
  expect(unknown.fields).toEqual({ sku: 'TEE', price: '10' })
})

test('rows that are left are those of before: one that only the store has, and one that only the catalogue has', () => {
  const applied = leftAlone(tee('Tee', ['tees', 'new']), inStore('Tee', ['tees', 'sale', 'theirs']), before)

  expect(applied.children.ProdCat?.map(({ fields }) => fields['cat_code'])).toEqual(['tees', 'sale'])
})

test('a grid that is left is that of before, and unknown where it was not applied', () => {
  const want = desired('Product', { sku: 'TEE', advanced_pricing: 'true', price: '4' }, { children: { PricingAdvanced: [entry('4')] } })
  const have = live(
    'Product',
    { sku: 'TEE', advanced_pricing: 'true', price: '4' },
    { PricingAdvanced: [live('PricingAdvanced', { uid: '1', sku: 'TEE', start: '0', end: '9999999', price: '5' })] },
  )
  const earlier = appliedRecord({
    desired: { ...want, children: { PricingAdvanced: [entry('3')] } },
    before: undefined,
    left: [],
    capabilities: knownCapabilities,
  })

  expect(leftAlone(want, have, earlier).children.PricingAdvanced?.map(({ fields }) => fields['price'])).toEqual(['3'])
  expect(leftAlone(want, have, undefined).children).toEqual({})
})
