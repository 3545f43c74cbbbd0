import { expect, test } from 'vitest'
import { packPlan } from '../../../src/apply/packed-plan.ts'
import type { Change } from '../../../src/diff/change.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import { openState } from '../../../src/state/open-state.ts'
import { unfinishedRuns } from '../../../src/workspace/unfinished-runs.ts'
import { planOfChanges } from '../../support/large-plan.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { isWhole } from '../../support/whole.ts'

/** In the whole run, more than fit on the stack as the arguments of one call. */
const many = isWhole ? 130_000 : 1_000

function upload(number: number): Change {
  const path = `images/items/${number}.jpg`
  const frame = { kind: 'file', address: `file.${path}`, origin: 'git', source: null } as const
  const file = { path, from: path, before: null, after: { size: 1, sha256: 'a'.repeat(64) } }
  return number === 0 ? { ...frame, action: 'create', file } : { ...frame, action: 'cannot', reason: 'no file', file }
}

test('what a run of many changes left unfinished is known to the next plan', async () => {
  const store = memoryStore()
  const state = await openState(':memory:')
  const plan = planOfChanges(Array.from({ length: many }, (_, number) => upload(number)))
  const name = storeNameInState(store)
  const [at, expiresAt] = ['2026-11-20T07:00:00.000Z', '2026-11-20T08:00:00.000Z']
  const { fence } = await state.acquireLease({ store: name, holder: 'test', at, expiresAt })
  const counts = { create: 1, update: 0, remove: 0, cannot: many - 1 }
  const bytes = await packPlan(formatPlanFile(plan))
  await state.startRun({ id: 'run-1', store: name, planHash: plan.planHash, at, plan: bytes, fence, overrides: [], counts })

  const { created, changed } = await unfinishedRuns(store, state)

  expect([[...created], [...changed]]).toEqual([[], ['file.images/items/0.jpg']])
  await state.close()
})
