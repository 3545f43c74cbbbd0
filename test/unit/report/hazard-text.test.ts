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
  { kind: 'recreates-row', address: 'product.TEE/access.vip', root, resource: 'ProdAccessGroup', copies: 3 },
  { kind: 'left-over', address, key: sku, resource: 'PricingAdvanced', fate: 'removed' },
  { kind: 'left-over', address: 'variant.TEE-s', key: 'TEE-s', resource: 'Variants', fate: 'overwritten' },
  { kind: 'left-over', address: 'merchandising.TEE', key: sku, resource: 'Merchandising', fate: 'cleared' },
  { kind: 'left-over', address: 'product.TEE', key: sku, resource: 'Inventory', fate: 'kept' },
  { kind: 'removes-rows', address, root, resource: 'VariantOptions', rows: 1 },
  { kind: 'removes-variants', address, root, codes: ['TEE-s'], left: { variants: 2, lowest: '8', highest: '9.5' } },
  { kind: 'removes-variants', address, root, codes: ['TEE-s', 'TEE-m'], left: { variants: 1, lowest: '8', highest: '8' } },
  { kind: 'removes-variants', address, root, codes: ['TEE-s'], left: { variants: 0, lowest: '8', highest: '8' } },
  { kind: 'removes-variants', address, root, codes: ['TEE-s'], left: { variants: 0, lowest: null, highest: null } },
  { kind: 'shows-hidden', address, root },
  { kind: 'opens-access', address, root },
  { kind: 'dearer-meanwhile', address, root },
  { kind: 'mixes-audiences', address, root },
  { kind: 'price-without-effect', address, sku, price: '8.5' },
  { kind: 'price-slip', address, sku, before: '9.9', after: '990', of: { kind: 'simple' }, others: 0 },
  { kind: 'price-slip', address, sku, before: '8.6', after: '850', of: { kind: 'simple' }, others: 0 },
  { kind: 'price-slip', address, sku, before: '850', after: '8.6', of: { kind: 'simple' }, others: 0 },
  {
    kind: 'price-slip',
    address,
    sku,
    before: '15',
    after: '1.5',
    of: { kind: 'grid', group_code: 'vip', currency_code: 'EUR', start: '10' },
    others: 2,
  },
  { kind: 'price-slip', address, sku, before: '-2', after: '-20', of: { kind: 'option', option: 'glaze', value: 'gold' }, others: 1 },
  { kind: 'same-slug', address, root, slug: 'tee', owner: rootRecord('Product', 'OLD', 'Old tee'), lasts: true },
  { kind: 'same-slug', address, root, slug: 'tee', owner: rootRecord('Cat', 'tees', 'Tees'), lasts: false },
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
    'product.TEE/access.vip: the store has this row 3 times; all are deleted, then one is inserted again.',
    'TEE: the store still has price entries of a removed record; they are deleted first.',
    'TEE-s: the store still has variants of a removed record; they are overwritten.',
    'TEE: the store still has promotions of a removed record; their values are cleared.',
    'TEE: the store still has stock records of a removed record; they are kept and apply to the new record.',
    'Classic tee (product.TEE) loses 1 variant option.',
    'Classic tee (product.TEE) loses variant TEE-s, which customers can no longer buy. 2 variants can be bought afterwards from 8.00 to 9.50.',
    'Classic tee (product.TEE) loses 2 variants that customers can no longer buy: TEE-s, TEE-m. 1 variant can be bought afterwards for 8.00.',
    'Classic tee (product.TEE) loses variant TEE-s, which customers can no longer buy. No variant is left: customers buy the product itself for 8.00.',
    'Classic tee (product.TEE) loses variant TEE-s, which customers can no longer buy. No variant is left, and the catalogue has no price for the product itself.',
    'TEE: hidden in the store now, visible after the apply.',
    'Classic tee (product.TEE) loses its last access group: everyone can see and buy it.',
    'TEE: prices and discount (or option amounts) change in separate requests: in between customers pay more than before or after.',
    'TEE: prices and all access groups change: for a moment the groups that join or leave see prices that are not theirs.',
    'TEE: customers do not pay the price of 8.50: the store has price entries, which take precedence. Add `pricing: {}` to remove them.',
    'TEE: the price moves from 9.90 to 990.00, 100 times as much. Check the decimal point.',
    'TEE: the price moves from 8.60 to 850.00, about 100 times as much. Check the decimal point.',
    'TEE: the price moves from 850.00 to 8.60, about 1/100 of it. Check the decimal point.',
    'TEE: the price of group vip from quantity 10 in EUR moves from 15.00 to 1.50, 1/10 of it; 2 other prices of it do so too. Check the decimal point.',
    'TEE: the amount of option glaze = gold moves from -2.00 to -20.00, 10 times as much; 1 other price of it does so too. Check the decimal point.',
    'Classic tee (product.TEE) gets the slug "tee" of Old tee (product.OLD), which keeps it: one address cannot show both.',
    'Classic tee (product.TEE) gets the slug "tee" of Tees (category.tees), which gets another one: for a moment both can have it.',
    'images/items/tee.jpg exists with different content and is overwritten.',
  ])
})

test('hazards that differ only in the record are one sentence with all records, each named once', () => {
  const shown = ['MUG', 'CAP', 'MUG'].map((key): Hazard => ({ kind: 'shows-hidden', address, root: rootRecord('Product', key) }))

  const texts = hazardTexts([...shown, ...hazards.filter(({ kind }) => ['removes-rows', 'shows-hidden', 'opens-access'].includes(kind))])

  expect(texts).toEqual([
    'MUG, CAP, TEE: hidden in the store now, visible after the apply.',
    'Classic tee (product.TEE) loses 1 variant option.',
    'Classic tee (product.TEE) loses its last access group: everyone can see and buy it.',
  ])
})

test('text of the catalogue is sanitized', () => {
  const text = hazardText({ kind: 'duplicates-in-store', address, sku: 'a\u001B[2Jb\n' })

  expect(/\p{Cc}/u.test(text)).toBe(false)
  expect(text).toMatch(/^a.*b.*: the store has/u)
})
