import { expect, test } from 'vitest'
import type { Step } from '../../../src/plan/step.ts'
import { longestTarget, parameterBytes } from '../../../src/records/target-bytes.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { desired, live } from '../../support/desired-records.ts'
import { brief, changesOf, entries, offGrid, onGrid, planned, product, stored, storedEntries } from '../../support/planned-changes.ts'

function sizes(steps: readonly Step[]): number[] {
  return steps.flatMap((step) => (step.kind === 'post' ? [step.records.length] : []))
}

test('prices move in place by uid, new rows are inserted, and the grid stays on', () => {
  const want = product('TEE', onGrid, {
    PricingAdvanced: [
      ...entries('TEE', { '0': '19' }),
      desired('PricingAdvanced', { sku: 'TEE', group_code: 'vip', start: '0', end: '9999999', price: '15' }),
    ],
  })

  const { steps } = planned(changesOf(want, stored('TEE', onGrid, { PricingAdvanced: storedEntries('TEE', { '0': '20' }) })))

  expect(brief(steps)).toEqual([
    's001 grids | insert 1 price entry of TEE | POST PricingAdvanced of 1 | insert',
    's002 grids | update 1 price entry of TEE | POST PricingAdvanced of 1 | by-id after s001',
  ])
  expect(steps[1]).toMatchObject({
    records: [live('PricingAdvanced', { uid: 'TEE-1', sku: 'TEE', start: '0', end: '9999999', price: '19' })],
  })
})

test('breaks cut anew take the bridge, and the plan says what customers pay meanwhile', () => {
  const want = product('TEE', onGrid, { PricingAdvanced: entries('TEE', { '0': '20', '12': '17.5' }) })

  const have = stored('TEE', onGrid, { PricingAdvanced: storedEntries('TEE', { '0': '25' }) })

  const { steps, hazards } = planned(changesOf(want, have, documentedCapabilities))

  expect(brief(steps)).toEqual([
    's001 grids | set simple price and turn off grid of TEE | POST Product of 1 | keyed',
    's002 grids | read back the prices of TEE | read back s001 | read after s001',
    's003 grids | delete all price entries of TEE | DELETE prices TEE | delete after s002',
    's004 grids | insert 2 price entries of TEE | POST PricingAdvanced of 2 | insert after s003',
    's005 grids | read back the prices of TEE | read back s004 | read after s004',
    's006 grids | turn on grid of TEE | POST Product of 1 | keyed after s005',
  ])
  expect(steps[0]).toMatchObject({ records: [live('Product', { sku: 'TEE', price: '25', advanced_pricing: 'false' })] })
  expect(steps[5]).toMatchObject({ records: [live('Product', { sku: 'TEE', price: '20', advanced_pricing: 'true' })] })
  expect(hazards).toEqual([{ kind: 'hides-grid', address: 'grid.TEE', sku: 'TEE', seconds: 4, price: '25' }])
})

test('a price that is forced in a currency does not apply on the bridge, and the plan says so', () => {
  const euro = { sku: 'TEE', group_code: 'vip', currency_code: 'EUR', start: '0', end: '9999999', price: '99' }
  const want = product('TEE', onGrid, { PricingAdvanced: entries('TEE', { '0': '20', '12': '17.5' }) })
  const have = stored('TEE', onGrid, {
    PricingAdvanced: [...storedEntries('TEE', { '0': '20' }), live('PricingAdvanced', { ...euro, uid: '9' })],
  })

  const { hazards } = planned(changesOf(want, have, documentedCapabilities))

  const highest = { group_code: 'vip', currency_code: 'EUR', start: '0', price: '99' }
  expect(hazards).toEqual([
    { kind: 'hides-grid', address: 'grid.TEE', sku: 'TEE', seconds: 4, price: '20' },
    { kind: 'bridge-price-low', address: 'grid.TEE', sku: 'TEE', price: '20', highest },
  ])
})

test('a grid whose bridge was broken off is finished from where it stands', () => {
  const want = product('TEE', onGrid, { PricingAdvanced: entries('TEE', { '0': '20', '12': '17.5' }) })

  const cleared = planned(changesOf(want, stored('TEE', offGrid, { PricingAdvanced: [] })))
  const filled = planned(changesOf(want, stored('TEE', offGrid, { PricingAdvanced: storedEntries('TEE', { '0': '20', '12': '17.5' }) })))

  expect(cleared.steps.map(({ title }) => title)).toEqual([
    'insert 2 price entries of TEE',
    'read back the prices of TEE',
    'turn on grid of TEE',
  ])
  expect(filled.steps.map(({ title }) => title)).toEqual(['update 1 product'])
})

