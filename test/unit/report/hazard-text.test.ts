import { expect, test } from 'vitest'
import type { Hazard } from '../../../src/plan/hazard.ts'
import { hazardText, hazardTexts } from '../../../src/report/hazard-text.ts'
import { rootRecord } from '../../support/sample-plan.ts'

const address = 'grid.TEE'
const sku = 'TEE'
const root = rootRecord('Product', 'TEE', 'Classic tee')

/** One hazard of each kind, in the order of its sentence below. */
const hazards: readonly Hazard[] = [
  { kind: 'hides-grid', address, sku, seconds: 1, price: null },
  { kind: 'bridge-price-low', address, sku, price: '20', highest: { group_code: '', start: '0', price: '25' } },
  { kind: 'bridge-price-low', address, sku, price: '20', highest: { group_code: 'dealer', start: '10', price: '25.5' } },
  { kind: 'duplicates-in-store', address, sku },
  { kind: 'removes-grid', address, sku, rows: 1_200 },
  { kind: 'recreates-row', address: 'product.TEE/access.vip', root, resource: 'ProdAccessGroup', copies: 3 },
  { kind: 'left-over', address, key: sku, resource: 'PricingAdvanced', fate: 'removed' },
  { kind: 'left-over', address: 'variant.TEE-s', key: 'TEE-s', resource: 'Variants', fate: 'overwritten' },
  { kind: 'left-over', address: 'merchandising.TEE', key: sku, resource: 'Merchandising', fate: 'cleared' },
  { kind: 'left-over', address: 'product.TEE', key: sku, resource: 'Inventory', fate: 'kept' },
  { kind: 'removes-rows', address, root, resource: 'Variants', rows: 1 },
  { kind: 'shows-hidden', address, root },
  { kind: 'opens-access', address, root },
  { kind: 'price-without-effect', address, sku, price: '8.5' },
  { kind: 'overwrites-file', address, path: 'images/items/tee.jpg' },
]

test('a hazard is one sentence that names its record', () => {
  const sentences = hazards.map(hazardText)

  expect(sentences).toEqual([
    'TEE: for about 1 second all customers pay the simple price instead of the price of their group and quantity.',
    'TEE: while the grid is off all customers pay 20.00, which is below the default price of 25.00 from quantity 0.',
    'TEE: while the grid is off all customers pay 20.00, which is below the 25.50 of group dealer from quantity 10.',
    'TEE: the store has duplicate price entries; which price applies now is not known.',
    'TEE: its grid of 1,200 price entries is removed; the simple price applies.',
    'product.TEE/access.vip: the store has this row 3 times; all are deleted, then one is inserted again.',
    'TEE: the store still has price entries of a removed record; they are deleted first.',
    'TEE-s: the store still has variants of a removed record; they are overwritten.',
    'TEE: the store still has promotions of a removed record; their values are cleared.',
    'TEE: the store still has stock records of a removed record; they are kept and apply to the new record.',
    'Classic tee (product.TEE) loses 1 variant.',
    'TEE: hidden in the store now, visible after the apply.',
    'Classic tee (product.TEE) loses its last access group: everyone can see and buy it.',
    'TEE: customers do not pay the price of 8.50: the store has price entries, which take precedence. Add `pricing: {}` to remove them.',
    'images/items/tee.jpg exists with different content and is overwritten.',
  ])
})

test('hazards that differ only in the record are one sentence with all records, each named once', () => {
  const shown = ['MUG', 'CAP', 'MUG'].map((key): Hazard => ({ kind: 'shows-hidden', address, root: rootRecord('Product', key) }))

  const texts = hazardTexts([...shown, ...hazards.slice(10, 13)])

  expect(texts).toEqual([
    'MUG, CAP, TEE: hidden in the store now, visible after the apply.',
    'Classic tee (product.TEE) loses 1 variant.',
    'Classic tee (product.TEE) loses its last access group: everyone can see and buy it.',
  ])
})

test('text of the catalogue is sanitized', () => {
  const text = hazardText({ kind: 'duplicates-in-store', address, sku: 'a\u001B[2Jb\n' })

  expect(/\p{Cc}/u.test(text)).toBe(false)
  expect(text).toMatch(/^a.*b.*: the store has/u)
})
