import type { OperationIndex } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'
import type { Operation } from '../plan/operation.ts'
import type { Plan } from '../plan/plan.ts'
import type { SourcePlace } from '../source/source.ts'
import type { StoreClient } from '../store/store-client.ts'
import { later, type RunClock } from './clock.ts'
import type { ApplyEvent, RequestFailure } from './events.ts'
import type { FileOperations } from './file-operations.ts'
import type { FileRemovals } from './file-removals.ts'
import type { Journal } from './journal.ts'
import type { Lanes } from './lanes.ts'
import type { LateWrites } from './late-writes.ts'
import type { SameRefusals } from './same-refusal.ts'
import { slotKindOf, type Slots } from './slots.ts'
import type { Uploads } from './uploads.ts'

/** Finds where the catalogue declares what a plan changes, by address; `null` where it does not. Most runs have no failure to show a place for. */
export function placesOf({ changes }: Pick<Plan, 'changes'>): (address: string) => SourcePlace | null {
  let places: ReadonlyMap<string, SourcePlace | null> | undefined
  return (address) => (places ??= new Map(changes.map((change) => [change.address, change.source]))).get(address) ?? null
}

/** What the parts of one run share. */
export interface ApplyContext {
  readonly index: OperationIndex
  readonly store: StoreClient
  readonly lanes: Lanes
  readonly files: FileOperations
  readonly uploads: Uploads
  readonly removals: FileRemovals
  readonly journal: Journal
  readonly clock: RunClock
  readonly slots: Slots
  /** Aborted: no request is started, and no wait goes on. */
  readonly stop: AbortSignal
  readonly settleMs: number
  readonly late: LateWrites
  readonly refusals: SameRefusals
  /** `placesOf` the plan. */
  readonly placeOf: (address: string) => SourcePlace | null
  readonly onEvent: (event: ApplyEvent) => void
}

const mostNamed = 3

/** Reports that a request with these operations did not succeed, and what is done next. */
export function reportFailedRequest(
  { placeOf, onEvent }: ApplyContext,
  { step, operations }: { readonly step: Step; readonly operations: readonly Operation[] },
  { reason, ...failed }: Pick<RequestFailure, 'message' | 'next'> & { readonly reason: 'busy' | 'lost' },
): void {
  const first = operations.slice(0, mostNamed).map(({ address, root }) => ({ address, source: placeOf(address) ?? placeOf(root.address) }))
  onEvent({ type: 'request-failed', step, reason, failure: { ...failed, records: operations.length, first } })
}

/** Waits without a slot, so that other lanes go on. False where the run was stopped meanwhile. */
export async function waitWithoutSlot(
  { slots, clock, stop, onEvent }: ApplyContext,
  { step, reason, milliseconds }: { readonly step: Step; readonly reason: 'busy' | 'settle'; readonly milliseconds: number },
): Promise<boolean> {
  onEvent({ type: 'waiting', step, reason, seconds: Math.ceil(milliseconds / 1000), until: later(clock, milliseconds) })
  slots.release()
  await clock.sleep(milliseconds, stop)
  await slots.acquire(slotKindOf(step))
  return !stop.aborted
}
