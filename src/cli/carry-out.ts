import { systemClock } from '../apply/clock.ts'
import { checkConverged, type Convergence } from '../apply/check-converged.ts'
import type { ApplyEvent, Run } from '../apply/events.ts'
import { exitCodes, OperationalError } from '../errors.ts'
import type { Override } from '../plan/guards/override.ts'
import type { Plan } from '../plan/plan.ts'
import { countOf } from '../source/counts.ts'
import { runMarkdown } from '../report/markdown/run-markdown.ts'
import { type RunGoal, runGoal } from '../report/run-goal.ts'
import { runText } from '../report/run-text.ts'
import { apply as applyPlan, type ApplyOptions, runIdOf } from '../workspace/apply.ts'
import type { GivenBase } from '../workspace/plan-live.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { GlobalOptions } from './global-options.ts'
import type { ProgramOutput } from './program-output.ts'
import { saveReport } from './save-report.ts'
import { startReporter } from './start-reporter.ts'
import { isInteractive, type Surroundings } from './surroundings.ts'

/** Where an approved plan is carried out. */
export interface ApplySession {
  readonly catalogue: ApplyOptions['catalogue']
  readonly connection: Connection
  readonly output: ProgramOutput
  readonly global: GlobalOptions
  readonly surroundings: Surroundings
  /** What was applied before, from `--base`; default: what the state has. */
  readonly base?: GivenBase | undefined
  /** When no earlier run of the store was at work any more, from `waitForEarlierRuns`; default: now. */
  readonly endedBy?: Date | undefined
  /** The file of `--report`; default: none. */
  readonly report?: string | undefined
  /** Called with every event of the run too. */
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined
  /** True where the connection is a copy of the store; default false. */
  readonly isRehearsal?: boolean
}

/** What follows a run. */
export interface AfterRun {
  /** Plans again after the run, from a read of the store that `stop` ends: without changes, the run has reached its goal. */
  readonly planAgain: (run: Run, stop: AbortSignal) => Promise<Plan>
  /** Prints whether the price tests hold in the store; true where all of them do. */
  readonly testPrices: () => Promise<boolean>
}

/** An approved plan, and the run that carries it out. */
export interface Approved {
  readonly plan: Plan
  readonly runId: string
  readonly strict: boolean
  readonly overrides: readonly Override[]
}

/** The id of a run that starts now. */
export function newRunId({ now, randomId }: Surroundings): string {
  return runIdOf(now(), randomId())
}

/** A run that has ended, and what follows it. It holds nothing of the plan, which can be most of what is in memory. */
export interface CarriedOut {
  readonly run: Run
  readonly goal: RunGoal
  /** The first signal that came during the run. */
  readonly signal: Signal | undefined
  readonly after: AfterRun
}

/** Applies an approved plan; `after` must not hold it. What follows is `finishRun`. */
export async function carryOut(approved: Approved, session: ApplySession, after: AfterRun): Promise<CarriedOut> {
  const { run, signal } = await performRun(approved, session)
  return { run, goal: runGoal(approved.plan, run, session.isRehearsal), signal, after }
}

/** Reads the store again and prints the result of a run; resolves to the exit code. The caller has to let the plan go before: it is planned again. */
export async function finishRun({ run, goal, signal, after }: CarriedOut, session: ApplySession): Promise<number> {
  const { connection, output, surroundings } = session
  const { check, error, stoppedBy } = await looked(run, signal, () => finalLook(run, after, surroundings))
  await output.result(runText({ goal, run, check }, output.theme, output.width))
  saveReport((size) => runMarkdown({ goal, run, check }, size), { ...session, report: session.report })
  if (error !== undefined) throw error
  if (stoppedBy !== undefined) {
    output.note('The final look at the store was interrupted. Run `planogram plan` to see whether the store matches the catalogue.\n')
    return exitCodeOf(stoppedBy)
  }
  const pricesHold = check === null || (await after.testPrices())
  const { reads, writes, uploads } = connection.store.requests()
  output.note(`${countOf(reads, 'read')}, ${countOf(writes, 'write')}, ${countOf(uploads, 'upload')}; ${recordText(run, session)}\n`)
  if (run.outcome === 'interrupted') return exitCodeOf(signal)
  if (run.outcome === 'moved') return exitCodes.stale
  return run.outcome === 'done' && check?.converged === true && pricesHold ? exitCodes.done : exitCodes.partial
}

