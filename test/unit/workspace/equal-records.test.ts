import { expect, test } from 'vitest'
import type { Desired } from '../../../src/records/desired.ts'
import { openEqualRecords } from '../../../src/records/equal-records.ts'
import { record } from '../../support/apply-bench.ts'
import { desiredTree, startPlanSite } from '../../support/plan-site.ts'

test('what was found equal is compared by its text: a later plan of the same store has the same certificate and no changes', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  const equal = openEqualRecords()

  const first = await site.plan(undefined, equal)
  const known = await site.plan(undefined, equal)

  expect(equal.size).toBe(2)
  expect(known).toEqual(first)
  expect(known.madeFrom.certificate.find(({ resource }) => resource === 'VariantOptions')).toEqual({
    resource: 'VariantOptions',
    seen: 1,
    total: 1,
    orphans: 0,
  })
})

test('an edit of a record that was equal is found, with a row of it and in the record itself', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  const equal = openEqualRecords()
  const plans = [await site.plan(undefined, equal)]

  site.emulator.seed([record('Variants', { code: 'TEE-s', sku: 'TEE', price: '6' })])
  plans.push(await site.plan(undefined, equal))
  site.emulator.seed([record('Product', { sku: 'TEE', title: 'T-shirt' })])
  plans.push(await site.plan(undefined, equal))

  expect(plans.map(({ changes }) => changes.map(({ action, address }) => `${action} ${address}`))).toEqual([
    [],
    ['update variant.TEE-s'],
    ['update product.TEE', 'update variant.TEE-s'],
  ])
})

test('rows of variants that are known to be equal are not taken for orphans', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  const equal = openEqualRecords()
  await site.plan(undefined, equal)
  site.emulator.seed([record('VariantOptions', { sku: 'GONE', variant_code: 'GONE-s', o_group: 'size', o_value: 's' })])

  const known = await site.plan(undefined, equal)

  expect(known).toEqual(await site.plan())
  expect(known.notices.slice(1)).toEqual(['The store has 1 variant option whose parent record does not exist: variant.GONE-s/option.size.'])
})

test('a plan with changes says of equal records what a whole comparison says', async () => {
  const wanted: Desired = {
    roots: { Product: ['TEE', 'CUP'].map((sku) => desiredTree(record('Product', { sku, title: sku, slug: sku.toLowerCase() }))) },
    files: [],
  }
  await using site = await startPlanSite()
  await site.apply(await site.plan(wanted))
  site.emulator.seed([record('Product', { sku: 'OLD', title: 'Old', slug: 'tee' })])
  const equal = openEqualRecords()
  await site.plan(wanted, equal)
  site.emulator.seed([record('Product', { sku: 'CUP', title: 'Glass' })])

  const known = await site.plan(wanted, equal)

  expect(known).toEqual(await site.plan(wanted))
  expect(known.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['update product.CUP'])
  expect(known.notices.join(' ')).toContain('slug')
})
