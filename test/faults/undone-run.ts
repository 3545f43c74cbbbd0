import { sealWebhooks } from '../../src/live/sealed-webhooks.ts'
import { webhooksOfPlan } from '../../src/workspace/webhook-addresses.ts'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import { storeNameInState } from '../../src/live/store-names.ts'
import { openState } from '../../src/state/open-state.ts'
import type { State } from '../../src/state/state.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { planLive } from '../../src/workspace/plan-live.ts'
import { virtualClock } from '../support/virtual-clock.ts'
import type { scenarioBase } from '../support/world.ts'
import type { FlatCatalogue } from '../support/written-catalogue.ts'

/** The id of the run that a stage undoes. */
export const undoneRun = 'run-0'

/** A run as a state has it. */
export interface UndoneRun {
  /** Records it in a state, as if it had been applied with that one. */
  copyTo(state: State): Promise<void>
}

/** Applies a catalogue to a store, without faults. */
export async function applyFirst(catalogue: FlatCatalogue, store: StoreClient, base: ReturnType<typeof scenarioBase>): Promise<UndoneRun> {
  const { desired, contentHash, notices, locate, config, readPicture, resolveWebhook } = catalogue
  const [state, clock] = [await openState(':memory:'), virtualClock()]
  const limits = { concurrency: 1, settleMs: 60_000 }
  const now = (): Date => clock.now()
  const made = { desired, contentHash, notices, locate, resolveWebhook, now, engineVersion: '0.0.0', limits: config.limits }
  const plan = await planLive({ ...made, ...base, store, state })
  const sealed = sealWebhooks(store, webhooksOfPlan(plan, resolveWebhook))
  const [stop, onEvent] = [new AbortController().signal, (): void => undefined]
  const { outcome } = await applyPlan({ plan, store: sealed, state, readPicture, clock, runId: undoneRun, stop, onEvent, limits })
  if (outcome !== 'done') throw new Error(`the run to undo ended ${outcome}`)
  const [bytes, operations, images] = [
    await state.planOf(undoneRun),
    await state.operationsOf(undoneRun),
    await state.preImagesOf(undoneRun),
  ]
  const pictures = await Promise.all(
    [...images.values()].map(async ({ path, sha256 }) => ({ path, sha256, bytes: (await state.keptPicture(sha256)) ?? new Uint8Array() })),
  )
  await state.close()
  const [at, later] = ['2026-11-19T07:00:00.000Z', '2026-11-19T07:01:00.000Z']
  return {
    async copyTo(other) {
      const lease = await other.acquireLease({ store: storeNameInState(store), holder: 'the undone run', at, expiresAt: later })
      const { fence } = lease
      await other.startRun({ id: undoneRun, store: lease.store, planHash: plan.planHash, at, plan: bytes ?? new Uint8Array(), fence })
      for (const [index, { id, step }] of operations.entries()) {
        await other.intend(undoneRun, fence, { number: index + 1, step, operations: [id], at, settlesAt: later })
        await other.conclude(undoneRun, fence, { number: index + 1, at, answer: 'confirmed', message: null })
      }
      const verdicts = operations.map(({ id, step, outcome: end, seen, message }) => ({ id, step, outcome: end ?? 'done', seen, message }))
      await other.classify(undoneRun, fence, { at, operations: verdicts })
      for (const picture of pictures) await other.keepPreImage(undoneRun, fence, { at, ...picture })
      await other.endRun(undoneRun, fence, { outcome: 'done', at })
      await other.releaseLease(lease)
    },
  }
}
