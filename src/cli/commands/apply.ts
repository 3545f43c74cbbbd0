import { settleEarlierRuns } from '../../apply/late-writes.ts'
import { systemClock } from '../../apply/clock.ts'
import { checkConverged, type Convergence } from '../../apply/check-converged.ts'
import type { Run } from '../../apply/events.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { storeNameInState } from '../../live/store-names.ts'
import type { GuardResult } from '../../plan/guards/guard-result.ts'
import type { Override } from '../../plan/guards/override.ts'
import { planAge } from '../../plan/guards/plan-age.ts'
import type { Plan } from '../../plan/plan.ts'
import { countOf } from '../../report/amounts.ts'
import { priceTestsText } from '../../report/price-tests-text.ts'
import { waitingText } from '../../report/progress-text.ts'
import { runText } from '../../report/run-text.ts'
import { approve } from '../approve.ts'
import { adoptEqual, apply as applyPlan, runIdOf } from '../../workspace/apply.ts'
import { connect } from '../connect.ts'
import { openBase } from '../open-base.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkSaved, makePlan, type Planning, readingNote } from '../make-plan.ts'
import { testsWithin } from '../../workspace/limit-plan.ts'
import { testLivePrices } from '../../workspace/live-prices.ts'
import { formatPlan, readSavedPlan } from '../plan-files.ts'
import { programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { resumableRun } from '../../workspace/resumable-run.ts'
import { stoppingGuards } from '../../workspace/stopping-guards.ts'
import { startReporter } from '../start-reporter.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'
import type { ApplyOptions } from './apply-usage.ts'
import { selectionOf } from './plan-usage.ts'

/** One command line of `apply`, connected. */
interface Session extends Planning {
  readonly global: GlobalOptions
}

/**
 * `planogram apply [plan]`: plan, review, apply, and read back whether the store now equals the catalogue. A saved plan is applied as it
 * is; it is refused with exit code 4 where the catalogue means something else than it did, where all of it has changed in the store, and
 * where its hash is not that of `--plan-hash`. `--resume` goes on with the plan of the last run instead.
 */
export async function apply(options: ApplyOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { autoApprove, planHash } = options
  const output = programOutput(global, surroundings)
  if (options.resume) refuseOtherPlan(options)
  refuseNewPlanOptions(options)
  const saved = options.plan === undefined ? undefined : await readSavedPlan(options.plan, { output, surroundings })
  using catalogue = await readValidCatalogue(global, surroundings)
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const connection = await connect(catalogue, output, surroundings)
  try {
    const session = { global, surroundings, catalogue, connection, output, base, selection: selectionOf(options) }
    if (options.resume) return await resume(options, session)
    await waitForEarlierRuns(session)
    const plan = await (saved === undefined ? newPlan(planHash, session) : acceptSaved(saved, planHash, session))
    const stops = stopsOf({ plan, saved, options }, session)
    if (plan.steps.length === 0) return await endWithoutSteps(saved === undefined ? plan : await makePlan(again(plan, session)), session)
    const isProtected = catalogue.config.store.protected
    const isReviewed = saved !== undefined && planHash !== undefined
    const decision = await approve({
      plan,
      autoApprove,
      isSaved: saved !== undefined,
      isReviewed,
      isProtected,
      stops,
      global,
      surroundings,
    })
    if (decision !== 'apply') {
      output.note('Nothing was written.\n')
      return decision === 'interrupted' ? exitCodes.interrupted : exitCodes.declined
    }
    return await carryOut({ plan, strict: options.strict, runId: newRunId(surroundings), overrides: options.override ?? [] }, session)
  } finally {
    await connection.close()
  }
}

async function newPlan(approved: string | undefined, session: Session): Promise<Plan> {
  const plan = await makePlan(session)
  session.output.note(readingNote(session.connection.store, plan))
  refuseOtherHash(approved, plan)
  return plan
}

async function acceptSaved(saved: Plan, approved: string | undefined, session: Session): Promise<Plan> {
  refuseOtherHash(approved, saved)
  await checkSaved(saved, session)
  session.output.note(`saved plan ${saved.planHash.slice(0, 8)}, created ${saved.madeAt}\n`)
  return saved
}

/** A plan without steps: what differs now is printed, which after a saved plan can be something. */
async function endWithoutSteps(now: Plan, session: Session): Promise<number> {
  const { output, surroundings } = session
  await output.result(formatPlan(now, { output, surroundings, verbose: false, to: 'stdout' }))
  if (now.steps.length === 0) await adoptEqual({ plan: now, catalogue: session.catalogue, ...session.connection })
  const pricesHold = await testPrices(now, session)
  return pricesHold && now.steps.length === 0 ? exitCodes.done : exitCodes.partial
}

/** Waits while a request of a run that was killed can still take effect: a plan that is made before could miss it. */
async function waitForEarlierRuns({ connection: { state, store }, output }: Session): Promise<void> {
  const unsettled = await state.unsettled(storeNameInState(store))
  await settleEarlierRuns(unsettled, {
    clock: systemClock,
    stop: new AbortController().signal,
    onEvent: (event) => event.type === 'waiting' && output.note(`${waitingText(event)}\n`),
  })
}

/** An approved plan, and the run that carries it out. */
interface Approved {
  readonly plan: Plan
  readonly runId: string
  readonly strict: boolean
  readonly overrides: readonly Override[]
}

function refuseOtherPlan({ plan, planHash, override }: ApplyOptions): void {
  if (plan === undefined && planHash === undefined && override === undefined) return
  throw new OperationalError(
    'wrong-usage',
    '`--resume` takes its plan and its overrides from the state: it cannot be combined with a plan file, `--plan-hash` or `--override`.',
  )
}

/** A saved plan and the plan of a run have what they were made with. */
function refuseNewPlanOptions({ plan, resume, base, target, exclude }: ApplyOptions): void {
  const given = Object.entries({ base, target, exclude }).find(([, value]) => value !== undefined)
  if (!given || (plan === undefined && !resume)) return
  const [name] = given
  throw new OperationalError(
    'wrong-usage',
    `\`--${name}\` is for a new plan: a saved plan and that of \`--resume\` were made with their own.`,
    {
      fix: `Omit \`--${name}\`, or give it to \`planogram plan --out <file>\`.`,
    },
  )
}

interface Checked {
  readonly plan: Plan
  readonly saved: Plan | undefined
  readonly options: ApplyOptions
}

/** The guards that stop the plan, the age of a saved one included; names those that are overridden. */
function stopsOf({ plan, saved, options }: Checked, { catalogue, output, surroundings }: Session): readonly GuardResult[] {
  const age = saved === undefined ? [] : planAge(saved.madeAt, catalogue.config.guards, surroundings.now())
  const results = [...plan.guards, ...age]
  const stops = stoppingGuards(plan, results, options.override ?? [])
  const overridden = results.filter((result) => !stops.includes(result)).map(({ guard }) => guard)
  if (overridden.length > 0) output.note(`overridden for plan ${plan.planHash.slice(0, 8)}: ${overridden.join(', ')}\n`)
  return stops
}

/** Goes on with the last run of the store. */
async function resume({ strict }: ApplyOptions, session: Session): Promise<number> {
  const { catalogue, connection, output } = session
  const found = await resumableRun({ ...connection, contentHash: catalogue.contentHash })
  if (found === null) {
    output.note(`No run of store ${connection.store.name} can be resumed. Run \`planogram apply\`.\n`)
    return exitCodes.done
  }
  const { run, plan } = found
  output.note(`resuming run ${run.id}, started ${run.startedAt} (plan ${plan.planHash.slice(0, 8)})\n`)
  return carryOut({ plan, runId: run.id, strict, overrides: [] }, session)
}

function newRunId({ now, randomId }: Surroundings): string {
  return runIdOf(now(), randomId())
}

/** Applies an approved plan and reads the store again. */
async function carryOut(approved: Approved, session: Session): Promise<number> {
  const { catalogue, connection, output } = session
  const { plan } = approved
  const { run, signal } = await performRun(approved, session)
  const isUnchanged = run.outcome === 'interrupted' || run.outcome === 'moved'
  const { check, error } = isUnchanged ? { check: null } : await finalCheck(run, again(plan, session))
  await output.result(runText({ plan, run, check }, output.theme, output.width))
  if (error !== undefined) throw error
  const pricesHold = check === null || (await testPrices(plan, session))
  const { reads, writes, uploads } = connection.store.requests()
  output.note(
    `${countOf(reads, 'read')}, ${countOf(writes, 'write')}, ${countOf(uploads, 'upload')}; run ${run.id} is recorded in ${catalogue.config.state}\n`,
  )
  if (run.outcome === 'interrupted') return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted
  if (run.outcome === 'moved') return exitCodes.stale
  return run.outcome === 'done' && check?.converged === true && pricesHold ? exitCodes.done : exitCodes.partial
}

/** The session to make this plan again: limited as it is. */
function again({ selection }: Plan, session: Session): Session {
  return { ...session, selection: selection && { ...selection, isRepeated: true } }
}

/** Waits before the second and the third look: a store may show a write a moment later (docs/assumptions.md W38). */
const pausesMs = [500, 2_000] as const

/** Reads the store until it matches the catalogue, three times at most; after an error the summary of the run comes first. */
async function finalCheck(run: Run, session: Session): Promise<{ readonly check: Convergence | null; readonly error?: OperationalError }> {
  try {
    let check = await checkConverged(() => makePlan(session))
    for (const pause of run.outcome === 'done' ? pausesMs : []) {
      if (check.converged) break
      await systemClock.sleep(pause)
      check = await checkConverged(() => makePlan(session))
    }
    return { check }
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { check: null, error }
  }
}

/** Prints whether the price tests of what was planned hold in the store as it is now; true where all of them do. */
async function testPrices({ selection }: Plan, { catalogue, connection, output }: Session): Promise<boolean> {
  const { desired, config } = catalogue
  const expectations = testsWithin(catalogue.expectations, selection, desired)
  const tested = { expectations, products: desired.roots.Product ?? [], currencies: config.currencies }
  const outcomes = await testLivePrices(connection.store, tested)
  await output.result(priceTestsText(outcomes, output.theme, output.width))
  return outcomes.every(({ kind }) => kind === 'holds')
}

/** The first signal lets the requests in flight finish; a second one ends the program at once. */
async function performRun(
  { plan, runId, strict, overrides }: Approved,
  session: Session,
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
      onEvent: reporter.onEvent,
      ...(session.base && { base: session.base }),
    })
    return { run, signal }
  } finally {
    await reporter.finish()
    off()
  }
}

/** Refuses a plan whose hash is not the approved one, also where it has nothing to do: exit code 4, nothing written. */
function refuseOtherHash(approved: string | undefined, { planHash }: Plan): void {
  if (approved === undefined || approved === planHash) return
  throw new OperationalError(
    'plan-stale',
    `The approved plan (\`--plan-hash ${approved.slice(0, 8)}...\`) is stale: the plan is now ${planHash.slice(0, 8)}. Nothing was written.`,
    { fix: `Review the plan of now, then pass its hash: ${planHash}.` },
  )
}
