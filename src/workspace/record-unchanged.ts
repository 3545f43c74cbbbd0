import { type RunClock, later } from '../apply/clock.ts'
import { holdLease, processHolder } from '../apply/hold-lease.ts'
import { OperationalError } from '../errors.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { Plan } from '../plan/plan.ts'
import type { AppliedRoot, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { AppliedBase } from './applied-base.ts'

/** Root records that are written to the state at once. */
const rootsAtOnce = 1000

interface Recording {
  readonly plan: Plan
  readonly applied: AppliedBase
  readonly store: StoreClient
  readonly state: State
  readonly clock: RunClock
}

/**
 * Adopts the root records that a plan found equal: they are what was last applied. Nothing is done where the base is complete with this
 * catalogue already, and where another apply holds the lease: the next one does it.
 */
export async function recordUnchanged({ plan, applied, store, state, clock }: Recording): Promise<void> {
  const name = storeNameInState(store)
  const completeWith = plan.madeFrom.catalogue
  if ((await state.baseCatalogue(name)) === completeWith) return
  const lease = await leaseOrNull(state, { store: name, holder: processHolder(), clock })
  if (!lease) return
  try {
    let batch: AppliedRoot[] = []
    const save = async (more: { readonly completeWith?: string | null } = {}): Promise<void> => {
      await lease.ensure()
      await state.saveBase(name, lease.fence, { at: later(clock, 0), applied: batch, forgotten: [], ...more })
      batch = []
    }
    for await (const root of applied.unchanged()) {
      batch.push(root)
      if (batch.length >= rootsAtOnce) await save()
    }
    // A plan that is limited did not look at the others.
    await save({ completeWith: plan.selection ? null : completeWith })
  } finally {
    await lease.release()
  }
}

async function leaseOrNull(...request: Parameters<typeof holdLease>): Promise<Awaited<ReturnType<typeof holdLease>> | null> {
  try {
    return await holdLease(...request)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'lease-held') return null
    throw error
  }
}
