import { expect, test } from 'vitest'
import { appliedRecord } from '../../../src/diff/applied-record.ts'
import { isAppliedSince } from '../../../src/diff/applied-since.ts'
import type { RootedChange } from '../../../src/diff/change.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { BaseRow } from '../../../src/records/base-record.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

interface Values {
  readonly title?: string
  readonly weight?: string
  readonly places?: readonly string[]
  readonly price?: string
}

function tee({ title = 'Tee', weight = '3', places = ['tees'], price = '10' }: Values): DesiredRecord {
  const entry = desired('PricingAdvanced', { start: '0', end: '9999999', price })
  const children = { ProdCat: places.map((cat_code) => desired('ProdCat', { cat_code })), PricingAdvanced: [entry] }
  return desired('Product', { sku: 'TEE', title, weight, advanced_pricing: 'true' }, { children })
}

function inStore(values: Values): RecordTree {
  const asRead = ({ resource, fields, children }: DesiredRecord): RecordTree =>
    live(resource, resource === 'Product' ? fields : { sku: 'TEE', ...fields }, {
      ProdCat: (children.ProdCat ?? []).map(asRead),
      PricingAdvanced: (children.PricingAdvanced ?? []).map(asRead),
    })
  return asRead(tee(values))
}

function saved(record: DesiredRecord): BaseRow {
  return appliedRecord({ desired: record, before: undefined, left: [], capabilities: knownCapabilities })
}

/** What a plan of the catalogue changes, with this base. */
function planned(wanted: DesiredRecord, stored: RecordTree | undefined, base: BaseRow | undefined): readonly RootedChange[] {
  const changes = diffRoot({ desired: wanted, live: stored, base }, diffContext())
  expect(changes).not.toEqual([])
  return changes
}

test.each([
  ['a field', { title: 'New' }, {}],
  ['a row more', { places: ['tees', 'new'] }, {}],
  ['a row less', { places: [] }, {}],
  ['a price entry', { price: '9' }, {}],
  ['a field that somebody has changed too', { title: 'New' }, { title: 'Theirs' }],
] as const)('%s: the base of before the plan is not what it applies, the one after it is', (_, wanted, stored) => {
  const before = saved(tee({}))

  const changes = planned(tee(wanted), inStore(stored), before)

  expect([before, saved(tee(wanted))].map((base) => isAppliedSince(changes, base, knownCapabilities))).toEqual([false, true])
})

test.each([
  ['a new record', undefined],
  ['a record that the catalogue takes over', inStore({ title: 'Theirs' })],
])('%s: any base of it is one of after the plan', (_, stored) => {
  const changes = planned(tee({}), stored, undefined)

  expect(isAppliedSince(changes, saved(tee({})), knownCapabilities)).toBe(true)
})

test.each([
  ['a field', {}, { title: 'Theirs' }],
  ['a row less', {}, { places: [] }],
  ['a row more', {}, { places: ['tees', 'theirs'] }],
  ['a price entry', {}, { price: '9' }],
  ['a number that is written in another way', { weight: '3.0' }, { weight: '4' }],
] as const)('%s that only the store has changed shows nothing: the base is the same before and after', (_, wanted, stored) => {
  const before = saved(tee({}))

  const changes = planned(tee(wanted), inStore(stored), before)

  expect([before, saved(tee(wanted))].map((base) => isAppliedSince(changes, base, knownCapabilities))).toEqual([false, false])
})

test('a record that is created again was applied before: its base shows nothing', () => {
  const changes = planned(tee({}), undefined, saved(tee({})))

  expect(isAppliedSince(changes, saved(tee({})), knownCapabilities)).toBe(false)
})
