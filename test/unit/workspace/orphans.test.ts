import { expect, test } from 'vitest'
import type { Desired } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { record } from '../../support/apply-bench.ts'
import { desiredTree, startPlanSite } from '../../support/plan-site.ts'

test('rows that hang on nothing are named and do not block', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  site.emulator.seed([
    record('ProdCat', { sku: 'GONE', cat_code: 'tees' }),
    record('Options', { code: 'GONE-size', sku: 'GONE', o_group: 'size' }),
  ])

  const plan = await site.plan()

  expect(plan.madeFrom.certificate.filter(({ orphans }) => orphans > 0)).toEqual([
    { resource: 'Options', seen: 1, total: 2, orphans: 1 },
    { resource: 'ProdCat', seen: 1, total: 2, orphans: 1 },
  ])
  expect(plan.notices).toEqual([
    'prune is not in force yet',
    'The store has 1 option whose parent record does not exist: product.GONE/option.size.',
    'The store has 1 product place whose parent record does not exist: product.GONE/category.tees.',
  ])
  expect(plan.changes).toEqual([])
})

function entry(sku: string, uid: string): RecordTree {
  return record('PricingAdvanced', { uid, sku, start: '0', end: '9999999', price: '5' })
}

test('prices of variants are no orphans where variants are not managed', async () => {
  await using site = await startPlanSite()
  site.emulator.seed([
    record('Product', { sku: 'TEE', title: 'Tee', advanced_pricing: 'true', price: '5' }),
    record('Variants', { code: 'TEE-s', sku: 'TEE' }),
    entry('TEE', '1'),
    entry('TEE-s', '2'),
    entry('GONE', '3'),
  ])
  const wanted = record('Product', { sku: 'TEE', advanced_pricing: 'true', price: '5' }, { PricingAdvanced: [entry('TEE', '')] })
  const withGrid: Desired = { roots: { Product: [desiredTree(wanted)] }, files: [] }

  const { madeFrom } = await site.plan(withGrid)

  expect(madeFrom.certificate.find(({ resource }) => resource === 'PricingAdvanced')).toEqual({
    resource: 'PricingAdvanced',
    seen: 2,
    total: 3,
    orphans: 1,
  })
})

test('the prices, stock and options of an orphan variant are orphans too, and never block', async () => {
  await using site = await startPlanSite()
  site.emulator.seed([
    record('Product', { sku: 'TEE', title: 'Tee', advanced_pricing: 'true', price: '5' }),
    entry('TEE', '1'),
    record('Variants', { code: 'GONE-s', sku: 'GONE' }),
    entry('GONE-s', '2'),
    record('VariantOptions', { sku: 'GONE', variant_code: 'GONE-s', o_group: 'size', o_value: 's' }),
  ])
  const withoutVariants = record('Product', { sku: 'TEE', advanced_pricing: 'true', price: '5' }, { PricingAdvanced: [entry('TEE', '')] })
  const withVariants = { ...withoutVariants, children: { ...withoutVariants.children, Options: [], Variants: [] } }

  const plans = [
    await site.plan({ roots: { Product: [desiredTree(withoutVariants)] }, files: [] }),
    await site.plan({ roots: { Product: [desiredTree(withVariants)] }, files: [] }),
  ]

  expect(plans.map(({ changes }) => changes)).toEqual([[], []])
  expect(plans.map(({ notices }) => notices.slice(1))).toEqual([
    ['The store has 1 price entry whose parent record does not exist: grid.GONE-s.'],
    [
      'The store has 1 price entry whose parent record does not exist: grid.GONE-s.',
      'The store has 1 variant whose parent record does not exist: variant.GONE-s.',
      'The store has 1 variant option whose parent record does not exist: variant.GONE-s/option.size.',
    ],
  ])
})

test('variants of existing products are no orphans beside one whose product is gone', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  site.emulator.seed([record('Variants', { code: 'GONE-s', sku: 'GONE' })])

  const plan = await site.plan()

  expect(plan.madeFrom.certificate.find(({ resource }) => resource === 'Variants')).toEqual({
    resource: 'Variants',
    seen: 1,
    total: 2,
    orphans: 1,
  })
})

test('of many orphans the first are named, in whatever order the store returns them', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  const codes = Array.from({ length: 130 }, (_, index) => String(index).padStart(3, '0'))
  site.emulator.seed(codes.toReversed().map((code) => record('ProdCat', { sku: `GONE-${code}`, cat_code: 'tees' })))

  const plan = await site.plan()

  const names = codes.slice(0, 10).map((code) => `product.GONE-${code}/category.tees`)
  expect(plan.notices.slice(1)).toEqual([
    `The store has 130 product places whose parent records do not exist: ${names.join(', ')}, and others.`,
  ])
})

test('a store that changes while it is read is read once more', async () => {
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  const place = record('ProdCat', { sku: 'TEE', cat_code: 'sale' })
  site.emulator.clearRequests()
  const reads = (): number => site.emulator.requests().filter(({ path }) => path.includes('/Product+')).length
  let isSeeded = false
  site.emulator.betweenRequests(() => {
    if (isSeeded || !site.emulator.requests().some(({ path }) => path.includes('/ProdCat/'))) return
    isSeeded = true
    site.emulator.seed([place])
  })

  const plan = await site.plan()

  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['remove product.TEE/category.sale'])
  expect(reads()).toBe(2)
})

function placeIn(cat_code: string): RecordTree {
  return record('ProdCat', { sku: 'TEE', cat_code, sort: '10' })
}

test('a row without a key that the store has twice, on two pages, beside an orphan: it is counted, named and repaired', async () => {
  await using site = await startPlanSite({}, { links: 'duplicate', order: 'insertion' })
  const codes = Array.from({ length: 2_000 }, (_, index) => `c${String(index)}`)
  site.emulator.seed([
    record('Product', { sku: 'TEE' }),
    ...codes.map(placeIn),
    placeIn('c7'),
    record('ProdCat', { sku: 'GONE', cat_code: 'c1' }),
  ])
  const wanted = record('Product', { sku: 'TEE' }, { ProdCat: codes.map(placeIn) })
  const ofTee: Desired = { roots: { Product: [desiredTree(wanted)] }, files: [] }

  const plan = await site.plan(ofTee)
  const outcome = await site.apply(plan)
  const again = await site.plan(ofTee)

  expect(plan.madeFrom.certificate).toContainEqual({ resource: 'ProdCat', seen: 2_001, total: 2_002, orphans: 1 })
  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['update product.TEE/category.c7'])
  expect(plan.steps.map(({ title }) => title)).toEqual(['delete all copies of product.TEE/category.c7', 'insert 1 product place again'])
  expect(outcome).toBe('done')
  expect(again.changes).toEqual([])
  expect(again.madeFrom.certificate).toContainEqual({ resource: 'ProdCat', seen: 2_000, total: 2_001, orphans: 1 })
})
