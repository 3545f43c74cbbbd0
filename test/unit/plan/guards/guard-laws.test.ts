import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../../src/diff/change.ts'
import { diffStore } from '../../../../src/diff/diff-store.ts'
import { scopeOf } from '../../../../src/live/scope-of.ts'
import { evaluateGuards } from '../../../../src/plan/guards/evaluate-guards.ts'
import type { GuardFacts } from '../../../../src/plan/guards/guard-input.ts'
import { mostCases } from '../../../../src/plan/guards/guard-result.ts'
import { guardDefaults, type GuardLimits } from '../../../../src/records/guard-limits.ts'
import type { Desired } from '../../../../src/records/desired.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { anyCatalogue } from '../../../support/any-catalogue.ts'
import { asStored, diffContext, knownCapabilities } from '../../../support/desired-records.ts'
import { modelStore } from '../../../support/model-store.ts'

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

async function* stream(records: readonly RecordTree[]): AsyncGenerator<RecordTree> {
  yield* records
}

/** The changes from one catalogue, as a store has it, to another. */
async function changesBetween(from: Desired, to: Desired): Promise<readonly Change[]> {
  const model = modelStore(knownCapabilities)
  model.seed(Object.values(from.roots).flat().map(asStored))
  const live = scopeOf(to, knownCapabilities).map((scope) => [scope.resource, stream(model.read(scope))])
  const { changes } = await diffStore(to, Object.fromEntries(live), diffContext())
  return changes
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

test('no guard stops a first apply', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, async (catalogue) => {
      const changes = await changesBetween({ roots: {}, files: [] }, catalogue)

      expect(evaluateGuards(changes, narrow, factsOf(catalogue))).toEqual([])
    }),
    runs,
  )
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
