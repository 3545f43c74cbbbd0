import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOfRoot } from '../../../src/diff/change.ts'
import { openDecider, settledDecisions } from '../../../src/plan/decisions.ts'
import { rootNeeds } from '../../../src/plan/root-needs.ts'
import { anyChanges } from '../../support/any-changes.ts'
import { change, field, planOf, rootRecord } from '../../support/sample-plan.ts'

const drinks = rootRecord('Cat', 'drinks')
const cup = rootRecord('Product', 'CUP')
const changes = [
  change({
    address: drinks.address,
    root: drinks,
    resource: 'Cat',
    action: 'create',
    key: { code: 'drinks' },
    fields: [field('name', null, 'Drinks')],
  }),
  change({
    address: cup.address,
    root: cup,
    resource: 'Product',
    action: 'update',
    key: { sku: 'CUP' },
    fields: [field('title', 'Cup', 'New cup')],
  }),
  change({
    address: 'place.CUP/drinks',
    root: cup,
    resource: 'ProdCat',
    action: 'create',
    key: { sku: 'CUP', cat_code: 'drinks' },
    fields: [field('sort', null, '3')],
  }),
]

test('a product needs the category that the same plan creates for its place', () => {
  const needs = rootNeeds(changes)

  expect([...needs].map(([address, needed]) => [address, [...needed]])).toEqual([[cup.address, [drinks.address]]])
})

test('skipping the category skips the product; approving the product approves the category', () => {
  const { skip, approve } = openDecider(changes)

  expect([...skip([drinks.address])]).toEqual([drinks.address, cup.address])
  expect([...skip([cup.address])]).toEqual([cup.address])
  expect([...approve([cup.address])]).toEqual([cup.address, drinks.address])
})

test('decisions are settled: nothing unknown, nothing that needs a skipped record, in the order of the plan', () => {
  const settled = settledDecisions(planOf(changes), ['product.UNKNOWN', drinks.address])

  expect(settled.skipped).toEqual([drinks.address, cup.address])
})

test('the two sides of a move need each other', () => {
  const [old, taker] = [rootRecord('Product', 'TEE'), rootRecord('Product', 'SHIRT')]
  const sides = [
    change({ address: taker.address, root: taker, resource: 'Product', action: 'create', key: { sku: 'SHIRT' }, movedFrom: [old] }),
    change({ address: old.address, root: old, resource: 'Product', action: 'update', key: { sku: 'TEE' }, movedTo: taker }),
  ]
  const { skip, approve } = openDecider(sides)

  const found = [skip([old.address]), skip([taker.address]), approve([old.address]), approve([taker.address])]

  expect(found.map((each) => [...each].toSorted())).toEqual([1, 2, 3, 4].map(() => [taker.address, old.address]))
})

test('for any plan and any decisions, nothing that is approved needs something that is skipped', () => {
  let seen = 0
  fc.assert(
    fc.property(anyChanges, fc.array(fc.nat(40), { maxLength: 8 }), (any, picks) => {
      const addresses = [...new Set(any.map(addressOfRoot))]
      const given = picks.flatMap((pick) => addresses[pick] ?? [])
      const skipped = new Set(settledDecisions(planOf(any), given).skipped)
      const needs = rootNeeds(any)
      const broken = addresses.filter(
        (address) => !skipped.has(address) && [...(needs.get(address) ?? [])].some((each) => skipped.has(each)),
      )
      expect(broken).toEqual([])
      expect(given.every((address) => skipped.has(address))).toBe(true)
      seen += skipped.size
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThan(50)
})
