import { systemClock } from '../apply/clock.ts'
import { checkConverged, type Convergence } from '../apply/check-converged.ts'
import type { ApplyEvent, Run } from '../apply/events.ts'
import { exitCodes, OperationalError } from '../errors.ts'
import type { Override } from '../plan/guards/override.ts'
import type { Plan } from '../plan/plan.ts'
import { countOf } from '../report/amounts.ts'
import { runMarkdown } from '../report/markdown/run-markdown.ts'
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
}

/** What follows a run. */
export interface AfterRun {
  /** Plans again after the run, from a read of the store: without changes, the run has reached its goal. */
  readonly planAgain: (run: Run) => Promise<Plan>
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

/** Applies an approved plan, reads the store again, and prints the result; resolves to the exit code. */
export async function carryOut(approved: Approved, session: ApplySession, after: AfterRun): Promise<number> {
  const { catalogue, connection, output } = session
  const { plan } = approved
  const { run, signal } = await performRun(approved, session)
  const isUnchanged = run.outcome === 'interrupted' || run.outcome === 'moved'
  const { check, error } = isUnchanged ? { check: null } : await finalCheck(run, after)
  await output.result(runText({ plan, run, check }, output.theme, output.width))
  saveReport((size) => runMarkdown({ plan, run, check }, size), { ...session, report: session.report })
  if (error !== undefined) throw error
  const pricesHold = check === null || (await after.testPrices())
  const { reads, writes, uploads } = connection.store.requests()
  output.note(
    `${countOf(reads, 'read')}, ${countOf(writes, 'write')}, ${countOf(uploads, 'upload')}; run ${run.id} is recorded in ${catalogue.config.state}\n`,
  )
  if (run.outcome === 'interrupted') return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted
  if (run.outcome === 'moved') return exitCodes.stale
  return run.outcome === 'done' && check?.converged === true && pricesHold ? exitCodes.done : exitCodes.partial
}

/** Waits before the second and the third look: a store may show a write a moment later (docs/assumptions.md W38). */
const pausesMs = [500, 2_000] as const

/** Reads the store until it matches the catalogue, three times at most; after an error the summary of the run comes first. */
async function finalCheck(
  run: Run,
  { planAgain }: AfterRun,
): Promise<{ readonly check: Convergence | null; readonly error?: OperationalError }> {
  try {
    const look = (): Promise<Convergence> => checkConverged(() => planAgain(run))
    let check = await look()
    for (const pause of run.outcome === 'done' ? pausesMs : []) {
      if (check.converged) break
      await systemClock.sleep(pause)
      check = await look()
    }
    return { check }
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { check: null, error }
  }
}

/** The first signal lets the requests in flight finish; a second one ends the program at once. */
async function performRun(
  { plan, runId, strict, overrides }: Approved,
  session: ApplySession,
): Promise<{ run: Run; signal: 'SIGINT' | 'SIGTERM' | undefined }> {
  const { global, surroundings, catalogue, connection, output } = session
  const stop = new AbortController()
  let signal: 'SIGINT' | 'SIGTERM' | undefined
  const interrupt = (received: 'SIGINT' | 'SIGTERM'): void => {
    if (signal !== undefined) surroundings.abandon()
    signal ??= received
    stop.abort()
  }
  const off = surroundings.onSignal(interrupt)
  const reporter = await startReporter({
    plan,
    output,
    surroundings,
    isLive: !global.quiet && isInteractive(surroundings, global),
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
