import { expect, test } from 'vitest'
import { packPlan } from '../../../src/apply/packed-plan.ts'
import { managedOf } from '../../../src/diff/applied-record.ts'
import type { Change } from '../../../src/diff/change.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import { unfinishedRuns } from '../../../src/workspace/unfinished-runs.ts'
import { desired, diffContext, live } from '../../support/desired-records.ts'
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

const [at, expiresAt] = ['2026-11-20T07:00:00.000Z', '2026-11-20T08:00:00.000Z']
const store = memoryStore()
const name = storeNameInState(store)

const mug = (title: string): DesiredRecord => desired('Product', { sku: 'MUG', title, price: '8' })

/** Starts a run of these changes, of which nothing is known afterwards; returns the fence of its lease. */
async function startRun(changes: readonly Change[], state: State): Promise<number> {
  const plan = planOfChanges(changes)
  const { fence } = await state.acquireLease({ store: name, holder: 'test', at, expiresAt })
  const counts = { create: changes.length, update: 0, remove: 0, cannot: 0 }
  const bytes = await packPlan(formatPlanFile(plan))
  await state.startRun({ id: 'run-1', store: name, planHash: plan.planHash, at, plan: bytes, fence, overrides: [], counts })
  return fence
}

test('what a run of many changes left unfinished is known to the next plan', async () => {
  const state = await openState(':memory:')
  await startRun(
    Array.from({ length: many }, (_, number) => upload(number)),
    state,
  )

  const { created, changed } = await unfinishedRuns(store, state)

  expect([[...created], [...changed]]).toEqual([[], ['file.images/items/0.jpg']])
  await state.close()
})

test('what was saved as last applied since is not unfinished: a later plan found it complete', async () => {
  const state = await openState(':memory:')
  const pair = { desired: mug('New'), live: live('Product', { sku: 'MUG', title: 'Old', price: '8' }), base: mug('Old') }
  const fence = await startRun([...diffRoot(pair, diffContext()), upload(0)], state)
  const before = await unfinishedRuns(store, state)
  const applied = [{ resource: 'Product', key: 'MUG', base: { record: managedOf(mug('New')), source: null } }] as const
  const files = [{ path: 'images/items/0.jpg', size: 1, sha256: 'a'.repeat(64) }]
  await state.saveBase(name, fence, { at, applied, forgotten: [], files })

  const after = await unfinishedRuns(store, state)

  expect([before, after].map(({ changed }) => [...changed])).toEqual([['product.MUG title', 'file.images/items/0.jpg'], []])
  await state.close()
})
