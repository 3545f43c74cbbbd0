import type { Operation } from '../plan/operation.ts'
import type { OperationIndex } from '../plan/operations.ts'
import { invariant, type OperationalError } from '../errors.ts'
import { isFileStep, type Step } from '../plan/step.ts'
import { stoppedBefore } from '../store/pace.ts'
import type { AttemptEnd, AttemptStart, State, Verdict } from '../state/state.ts'
import { type Answer, answerOf } from './answer.ts'
import { type RunClock, later } from './clock.ts'
import type { StepOutcome } from './events.ts'
import type { HeldLease } from './hold-lease.ts'
import type { FileOperations } from './file-operations.ts'
import type { StartedRun } from './start-run.ts'
import { createdFiles, openStartsAhead, type Started, type StartsAhead } from './starts-ahead.ts'

/** How one operation ended. */
export interface OperationVerdict {
  readonly operation: Pick<Operation, 'id' | 'step'>
  readonly outcome: StepOutcome
  readonly seen: string | null
  readonly message: string | null
}

/** A request that is to be sent. */
export interface JournalledRequest {
  readonly send: () => Promise<void>
  /** How its operations end where the store confirms it, recorded with the answer; default: that is concluded later. */
  readonly confirmed?: readonly OperationVerdict[]
  /** True where it is sent, too, if its turn comes after the stop of the run. */
  readonly ignoresStop?: true
}

/** What came back for a request; `unsent`: the run was stopped before its turn. */
export type Attempted = Answer | { readonly kind: 'unsent'; readonly error: OperationalError }

/** The journal of one run. */
export interface Journal {
  /**
   * Sends a request: that it will be sent is on disk before, what came back after; of a file within 100 ms, since a file can be looked at again.
   * One whose turn comes after the stop of the run is not sent. Rejects with `lease-lost` before anything is sent.
   */
  attempt(step: Step, operations: readonly Pick<Operation, 'id'>[], request: JournalledRequest): Promise<Attempted>
  /** Records how operations ended. `soon`: resolves at once, and they are on disk within 100 ms. */
  conclude(verdicts: readonly OperationVerdict[], when: 'now' | 'soon'): Promise<void>
  /** Writes the first starts of the files that the plan creates, before they are asked for. */
  startAhead(): void
  /** Takes a write of the run that nobody waits for: where it fails, what comes next does. */
  follow(written: Promise<void>): void
  /** As `finish`, without a wait: no file is uploaded any more. */
  flush(): void
  /** Writes everything, and takes back what was started ahead and not sent. */
  finish(): Promise<void>
}

/** What the journal of a run needs. */
export interface JournalContext extends Omit<StartedRun, 'recorded'> {
  readonly state: State
  readonly runId: string
  readonly lease: HeldLease
  readonly clock: RunClock
  /** How long a lost write can still take effect. */
  readonly settleMs: number
  /** Waits for the turn of a request, or until `stop` is aborted; `null` where it is now. */
  readonly reserve: (stop?: AbortSignal) => Promise<void> | null
  readonly stop: AbortSignal
  readonly steps: readonly Step[]
  readonly index: OperationIndex
  readonly files: FileOperations
}

/** The journal of a run that the state was given. */
export function openJournal(context: JournalContext): Journal {
  const { state, runId, lease, clock, reserve, stop } = context
  const unawaited = openUnawaited()
  const { starts, startNow, withdraw } = openStarts(context, unawaited)

  async function withdrawRest(): Promise<void> {
    const numbers = starts.leave()
    // A write that cannot wait: everything before it is committed with it.
    if (numbers.length > 0 || unawaited.isOpen()) await withdraw(numbers)
  }

  return {
    async attempt(step, operations, { send, confirmed = [], ignoresStop = false }) {
      const turn = reserve(ignoresStop ? undefined : stop)
      if (turn) {
        await turn
        if (stop.aborted && !ignoresStop) return { kind: 'unsent', error: stoppedBefore() }
      }
      unawaited.check()
      const renewed = lease.ensure()
      if (renewed) await renewed
      const started = starts.take(step) ?? startNow(step, operations)
      if (started.written) await started.written
      lease.check()
      let answer: Answer = { kind: 'confirmed' }
      try {
        await send()
      } catch (error) {
        answer = answerOf(error)
      }
      // The verdicts that follow are committed with it.
      const end = { number: started.number, at: later(clock, 0), canWait: isFileStep(step), ...recordedAnswer(answer, confirmed) }
      unawaited.add(state.conclude(runId, lease.fence, end))
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
    startAhead: () => starts.begin(),
    follow: (written) => unawaited.add(written),
    flush: () => unawaited.add(withdrawRest()),
    async finish() {
      await withdrawRest()
      unawaited.check()
    },
  }
}

/** The starts of a run, ahead and in their turn. */
interface Starts {
  readonly starts: StartsAhead
  readonly startNow: (step: Step, operations: Operations) => Started
  readonly withdraw: (numbers: readonly number[]) => Promise<void>
}

function openStarts(context: JournalContext, unawaited: Pick<Unawaited, 'add'>): Starts {
  const { state, runId, lease, clock, settleMs, files } = context
  let number = context.lastNumber

  function start(requests: readonly Pick<AttemptStart, 'step' | 'operations'>[]): readonly Started[] {
    const [at, settlesAt] = [later(clock, 0), later(clock, settleMs)]
    return requests.map((request) => {
      number += 1
      return startedBy(number, state.intend(runId, lease.fence, { ...request, number, at, settlesAt }))
    })
  }
  const withdraw = (numbers: readonly number[]): Promise<void> => state.withdraw(runId, lease.fence, { at: later(clock, 0), numbers })
  const starts = openStartsAhead(uploadsAhead(context), {
    start: (steps) => start(steps.map((step) => ({ step: step.id, operations: [files.of(step).id] }))),
    outdated: (numbers) => unawaited.add(withdraw(numbers)),
    clock,
  })
  return {
    starts,
    startNow(step, operations) {
      const [started] = start([{ step: step.id, operations: operations.map(({ id }) => id) }])
      invariant(started, 'a request has a start')
      return started
    },
    withdraw,
  }
}

function recordedAnswer(answer: Answer, confirmed: readonly OperationVerdict[]): Pick<AttemptEnd, 'answer' | 'message' | 'operations'> {
  if (answer.kind === 'confirmed') return { answer: 'confirmed', message: null, operations: confirmed.map(verdictOf) }
  return { answer: answer.kind === 'busy' ? 'refused' : answer.kind, message: answer.error.message }
}

function verdictOf({ operation: { id, step }, outcome, seen, message }: OperationVerdict): Verdict {
  return { id, step, outcome, seen, message }
}

type Operations = readonly Pick<Operation, 'id'>[]

function startedBy(number: number, written: Promise<void>): Started {
  const started: { number: number; written: Promise<void> | null } = { number, written }
  // Who sends the request gets the error.
  written.then(
    () => (started.written = null),
    () => undefined,
  )
  return started
}

/** Starts that are taken back leave no row: what an earlier part of the run has recorded of an upload would be lost. */
function uploadsAhead({ steps, index, files, journalled }: JournalContext): readonly Step[] {
  const created = createdFiles(steps, index)
  if (journalled.size === 0) return created
  return created.filter((step) => {
    const { id } = files.of(step)
    files.forget(step)
    return !journalled.has(id)
  })
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
      const end = (): void => void (open -= 1)
      written.then(end, (error: unknown) => {
        errors.push(error)
        end()
      })
    },
    isOpen: () => open > 0,
    check() {
      for (const error of errors) throw error
    },
  }
}
