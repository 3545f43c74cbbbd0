import { type RunClock, later } from '../apply/clock.ts'
import { type HeldLease, holdLease, processHolder } from '../apply/hold-lease.ts'
import { OperationalError } from '../errors.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { AppliedRoot } from '../state/base-write.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { runsOfStore } from './runs-of-store.ts'

/** Root records that are written to the state at once. */
const rootsAtOnce = 1000

/** Where the base of a store is written. */
export interface BasePlace {
  readonly store: StoreClient
  readonly state: State
  readonly clock: RunClock
  /** Who writes, for the message of another apply; default: this process. */
  readonly holder?: string
  /** Told of each 1,000 root records that are written, how many there are so far; default: nobody. */
  readonly onSaved?: (records: number) => void
}

/** What is written to a base besides root records. */
interface SavedWith {
  readonly completeWith?: string | null
  /** Default: none. */
  readonly files?: readonly OwnFile[]
  /** `lastRunOf` from before the store was read; default: no run can have written to it since. */
  readonly readAfter?: string
}

/** Identifies the last run of a store, and whether it has ended: where it is the same before and after a read, no run of this state has written meanwhile. */
export async function lastRunOf(store: StoreClient, state: State): Promise<string> {
  const [run] = await runsOfStore(store, state)
  return run === undefined ? '' : `${run.id} ${run.endedAt ?? ''}`
}

/**
 * Writes root records and files to the base of a store, under its lease. `completeWith`: the hash of the
 * catalogue that the base is complete with afterwards; `null`: with none. Returns `null`, or the sentence that says why nothing is written: an apply holds the
 * lease, or has written since the store was read, so that this is not what was last applied.
 */
export async function saveRoots(
  roots: Iterable<AppliedRoot> | AsyncIterable<AppliedRoot>,
  { store, state, clock, holder = processHolder(), onSaved, completeWith, files = [], readAfter }: BasePlace & SavedWith,
): Promise<string | null> {
  const name = storeNameInState(store)
  const lease = await leaseOrReason(state, { store: name, holder, clock })
  if (typeof lease === 'string') return lease
  try {
    if (readAfter !== undefined && (await lastRunOf(store, state)) !== readAfter) return 'An apply has written to the store meanwhile.'
    let batch: AppliedRoot[] = []
    let saved = 0
    const save = async (more: SavedWith = {}): Promise<void> => {
      await lease.ensure()
      await state.saveBase(name, lease.fence, { at: later(clock, 0), applied: batch, forgotten: [], ...more })
      batch = []
    }
    for await (const root of roots) {
      batch.push(root)
      if (batch.length < rootsAtOnce) continue
      await save()
      saved += rootsAtOnce
      onSaved?.(saved)
    }
    if (batch.length + files.length > 0 || completeWith !== undefined)
      await save({ files, ...(completeWith !== undefined && { completeWith }) })
    return null
  } finally {
    await lease.release()
  }
}

async function leaseOrReason(...request: Parameters<typeof holdLease>): Promise<HeldLease | string> {
  try {
    return await holdLease(...request)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'lease-held') return error.message
    throw error
  }
}
