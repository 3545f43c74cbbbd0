import type { Unsettled } from '../state/state.ts'
import { later, type RunClock } from './clock.ts'
import type { ApplyEvent } from './events.ts'
import { longestAnswerMs } from './hold-lease.ts'
import type { Journal, OperationVerdict } from './journal.ts'

/** The requests of a run whose answer was lost and that may still take effect, though the run has gone on. */
export interface LateWrites {
  /** Reports that a request with these operations can take effect until `settleMs` from now. */
  add(operations: readonly Pick<OperationVerdict['operation'], 'id'>[]): void
  /** True for an operation that was added, also when its request cannot take effect any more. */
  has(operation: Pick<OperationVerdict['operation'], 'id'>): boolean
  /** True while a request with one of these operations can still take effect. */
  mayAct(operations: readonly Pick<OperationVerdict['operation'], 'id'>[]): boolean
  /** True for a verdict that is not recorded before `settle`. */
  isDeferred(verdict: OperationVerdict): boolean
  /**
   * Records how operations ended. One that was sent again is recorded once its first request cannot take effect any more, so that an
   * apply after the death of this process waits for it. `when`: as for the journal.
   */
  conclude(verdicts: readonly OperationVerdict[], when: 'now' | 'soon'): Promise<void>
  /** Waits until nothing of this run can take effect any more: a run that ends by itself never ends before. A stopped run does not wait. */
  settle(): Promise<void>
}

/** How a run waits. */
export interface Waits {
  readonly clock: RunClock
  readonly stop: AbortSignal
  readonly onEvent: (event: ApplyEvent) => void
}

/** The late writes of a run that has sent nothing yet. */
export function openLateWrites({
  journal,
  settleMs,
  ...waits
}: Waits & { readonly journal: Journal; readonly settleMs: number }): LateWrites {
  const open = new Set<string>()
  const deferred: OperationVerdict[] = []
  let untilMs = Number.NEGATIVE_INFINITY
  const isDeferred = ({ operation, seen }: OperationVerdict): boolean => seen === null && open.has(operation.id)
  return {
    add(operations) {
      untilMs = waits.clock.elapsedMs() + settleMs
      for (const { id } of operations) open.add(id)
    },
    has: ({ id }) => open.has(id),
    mayAct: (operations) => waits.clock.elapsedMs() < untilMs && operations.some(({ id }) => open.has(id)),
    isDeferred,
    async conclude(verdicts, when) {
      if (open.size === 0) return journal.conclude(verdicts, when)
      deferred.push(...verdicts.filter(isDeferred))
      await journal.conclude(
        verdicts.filter((verdict) => !isDeferred(verdict)),
        when,
      )
    },
    async settle() {
      await waitFor(untilMs - waits.clock.elapsedMs(), waits)
      if (!waits.stop.aborted) await journal.conclude(deferred.splice(0), 'now')
    },
  }
}

/**
 * Waits until no lost write of an earlier run can take effect any more. Its time begins when its process gave up or died: now at the
 * latest, and no later than an answer can take. `endedBy`: when no process that had sent one before was at work any more.
 */
export async function settleEarlierRuns(unsettled: readonly Unsettled[], waits: Waits, endedBy?: Date): Promise<void> {
  const now = waits.clock.now().getTime()
  // A time after now is of before the clock of the machine was set back.
  const ended = Math.min(now, endedBy?.getTime() ?? now)
  const ends = unsettled.map(({ sentAt, settlesAt }) => {
    const [sent, settles] = [Date.parse(sentAt), Date.parse(settlesAt)]
    return Math.min(sent <= ended ? ended : now, sent + longestAnswerMs) + settles - sent
  })
  await waitFor(Math.max(0, ...ends) - now, waits)
}

async function waitFor(milliseconds: number, { clock, stop, onEvent }: Waits): Promise<void> {
  if (milliseconds <= 0 || stop.aborted) return
  onEvent({ type: 'waiting', step: null, reason: 'settle', seconds: Math.ceil(milliseconds / 1000), until: later(clock, milliseconds) })
  await clock.sleep(milliseconds, stop)
}
