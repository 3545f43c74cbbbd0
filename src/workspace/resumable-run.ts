import { unpackPlanToApply } from '../apply/packed-plan.ts'
import { planUnreadable } from '../apply/plan-of-run.ts'
import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { refuseOtherCapabilities } from './check-saved-plan.ts'
import { runsOfStore } from './runs-of-store.ts'

/** A run that failed or was killed, with its plan: pass both to `apply`, which goes on where it stopped. */
export interface ResumableRun {
  readonly run: RunRow
  readonly plan: Plan
}

/**
 * The last run of a store, where it did not end `done`: its process died, it was interrupted, or it was applied in part. `null` where
 * there is nothing to resume. `contentHash`: that of the catalogue. Throws `plan-stale` where the catalogue has changed since, or another version of
 * planogram calculated its hash; for an undo, where the capabilities of the store have changed; and `plan-file-broken` where the plan of the run cannot be read.
 *
 * @example
 * const resumable = await resumableRun({ state, store, contentHash: catalogue.contentHash })
 * if (resumable) await apply({ plan: resumable.plan, runId: resumable.run.id, catalogue, store, state })
 */
export async function resumableRun({
  state,
  store,
  contentHash,
}: {
  readonly state: State
  readonly store: StoreClient
  readonly contentHash: string
}): Promise<ResumableRun | null> {
  const [run] = await runsOfStore(store, state)
  if (!run || run.outcome === 'done') return null
  const bytes = await state.planOf(run.id)
  if (bytes === null) return null
  const plan = await unpackPlanToApply(bytes).catch((error: unknown) => {
    throw planUnreadable(error, run.id, 'resumed')
  })
  if (plan.madeFrom.undoes !== undefined) refuseOtherCapabilities(plan, store)
  else if (plan.madeFrom.catalogue !== contentHash) throw otherCatalogue(run)
  return { run, plan }
}

function otherCatalogue(run: RunRow): OperationalError {
  return new OperationalError(
    'plan-stale',
    `The catalogue is not that of run ${run.id}: it or its config has changed since, or another version of planogram started the run. Nothing was written.`,
    {
      fix: 'Run `planogram apply`: a new plan makes only what is left. To resume, restore the catalogue of that run.',
    },
  )
}