test('a grid is left for the simple price before its rows go', () => {
  const want = product('TEE', { ...offGrid, price: '18' }, { PricingAdvanced: [] })

  const { steps, hazards } = planned(changesOf(want, stored('TEE', onGrid, { PricingAdvanced: storedEntries('TEE', { '0': '25' }) })))

  expect(steps.map(({ title }) => title)).toEqual([
    'set simple price and turn off grid of TEE',
    'read back the prices of TEE',
    'delete all price entries of TEE',
  ])
  expect(hazards).toEqual([{ kind: 'removes-grid', address: 'grid.TEE', sku: 'TEE', rows: 1 }])
})

test('a variant that joins a product on sale has a simple price until its grid is whole, and can be chosen last', () => {
  const variant = desired(
    'Variants',
    { code: 'TEE-s', sku: 'TEE', price: '20', advanced_pricing: 'true' },
    {
      children: {
        PricingAdvanced: entries('TEE-s', { '0': '21' }),
        Inventory: [desired('Inventory', { sku: 'TEE-s', quantity: '5' })],
        VariantOptions: [desired('VariantOptions', { sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })],
      },
    },
  )

  const { steps, hazards } = planned(changesOf(product('TEE', {}, { Variants: [variant] }), stored('TEE', {}, { Variants: [] })))

  expect(brief(steps)).toEqual([
    's001 variants | create 1 variant | POST Variants+Inventory of 1 | keyed',
    's002 grids | insert 1 price entry of TEE-s | POST PricingAdvanced of 1 | insert after s001',
    's003 grids | read back the prices of TEE-s | read back s002 | read after s002',
    's004 grids | turn on grid of TEE-s | POST Variants of 1 | keyed after s001 s003',
    's005 go live | create 1 variant option | POST VariantOptions of 1 | insert after s001 s004',
  ])
  expect(steps[0]).toMatchObject({ records: [{ fields: { code: 'TEE-s', sku: 'TEE', price: '21', advanced_pricing: 'false' } }] })
  expect(steps[3]).toMatchObject({ records: [{ fields: { code: 'TEE-s', price: '20', advanced_pricing: 'true' } }] })
  expect(hazards).toEqual([])
})

test('a variant whose grid is whole and off can be chosen after the grid is on', () => {
  const fields = { code: 'TEE-s', sku: 'TEE', price: '20' }
  const variant = desired(
    'Variants',
    { ...fields, advanced_pricing: 'true' },
    {
      children: {
        PricingAdvanced: entries('TEE-s', { '0': '21' }),
        VariantOptions: [desired('VariantOptions', { sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })],
      },
    },
  )
  const prepared = live(
    'Variants',
    { ...fields, advanced_pricing: 'false' },
    { PricingAdvanced: storedEntries('TEE-s', { '0': '21' }), VariantOptions: [] },
  )

  const { steps } = planned(changesOf(product('TEE', {}, { Variants: [variant] }), stored('TEE', {}, { Variants: [prepared] })))

  expect(brief(steps)).toEqual([
    's001 variants | update 1 variant | POST Variants of 1 | keyed',
    's002 go live | create 1 variant option | POST VariantOptions of 1 | insert after s001',
  ])
})

test('the grid of a variant that nobody can choose any more is turned off when its option values are gone', () => {
  const fields = { code: 'TEE-s', sku: 'TEE', price: '20' }
  const variant = desired('Variants', { ...fields, advanced_pricing: 'false' }, { children: { VariantOptions: [] } })
  const onSale = live(
    'Variants',
    { ...fields, advanced_pricing: 'true' },
    {
      PricingAdvanced: storedEntries('TEE-s', { '0': '21' }),
      VariantOptions: [live('VariantOptions', { code: '9', sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })],
    },
  )

  const { steps } = planned(changesOf(product('TEE', {}, { Variants: [variant] }), stored('TEE', {}, { Variants: [onSale] })))

  expect(brief(steps)).toEqual([
    's001 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"9","variant_code":"TEE-s","o_group":"size"} | delete',
    's002 removals | update 1 variant | POST Variants of 1 | keyed after s001',
  ])
})

