import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../../src/diff/change.ts'
import { evaluateGuards } from '../../../../src/plan/guards/evaluate-guards.ts'
import type { GuardFacts } from '../../../../src/plan/guards/guard-input.ts'
import { mostCases } from '../../../../src/plan/guards/guard-result.ts'
import { effectivePrice } from '../../../../src/pricing/effective-price.ts'
import { plainQuery } from '../../../../src/pricing/price-query.ts'
import { pricedRecord } from '../../../../src/pricing/priced-sku.ts'
import { asStored } from '../../../../src/records/as-stored.ts'
import { guardDefaults, type GuardLimits } from '../../../../src/records/guard-limits.ts'
import type { Desired } from '../../../../src/records/desired.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import type { Fields } from '../../../../src/resources/resource.ts'
import { anyCatalogue } from '../../../support/any-catalogue.ts'
import { diffModel, modelOf } from '../../../support/law-model.ts'

const off: GuardLimits = {
  max_removals: 'off',
  max_changes: 'off',
  price_change: 'off',
  price_floor: 'off',
  decimal_slip: 'off',
  tier_inversion: 'off',
  empty_category: 'off',
  open_access: 'off',
  same_slug: 'off',
  hide: 'off',
  unhide: 'off',
  grid_rows: 'off',
  max_plan_age: 'off',
}
/** Every guard as narrow as the config allows. */
const narrow: GuardLimits = {
  ...guardDefaults,
  max_removals: '0',
  max_changes: '0',
  price_change: '0%',
  hide: '0',
  unhide: '0',
  grid_rows: '1',
}
const runs = { numRuns: 200 }

/** The changes from one catalogue, as a store has it, to another. */
function changesBetween(from: Desired, to: Desired): Promise<readonly Change[]> {
  return diffModel(to, modelOf(from))
}

function factsOf({ roots }: Desired): GuardFacts {
  const declared = Object.values(roots).reduce((sum, records) => sum + records.length, 0)
  return { declared, priceEntries: 0, places: new Map(), hiddenByRun: new Set(), drift: 'overwrite' }
}

test('no guard stops an unchanged catalogue, however narrow it is', async () => {
  let records = 0

  await fc.assert(
    fc.asyncProperty(anyCatalogue, async (catalogue) => {
      const facts = factsOf(catalogue)
      records += facts.declared

      const stops = evaluateGuards(await changesBetween(catalogue, catalogue), narrow, facts)

      expect(stops).toEqual([])
    }),
    runs,
  )
  expect(records).toBeGreaterThan(runs.numRuns)
})

/** The prices of one piece of a product that customers see, for each group and with each choice of an option that adjusts it. */
function pricesOf(product: RecordTree): readonly number[] {
  if (product.fields['inactive'] === 'true') return []
  const variants = product.children.Variants ?? []
  return (variants.length > 0 ? variants : [product]).flatMap((owner) => {
    const sku = pricedRecord(product, owner)
    const groups = ['', ...(sku.entries ?? []).map(({ group_code }) => group_code)]
    const starts = [1, ...(sku.entries ?? []).map(({ start }) => Math.max(1, Number(start)))]
    const choices = sku.options.reduce<readonly Fields[]>(
      (all, { name, values }) => all.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value }))),
      [{}],
    )
    return groups.flatMap((group) =>
      starts.flatMap((quantity) =>
        choices.map((options) =>
          Number(effectivePrice(sku, { ...plainQuery, groups: group === '' ? [] : [group], quantity, options }).price ?? 1),
        ),
      ),
    )
  })
}

test('a first apply is stopped by price_floor alone, where a customer pays less', async () => {
  let stopped = 0

  await fc.assert(
    fc.asyncProperty(anyCatalogue, async (catalogue) => {
      const isFree = (catalogue.roots.Product ?? []).map(asStored).some((product) => pricesOf(product).some((price) => price < 0.01))
      const changes = await changesBetween({ roots: {}, files: [] }, catalogue)

      const stops = evaluateGuards(changes, narrow, factsOf(catalogue))

      stopped += stops.length
      expect(stops.map(({ guard }) => guard)).toEqual(isFree ? ['price_floor'] : [])
    }),
    runs,
  )
  expect(stopped).toBeGreaterThan(0)
})

test('between any two catalogues a guard names at most five cases, never more than it found, and off stops nothing', async () => {
  let stopped = 0

  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (from, to) => {
      const changes = await changesBetween(from, to)

      const stops = evaluateGuards(changes, narrow, factsOf(to))

      stopped += stops.length
      expect(stops.filter(({ cases }) => cases.length === 0 || cases.length > mostCases)).toEqual([])
      // Entries that the plan removes elsewhere are taken off those that it adds.
      expect(stops.filter(({ guard, cases, found }) => guard !== 'grid_rows' && cases.length > found)).toEqual([])
      expect(evaluateGuards(changes, off, factsOf(to))).toEqual([])
    }),
    runs,
  )
  expect(stopped).toBeGreaterThan(runs.numRuns)
})
