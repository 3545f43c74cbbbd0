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
  { kind: 'bridge-price-low', address, sku, price: '20', highest: { group_code: '', currency_code: 'EUR', start: '0', price: '25' } },
  {
    kind: 'bridge-price-low',
    address,
    sku,
    price: '20',
    highest: { group_code: 'dealer', currency_code: 'EUR', start: '10', price: '25.5' },
  },
  { kind: 'duplicates-in-store', address, sku },
  { kind: 'removes-grid', address, sku, rows: 1_200 },
  { kind: 'removes-left-over-prices', address, sku },
  { kind: 'removes-rows', address, root, resource: 'Variants', rows: 1 },
  { kind: 'shows-hidden', address, root },
  { kind: 'opens-access', address, root },
  { kind: 'dearer-meanwhile', address, root },
  { kind: 'mixes-audiences', address, root },
  { kind: 'price-without-effect', address, sku, price: '8.5' },
  { kind: 'overwrites-file', address, path: 'images/items/tee.jpg' },
]

test('a hazard is one sentence that names its record', () => {
  const sentences = hazards.map(hazardText)

  expect(sentences).toEqual([
    'TEE: for about 1 second all customers pay the simple price instead of the price of their group and quantity.',
    'TEE: while the grid is off, 20.00 at the exchange rate applies instead of the 25.00 EUR that is forced from quantity 0.',
    'TEE: while the grid is off, 20.00 at the exchange rate applies instead of the 25.50 EUR that is forced for group dealer from quantity 10.',
    'TEE: the store has duplicate price entries; which price applies now is not known.',
    'TEE: its grid of 1,200 price entries is removed; the simple price applies.',
    'TEE: the store still has price entries of a removed record; they are deleted first.',
    'Classic tee (product.TEE) loses 1 variant.',
    'TEE: hidden in the store now, visible after the apply.',
    'Classic tee (product.TEE) loses its last access group: everyone can see and buy it.',
    'TEE: prices and discount (or option amounts) change in separate requests: in between customers pay more than before or after.',
    'TEE: prices and all access groups change: for a moment the groups that join or leave see prices that are not theirs.',
    'TEE: customers do not pay the price of 8.50: the store has price entries, which take precedence. Add `pricing: {}` to remove them.',
    'images/items/tee.jpg exists with different content and is overwritten.',
  ])
})

test('hazards that differ only in the record are one sentence with all records, each named once', () => {
  const shown = ['MUG', 'CAP', 'MUG'].map((key): Hazard => ({ kind: 'shows-hidden', address, root: rootRecord('Product', key) }))

  const texts = hazardTexts([...shown, ...hazards.slice(6, 9)])

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
