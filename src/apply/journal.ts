import type { LaneOperation } from '../plan/operation.ts'
import type { Step } from '../plan/step.ts'
import type { State } from '../state/state.ts'
import { type Answer, answerOf } from './answer.ts'
import { type RunClock, later } from './clock.ts'
import type { StepOutcome } from './events.ts'
import type { HeldLease } from './hold-lease.ts'

/** How one operation ended. */
export interface OperationVerdict {
  readonly operation: Pick<LaneOperation, 'id' | 'step'>
  readonly outcome: StepOutcome
  readonly seen: string | null
  readonly message: string | null
}

/** The journal of one run. */
export interface Journal {
  /** Sends a request: that it will be sent is on disk before, what came back after. Rejects with `lease-lost` before anything is sent. */
  attempt(step: Step, operations: readonly Pick<LaneOperation, 'id'>[], send: () => Promise<void>): Promise<Answer>
  /** Records how operations ended. */
  conclude(verdicts: readonly OperationVerdict[]): Promise<void>
}

/** The journal of a run that has been started in the state. */
export function openJournal(input: {
  readonly state: State
  readonly runId: string
  readonly lease: HeldLease
  readonly clock: RunClock
  /** How long a lost write can still take effect. */
  readonly settleMs: number
  /** The number of the last request of an earlier part of the run. */
  readonly lastNumber: number
  /** Waits for the turn of a request. */
  readonly reserve: () => Promise<void>
}): Journal {
  const { state, runId, lease, clock, settleMs, reserve } = input
  let number = input.lastNumber
  return {
    async attempt(step, operations, send) {
      await reserve()
      number += 1
      const own = number
      await lease.ensure()
      const times = { at: later(clock, 0), settlesAt: later(clock, settleMs) }
      await state.intend(runId, lease.fence, { number: own, step: step.id, operations: operations.map(({ id }) => id), ...times })
      lease.check()
      const answer = await send().then((): Answer => ({ kind: 'confirmed' }), answerOf)
      const message = answer.kind === 'confirmed' ? null : answer.error.message
      const kind = answer.kind === 'busy' ? 'refused' : answer.kind
      // The verdicts that follow are committed with it; where it fails, they fail too.
      state.conclude(runId, lease.fence, { number: own, at: later(clock, 0), answer: kind, message }).catch(() => undefined)
      return answer
    },
    conclude: async (verdicts) => {
      if (verdicts.length === 0) return
      const operations = verdicts.map(({ operation, outcome, seen, message }) => ({
        id: operation.id,
        step: operation.step,
        outcome,
        seen,
        message,
      }))
      await state.classify(runId, lease.fence, { at: later(clock, 0), operations })
    },
  }
}
