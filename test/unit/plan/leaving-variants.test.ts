import { expect, test } from 'vitest'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { Capabilities } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { desired, knownCapabilities, live } from '../../support/desired-records.ts'
import { brief, changesOf, entries, offGrid, planned, product, stored, storedEntries } from '../../support/planned-changes.ts'

const matrix = { ...offGrid, option_type: 'Matrix', options_advanced: 'true' }
type Prices = Readonly<Record<string, string>>

/** A variant of TEE in the catalogue, with the option values that it has there. */
function wanted(size: string, fields: Fields, { rows, values = [] }: { rows: Prices; values?: readonly string[] }): DesiredRecord {
  const code = `TEE-${size}`
  const options = values.map((value) => desired('VariantOptions', { sku: 'TEE', variant_code: code, o_group: 'size', o_value: value }))
  const children = { VariantOptions: options, PricingAdvanced: entries(code, rows) }
  return desired('Variants', { code, sku: 'TEE', price: '20', ...fields }, { children })
}

/** The same in the store, which shoppers can choose by its size. */
function onSale(size: string, fields: Fields, rows: Prices): RecordTree {
  const code = `TEE-${size}`
  const option = { code: `o-${size}`, sku: 'TEE', variant_code: code, o_group: 'size', o_value: size }
  const children = { VariantOptions: [live('VariantOptions', option)], PricingAdvanced: storedEntries(code, rows) }
  return live('Variants', { code, sku: 'TEE', price: '20', ...fields }, children)
}

const on = { advanced_pricing: 'true' }
const off = { advanced_pricing: 'false' }

function stepsOf(want: readonly DesiredRecord[], have: readonly RecordTree[], capabilities: Capabilities = knownCapabilities): string[] {
  const changes = changesOf(product('TEE', matrix, { Variants: want }), stored('TEE', matrix, { Variants: have }), capabilities)
  return brief(planned(changes, { capabilities }).steps)
}

const removed =
  's001 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"o-s","variant_code":"TEE-s","o_group":"size"} | delete'

test('the grid of a variant that loses its option values is cleared after these are removed', () => {
  const want = wanted('s', off, { rows: {} })
  const have = onSale('s', on, { '0': '21' })

  const steps = stepsOf([want], [have])

  expect(steps).toEqual([
    removed,
    's002 removals | set simple price and turn off grid of TEE-s | POST Variants of 1 | keyed after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
    's004 removals | delete all price entries of TEE-s | DELETE prices TEE-s | delete after s001 s003',
  ])
})

test('its grid is re-cut after that', () => {
  const want = wanted('s', on, { rows: { '0': '21', '10': '19' } })
  const have = onSale('s', on, { '0': '21' })

  const steps = stepsOf([want], [have])

  expect(steps).toEqual([
    removed,
    's002 removals | re-cut 2 price entries of TEE-s | POST PricingAdvanced of 2 | insert after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
  ])
})

test('its grid takes the bridge after that in a store whose bodies can tear', () => {
  const want = wanted('s', on, { rows: { '0': '21', '10': '19' } })
  const have = onSale('s', on, { '0': '21' })

  const steps = stepsOf([want], [have], { ...knownCapabilities, batches: 'unknown' })

  expect(steps).toEqual([
    removed,
    's002 removals | set simple price and turn off grid of TEE-s | POST Variants of 1 | keyed after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
    's004 removals | delete all price entries of TEE-s | DELETE prices TEE-s | delete after s001 s003',
    's005 removals | insert 2 price entries of TEE-s | POST PricingAdvanced of 2 | insert after s001 s004',
    's006 removals | read back the prices of TEE-s | read back s005 | read after s005',
    's007 removals | turn on grid of TEE-s | POST Variants of 1 | keyed after s001 s006',
  ])
})

test('its grid changes in place after that, and gets new entries first', () => {
  const vip = desired('PricingAdvanced', { sku: 'TEE-s', group_code: 'vip', start: '0', end: '9999999', price: '15' })
  const plain = wanted('s', on, { rows: { '0': '22' } })
  const want = { ...plain, children: { ...plain.children, PricingAdvanced: [...(plain.children.PricingAdvanced ?? []), vip] } }

  const steps = stepsOf([want], [onSale('s', on, { '0': '21' })])

  expect(steps).toEqual([
    removed,
    's002 removals | insert 1 price entry of TEE-s | POST PricingAdvanced of 1 | insert after s001',
    's003 removals | update 1 price entry of TEE-s | POST PricingAdvanced of 1 | by-id after s001 s002',
  ])
})

test('its grid is turned off after that, and its entries change then', () => {
  const want = wanted('s', off, { rows: { '0': '22' } })
  const have = onSale('s', on, { '0': '21' })

  const steps = stepsOf([want], [have])

  expect(steps).toEqual([
    removed,
    's002 removals | set simple price and turn off grid of TEE-s | POST Variants of 1 | keyed after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
    's004 removals | update 1 price entry of TEE-s | POST PricingAdvanced of 1 | by-id after s001 s003',
    's005 removals | read back the prices of TEE-s | read back s004 | read after s004',
  ])
})

test('a single price entry of it is deleted after that', () => {
  const vip = live('PricingAdvanced', { uid: '9', sku: 'TEE-s', group_code: 'vip', start: '0', end: '9999999', price: '15' })
  const plain = onSale('s', on, { '0': '21' })
  const have = { ...plain, children: { ...plain.children, PricingAdvanced: [...(plain.children.PricingAdvanced ?? []), vip] } }

  const steps = stepsOf([wanted('s', on, { rows: { '0': '21' } })], [have])

  expect(steps).toEqual([
    removed,
    's002 removals | delete price entry 9 of TEE-s | DELETE price 9 of TEE-s | delete after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
  ])
})