test('a variant that leaves goes last: its option values, its prices, itself', () => {
  const variant = live(
    'Variants',
    { code: 'TEE-s', sku: 'TEE', price: '20', advanced_pricing: 'true' },
    {
      PricingAdvanced: storedEntries('TEE-s', { '0': '21' }),
      VariantOptions: [live('VariantOptions', { code: '9', sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })],
    },
  )

  const { steps, hazards } = planned(changesOf(product('TEE', {}, { Variants: [] }), stored('TEE', {}, { Variants: [variant] })))

  expect(brief(steps)).toEqual([
    's001 removals | remove variant.TEE-s/option.size | DELETE VariantOptions {"code":"9","variant_code":"TEE-s","o_group":"size"} | delete',
    's002 removals | set simple price and turn off grid of TEE-s | POST Variants of 1 | keyed after s001',
    's003 removals | read back the prices of TEE-s | read back s002 | read after s002',
    's004 removals | delete all price entries of TEE-s | DELETE prices TEE-s | delete after s001 s003',
    's005 removals | remove variant.TEE-s | DELETE Variants {"code":"TEE-s"} | delete after s001 s004',
  ])
  const root = { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Title of TEE' }
  expect(hazards).toEqual([
    { kind: 'removes-variants', address: 'variant.TEE-s', root, codes: ['TEE-s'], left: { variants: 0, lowest: null, highest: null } },
    { kind: 'removes-rows', address: 'variant.TEE-s/option.size', root, resource: 'VariantOptions', rows: 1 },
  ])
})

test('the skus of one lane fit one DELETE, however long they are: no lane is off while another one deletes', () => {
  const skus = Array.from({ length: 60 }, (_, number) => `${'漢字'.repeat(12)}-${number}`)
  const cut = skus.flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: entries(sku, { '0': '20', '12': '17.5' }) }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, { '0': '20' }) }),
      documentedCapabilities,
    ),
  )

  const { steps } = planned(cut)

  const deleted = steps.flatMap((step) => (step.kind === 'delete-prices' ? [step.skus] : []))
  const off = steps.flatMap((step) =>
    step.kind === 'post' && step.title.startsWith('set simple price') ? [step.records.map(({ fields }) => fields['sku'])] : [],
  )
  const bytes = deleted.map((some) => some.reduce((sum, sku) => sum + parameterBytes('sku', sku), 0))
  expect(deleted.flat()).toEqual(skus)
  expect(deleted.length).toBeGreaterThan(1)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(longestTarget)
  expect(off).toEqual(deleted)
})

test('bodies keep the limits, and the prices of one sku stay together', () => {
  const skus = ['A', 'B', 'C']
  const created = skus.flatMap((sku) => changesOf(product(sku, { inactive: 'true' })))
  const moved = skus.flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: entries(sku, { '0': '1', '10': '2', '20': '3' }) }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, { '0': '4', '10': '5', '20': '6' }) }),
    ),
  )

  const two = planned(created, { limits: { recordsPerRequest: 2 } })
  const small = planned(created, { limits: { bodyBytes: 10 } })
  const grids = planned(moved, { limits: { recordsPerRequest: 2 } })

  expect(sizes(two.steps)).toEqual([2, 1])
  expect(sizes(small.steps)).toEqual([1, 1, 1])
  expect(sizes(grids.steps)).toEqual([3, 3, 3])
})

test('a grid on sale that is re-cut is one body for several skus, read back; what is left over is deleted after that, the first row alone', () => {
  const changes = ['A', 'B'].flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: entries(sku, sku === 'A' ? { '0': '20', '12': '17.5' } : { '0': '19' }) }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, sku === 'A' ? { '0': '25' } : { '0': '25', '5': '24', '9': '23' }) }),
    ),
  )

  const { steps, hazards } = planned(changes)

  expect(brief(steps)).toEqual([
    's001 grids | re-cut 5 price entries of 2 skus | POST PricingAdvanced of 5 | insert',
    's002 grids | read back the prices of 2 skus | read back s001 | read after s001',
    's003 grids | delete price entry B-2 of B | DELETE price B-2 of B | delete after s001 s002',
    's004 grids | read back the prices of B | read back s003 | read after s003',
    's005 grids | delete price entry B-3 of B | DELETE price B-3 of B | delete after s004',
    's006 grids | read back the prices of B | read back s005 | read after s005',
  ])
  expect(hazards).toEqual([])
})

test('rows leave a grid on sale after the others are inserted and updated', () => {
  const vip = desired('PricingAdvanced', { sku: 'TEE', group_code: 'vip', start: '0', end: '9999999', price: '15' })
  const dealer = live('PricingAdvanced', { uid: '9', sku: 'TEE', group_code: 'dealer', start: '0', end: '9999999', price: '14' })
  const want = product('TEE', onGrid, { PricingAdvanced: [...entries('TEE', { '0': '19' }), vip] })
  const have = stored('TEE', onGrid, { PricingAdvanced: [...storedEntries('TEE', { '0': '20' }), dealer] })
  const capabilities = { ...documentedCapabilities, deletes: 'generic' } as const

  const { steps } = planned(changesOf(want, have, capabilities), { capabilities })

  expect(brief(steps)).toEqual([
    's001 grids | insert 1 price entry of TEE | POST PricingAdvanced of 1 | insert',
    's002 grids | update 1 price entry of TEE | POST PricingAdvanced of 1 | by-id after s001',
    's003 grids | delete price entry 9 of TEE | DELETE price 9 of TEE | delete after s001 s002',
    's004 grids | read back the prices of TEE | read back s003 | read after s003',
  ])
})
