import type { LaneOperation } from '../plan/operation.ts'
import { type OperationIndex, operationsOf } from '../plan/operations.ts'
import { isFileStep, type Step } from '../plan/step.ts'
import type { AttemptStart, State, Verdict } from '../state/state.ts'
import { type Answer, answerOf } from './answer.ts'
import { type RunClock, later } from './clock.ts'
import type { StepOutcome } from './events.ts'
import type { HeldLease } from './hold-lease.ts'
import { createdFiles, openStartsAhead, type Started } from './starts-ahead.ts'

/** How one operation ended. */
export interface OperationVerdict {
  readonly operation: Pick<LaneOperation, 'id' | 'step'>
  readonly outcome: StepOutcome
  readonly seen: string | null
  readonly message: string | null
}

/** The journal of one run. */
export interface Journal {
  /**
   * Sends a request: that it will be sent is on disk before, what came back after; of a file within 100 ms, since a file can be looked at again.
   * Rejects with `lease-lost` before anything is sent.
   */
  attempt(step: Step, operations: readonly Pick<LaneOperation, 'id'>[], send: () => Promise<void>): Promise<Answer>
  /** Records how operations ended. `soon`: resolves at once, and they are on disk within 100 ms. */
  conclude(verdicts: readonly OperationVerdict[], when: 'now' | 'soon'): Promise<void>
  /** Writes everything, and takes back what was started ahead and not sent. */
  finish(): Promise<void>
}

/** What the journal of a run needs. */
export interface JournalContext {
  readonly state: State
  readonly runId: string
  readonly lease: HeldLease
  readonly clock: RunClock
  /** How long a lost write can still take effect. */
  readonly settleMs: number
  /** The number of the last request of an earlier part of the run. */
  readonly lastNumber: number
  /** The ids of the operations that an earlier part of the run has in its journal. */
  readonly journalled: ReadonlySet<string>
  /** Waits for the turn of a request. */
  readonly reserve: () => Promise<void>
  readonly steps: readonly Step[]
  readonly index: OperationIndex
}

/** The journal of a run that has been started in the state. */
export function openJournal(context: JournalContext): Journal {
  const { state, runId, lease, clock, settleMs, reserve, index } = context
  const unawaited = openUnawaited()
  let number = context.lastNumber

  function start(step: Step, operations: AttemptStart['operations']): Started {
    number += 1
    const times = { at: later(clock, 0), settlesAt: later(clock, settleMs) }
    return { number, written: state.intend(runId, lease.fence, { number, step: step.id, operations, ...times }) }
  }
  const withdraw = (numbers: readonly number[]): Promise<void> => state.withdraw(runId, lease.fence, { at: later(clock, 0), numbers })
  const starts = openStartsAhead(uploadsAhead(context), {
    start: (step) => start(step, idsOf(operationsOf(step, index))),
    outdated: (numbers) => unawaited.add(withdraw(numbers)),
    clock,
  })

  async function startNow(step: Step, operations: Operations): Promise<number> {
    const started = start(step, idsOf(operations))
    await started.written
    return started.number
  }

  return {
    async attempt(step, operations, send) {
      await reserve()
      unawaited.check()
      await lease.ensure()
      const own = (await starts.take(step)) ?? (await startNow(step, operations))
      lease.check()
      const answer = await send().then((): Answer => ({ kind: 'confirmed' }), answerOf)
      const message = answer.kind === 'confirmed' ? null : answer.error.message
      const kind = answer.kind === 'busy' ? 'refused' : answer.kind
      // The verdicts that follow are committed with it.
      const canWait = isFileStep(step)
      unawaited.add(state.conclude(runId, lease.fence, { number: own, at: later(clock, 0), answer: kind, message, canWait }))
      return answer
    },
    async conclude(verdicts, when) {
      unawaited.check()
      if (verdicts.length === 0) return
      const canWait = when === 'soon'
      const written = state.classify(runId, lease.fence, { at: later(clock, 0), operations: verdicts.map(verdictOf), canWait })
      if (canWait) unawaited.add(written)
      else await written
    },
    async finish() {
      const numbers = starts.leave()
      // A write that cannot wait: everything before it is committed with it.
      if (numbers.length > 0 || unawaited.isOpen()) await withdraw(numbers)
      unawaited.check()
    },
  }
}

function verdictOf({ operation: { id, step }, outcome, seen, message }: OperationVerdict): Verdict {
  return { id, step, outcome, seen, message }
}

type Operations = readonly Pick<LaneOperation, 'id'>[]

function idsOf(operations: Operations): readonly string[] {
  return operations.map(({ id }) => id)
}

/** Starts that are taken back leave no row: what an earlier part of the run has recorded of an upload would be lost. */
function uploadsAhead({ steps, index, journalled }: JournalContext): readonly Step[] {
  const created = createdFiles(steps, index)
  if (journalled.size === 0) return created
  return created.filter((step) => operationsOf(step, index).every(({ id }) => !journalled.has(id)))
}

/** Writes that nobody waits for: the first one that fails is an error of what comes next. */
interface Unawaited {
  add(written: Promise<void>): void
  /** True while one is not committed. */
  isOpen(): boolean
  /** Throws the error of the first that has failed. */
  check(): void
}

function openUnawaited(): Unawaited {
  let open = 0
  const errors: unknown[] = []
  return {
    add(written) {
      open += 1
      void written.catch((error: unknown) => errors.push(error)).then(() => (open -= 1))
    },
    isOpen: () => open > 0,
    check() {
      for (const error of errors) throw error
    },
  }
}