test('its own fields are updated after that', () => {
  const want = wanted('s', { ...off, price: '25', description: 'Small' }, { rows: {} })
  const have = onSale('s', { ...off, description: 'Smal' }, {})

  const steps = stepsOf([want], [have])

  expect(steps).toEqual([removed, 's002 removals | update 1 variant | POST Variants of 1 | keyed after s001'])
})

test('a variant that keeps its option values, or gets another one, changes at its usual place', () => {
  const want = [
    wanted('s', off, { rows: { '0': '22' } }),
    wanted('m', { ...on, price: '26' }, { rows: { '0': '23' }, values: ['m'] }),
    wanted('l', { ...on, price: '27' }, { rows: { '0': '24' }, values: ['xl'] }),
  ]
  const have = [onSale('s', on, { '0': '21' }), onSale('m', on, { '0': '21' }), onSale('l', on, { '0': '21' })]

  const steps = stepsOf(want, have)

  expect(steps).toEqual([
    's001 variants | update 2 variants | POST Variants of 2 | keyed',
    's002 variant options | update 1 variant option | POST VariantOptions of 1 | by-id',
    's003 grids | update 2 price entries of 2 skus | POST PricingAdvanced of 2 | by-id',
    's004 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"o-s","variant_code":"TEE-s","o_group":"size"} | delete after s001 s002 s003',
    's005 removals | set simple price and turn off grid of TEE-s | POST Variants of 1 | keyed after s001 s002 s003 s004',
    's006 removals | read back the prices of TEE-s | read back s005 | read after s005',
    's007 removals | update 1 price entry of TEE-s | POST PricingAdvanced of 1 | by-id after s004 s006',
    's008 removals | read back the prices of TEE-s | read back s007 | read after s007',
  ])
})

test('the option values of a new variant wait for steps that set prices, but not for those of a variant that loses its own', () => {
  const want = product('TEE', matrix, {
    Variants: [
      wanted('s', { ...off, price: '25' }, { rows: {} }),
      wanted('m', { ...off, price: '26' }, { rows: {}, values: ['m'] }),
      wanted('l', off, { rows: {}, values: ['l'] }),
    ],
    ProductAttributes: [desired('ProductAttributes', { sku: 'TEE', label: 'Material', value: 'Cotton', sort: '10' })],
  })
  const have = stored('TEE', matrix, { Variants: [onSale('s', off, {}), onSale('m', off, {})], ProductAttributes: [] })

  const { steps } = planned(changesOf(want, have))

  expect(brief(steps)).toEqual([
    's001 variants | create 1 variant, update 1 | POST Variants of 2 | keyed',
    's002 attributes | create 1 attribute | POST ProductAttributes of 1 | keyed',
    's003 go live | create 1 variant option | POST VariantOptions of 1 | insert after s001',
    's004 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"o-s","variant_code":"TEE-s","o_group":"size"} | delete after s001 s002 s003',
    's005 removals | update 1 variant | POST Variants of 1 | keyed after s004',
  ])
})

test('where the product changes its kind all subproducts are listed: their prices change at their usual place', () => {
  const listed = { ...matrix, options_advanced: 'false' }
  const want = product('TEE', listed, { Variants: [wanted('s', { ...on, price: '25' }, { rows: { '0': '22' } })] })
  const have = stored('TEE', matrix, { Variants: [onSale('s', on, { '0': '21' })] })

  const { steps } = planned(changesOf(want, have))

  expect(brief(steps)).toEqual([
    's001 variants | update 1 variant | POST Variants of 1 | keyed',
    's002 grids | update 1 price entry of TEE-s | POST PricingAdvanced of 1 | by-id',
    's003 verify | read back 1 product | read back s001 | read after s001',
    's004 go live | switch the options of 1 product | POST Product of 1 | keyed after s001 s002 s003',
    's005 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"o-s","variant_code":"TEE-s","o_group":"size"} | delete after s001 s002 s004',
  ])
})

test('nobody sees the variants of a hidden product: their prices change at their usual place, before it is shown', () => {
  const want = product('TEE', { ...matrix, inactive: 'false' }, { Variants: [wanted('s', { ...off, price: '25' }, { rows: {} })] })
  const have = stored('TEE', { ...matrix, inactive: 'true' }, { Variants: [onSale('s', off, {})] })

  const { steps } = planned(changesOf(want, have))

  expect(brief(steps)).toEqual([
    's001 before prices | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"o-s","variant_code":"TEE-s","o_group":"size"} | delete',
    's002 variants | update 1 variant | POST Variants of 1 | keyed after s001',
    's003 verify | read back 1 product | read back s002 | read after s002',
    's004 go live | show 1 product | POST Product of 1 | keyed after s001 s002 s003',
  ])
})

test('variants that nobody sees are removed before their product becomes one with variants', () => {
  const want = wanted('l', off, { rows: {}, values: ['l'] })
  const have = onSale('s', on, { '0': '9' })
  const simple = { ...offGrid, option_type: 'Simple', options_advanced: 'false' }
  const changes = changesOf(product('TEE', matrix, { Variants: [want] }), stored('TEE', simple, { Variants: [have] }), knownCapabilities)

  const { steps } = planned(changes, { capabilities: knownCapabilities })

  expect(steps.map(({ stage, title }) => `${stage}: ${title}`)).toEqual([
    'before prices: remove variant.TEE-s/option.size',
    'before prices: set simple price and turn off grid of TEE-s',
    'before prices: read back the prices of TEE-s',
    'before prices: delete all price entries of TEE-s',
    'before prices: remove variant.TEE-s',
    'variants: create 1 variant',
    'variant options: create 1 variant option',
    'verify: read back 1 product',
    'go live: switch the options of 1 product',
  ])
})
