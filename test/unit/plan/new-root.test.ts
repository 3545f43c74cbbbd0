import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneOf } from '../../../src/plan/lane.ts'
import { isNewRoot } from '../../../src/plan/new-root.ts'
import type { LaneParts } from '../../../src/plan/operation.ts'
import { indexOperations } from '../../../src/plan/operations.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { planOfChanges } from '../../support/large-plan.ts'
import { diffModel, modelOf } from '../../support/law-model.ts'
import { modelStore } from '../../support/model-store.ts'

/** True for a root that is created and of whose targets the store has nothing, by its lane. */
function isNewByLane(parts: LaneParts): boolean {
  const { tracks } = laneOf(parts, knownCapabilities)
  const isCreated = parts.changes.some(({ address, action }) => address === parts.root.address && action === 'create')
  return (
    isCreated &&
    [...tracks.values()].every(
      ({ images: [first], isLeftOver }) => first?.rows.length === 0 && first.mode === 'exact' && isLeftOver !== true,
    )
  )
}

test('law: a root is new where it is created and every track of its lane begins without rows', async () => {
  const counts = { created: 0, others: 0 }
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, fc.boolean(), async (before, after, startsEmpty) => {
      const changes = await diffModel(after, startsEmpty ? modelStore(knownCapabilities) : modelOf(before))
      const roots = [...indexOperations(planOfChanges(changes)).roots.values()]

      const found = roots.map((parts) => [parts.root.address, isNewRoot(parts)])

      expect(found).toEqual(roots.map((parts) => [parts.root.address, isNewByLane(parts)]))
      for (const [, isNew] of found) counts[isNew === true ? 'created' : 'others'] += 1
    }),
    { numRuns: 100 },
  )
  expect(Math.min(counts.created, counts.others)).toBeGreaterThan(100)
})