/** Where the run is recorded; of a rehearsal nothing is. */
function recordText({ id }: Run, { catalogue, connection, isRehearsal = false }: ApplySession): string {
  return isRehearsal ? `nothing was written to store ${connection.store.name}` : `run ${id} is recorded in ${catalogue.config.state}`
}

/** Waits before the second and the third look: a store may show a write a moment later (docs/assumptions.md W38). */
const pausesMs = [500, 2_000] as const

/** What the final look has found; `check` is `null` where it failed or a signal ended it. */
interface Looked {
  readonly check: Convergence | null
  readonly error?: OperationalError
  readonly stoppedBy?: Signal
}

/** Looks at the store, unless nothing was written, or a signal came while the last requests were in flight. */
async function looked(run: Run, stoppedBy: Signal | undefined, look: () => Promise<Looked>): Promise<Looked> {
  if (run.outcome === 'interrupted' || run.outcome === 'moved') return { check: null }
  return run.outcome === 'done' && stoppedBy !== undefined ? { check: null, stoppedBy } : look()
}

/** Reads the store until it matches the catalogue, three times at most; after an error, or a signal, the summary of the run comes first. */
async function finalLook(run: Run, { planAgain }: AfterRun, { onSignal, abandon }: Surroundings): Promise<Looked> {
  const stop = new AbortController()
  const stopped = Promise.withResolvers<Looked>()
  const off = onSignal((stoppedBy) => {
    if (stop.signal.aborted) abandon()
    stop.abort()
    stopped.resolve({ check: null, stoppedBy })
  })
  const look = (): Promise<Convergence> => checkConverged(() => planAgain(run, stop.signal))
  try {
    return await Promise.race([lookThrice(run, look), stopped.promise])
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { check: null, error }
  } finally {
    off()
  }
}

async function lookThrice(run: Run, look: () => Promise<Convergence>): Promise<Looked> {
  let check = await look()
  for (const pause of run.outcome === 'done' ? pausesMs : []) {
    if (check.converged) break
    await systemClock.sleep(pause)
    check = await look()
  }
  return { check }
}

type Signal = 'SIGINT' | 'SIGTERM'

function exitCodeOf(signal: Signal | undefined): number {
  return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted
}

/** The first signal lets the requests in flight finish; a second one ends the program at once. */
async function performRun(
  { plan, runId, strict, overrides }: Approved,
  session: ApplySession,
): Promise<{ run: Run; signal: Signal | undefined }> {
  const { global, surroundings, catalogue, connection, output } = session
  const stop = new AbortController()
  let signal: Signal | undefined
  const interrupt = (received: Signal): void => {
    if (signal !== undefined) surroundings.abandon()
    signal ??= received
    stop.abort()
  }
  const off = surroundings.onSignal(interrupt)
  const reporter = await startReporter({
    plan,
    output,
    surroundings,
    // The screen names the store, and a rehearsal does not write to it.
    isLive: !global.quiet && session.isRehearsal !== true && isInteractive(surroundings, global),
    isQuiet: global.quiet,
    onInterrupt: () => interrupt('SIGINT'),
  })
  try {
    const run = await applyPlan({
      plan,
      catalogue,
      store: connection.store,
      state: connection.state,
      clock: { ...systemClock, now: surroundings.now },
      runId,
      strict,
      overrides,
      stop: stop.signal,
      onEvent: (event) => {
        reporter.onEvent(event)
        session.onEvent?.(event)
      },
      endedBy: session.endedBy,
      ...(session.base && { base: session.base }),
    })
    return { run, signal }
  } finally {
    await reporter.finish()
    off()
  }
}
