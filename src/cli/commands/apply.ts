import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { ApplyEvent } from '../../apply/events.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import type { GuardResult } from '../../plan/guards/guard-result.ts'
import { planAge } from '../../plan/guards/plan-age.ts'
import type { Plan } from '../../plan/plan.ts'
import { afterRun, planAgain } from '../after-run.ts'
import { withApplyLines } from '../apply-lines.ts'
import { approve } from '../approve.ts'
import { approvedPart } from '../approved-part.ts'
import { type CarriedOut, carryOut, finishRun, newRunId } from '../carry-out.ts'
import { adoptEqual } from '../../workspace/apply.ts'
import { connect } from '../connect.ts'
import { openBase } from '../open-base.ts'
import { openSelection } from '../open-selection.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkSaved, makePlan, type Planning } from '../make-plan.ts'
import { refuseNewPlanOptions } from '../new-plan-options.ts'
import { readingNote } from '../reading-note.ts'
import { formatPlan } from '../format-plan.ts'
import { readSavedPlan } from '../plan-files.ts'
import { planMarkdown } from '../../report/markdown/plan-markdown.ts'
import { programOutput } from '../program-output.ts'
import { planDecisions } from '../plan-decisions.ts'
import { startProgressLine } from '../progress-line.ts'
import { reviewPictures } from '../review-pictures.ts'
import { declaredBy, reviewPrograms } from '../review-programs.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { refuseDocument } from '../refuse-document.ts'
import { resumableRun } from '../../workspace/resumable-run.ts'
import { openEqualRecords } from '../../records/equal-records.ts'
import { stoppingGuards } from '../../workspace/stopping-guards.ts'
import { saveReport } from '../save-report.ts'
import type { Surroundings } from '../surroundings.ts'
import { waitForEarlierRuns } from '../wait-for-earlier-runs.ts'
import type { ApplyOptions } from './apply-usage.ts'
import { viewOf } from './view-options.ts'

/** One command line of `apply`, connected. */
interface Session extends Planning {
  readonly global: GlobalOptions
  readonly report: string | undefined
  readonly endedBy?: Date | undefined
  readonly onEvent?: OnEvent | undefined
}

type OnEvent = (event: ApplyEvent) => void

/**
 * `planogram apply [plan]`: plan, review, apply, and read back whether the store now equals the catalogue. A saved plan is applied as it
 * is; it is refused with exit code 4 where the catalogue means something else than it did, where all of it has changed in the store, and
 * where its hash is not that of `--plan-hash`. `--resume` goes on with the plan of the last run instead. With `--format jsonl` only lines of JSON
 * are on stdout, and nothing is asked.
 */
export function apply(options: ApplyOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  if (options.format === 'text') return applyCatalogue(options, global, { surroundings })
  return withApplyLines(surroundings, ({ onEvent, onSignal }) => {
    const around = { ...surroundings, stdout: surroundings.stderr, onSignal }
    return applyCatalogue(options, { ...global, input: false }, { surroundings: around, onEvent })
  })
}

async function applyCatalogue(
  options: ApplyOptions,
  global: GlobalOptions,
  { surroundings, onEvent }: { readonly surroundings: Surroundings; readonly onEvent?: OnEvent },
): Promise<number> {
  const output = programOutput(global, surroundings)
  if (options.resume) refuseOtherPlan(options)
  refuseNewPlanOptions(options, options.resume)
  refuseListing(options)
  refuseDocument({ option: '--report', file: options.report }, global, surroundings)
  // The screens of a review look at any change at any time: they have all of them in memory.
  const reading = { output, surroundings, packs: options.autoApprove }
  let saved = options.plan === undefined ? undefined : await readSavedPlan(options.plan, reading)
  using catalogue = await readValidCatalogue(global, surroundings, { folder: tmpdir() })
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const selection = await openSelection(options, { catalogue, surroundings })
  const connection = await connect(catalogue, { output, surroundings })
  try {
    const { barrier } = options
    const session = {
      global,
      surroundings,
      catalogue,
      connection,
      output,
      barrier,
      base,
      selection,
      report: options.report,
      onEvent,
      equal: openEqualRecords(),
    }
    const running = options.resume ? resume(options, session) : planAndApply(saved, options, session)
    // The plan is in memory as long as this function refers to it.
    saved = undefined
    const ended = await running
    return typeof ended === 'number' ? ended : await finishRun(ended, session)
  } finally {
    await connection.close()
  }
}

/** The run of a saved plan, or of a new one; the exit code where there is none. */
async function planAndApply(saved: Plan | undefined, options: ApplyOptions, session: Session): Promise<CarriedOut | number> {
  const { planHash } = options
  const endedBy = await waitForEarlierRuns(session.connection, session.output)
  const plan = await (saved === undefined ? newPlan(options, session) : acceptSaved(saved, planHash, session))
  const stops = stopsOf({ plan, saved, options }, session)
  if (plan.steps.length === 0) return endWithoutSteps(saved === undefined ? plan : await planAgain(saved, session), session)
  const applied = saved === undefined || stops.length === 0 ? null : await planOfApplied(saved, session)
  if (applied !== null) return endWithoutSteps(applied, session)
  return approveAndApply({ plan, saved, options }, stops, { ...session, endedBy })
}

async function approveAndApply(checked: Checked, stops: readonly GuardResult[], session: Session): Promise<CarriedOut | number> {
  const { plan, saved, options } = checked
  const { catalogue, connection, global, output, surroundings } = session
  const isProtected = catalogue.config.store.protected
  const isReviewed = saved !== undefined && options.planHash !== undefined
  const planPath = options.plan === undefined ? undefined : resolve(surroundings.cwd, options.plan)
  const { decision, skipped } = await approve({
    plan,
    programs: {
      ...reviewPrograms(catalogue.root, surroundings, declaredBy(catalogue.desired)),
      ...reviewPictures({ root: catalogue.root, live: connection.store.files }, session),
    },
    ...(planPath !== undefined && (await planDecisions(planPath, plan, { ...options, output }))),
    autoApprove: options.autoApprove,
    isSaved: saved !== undefined,
    planFile: options.plan,
    isReviewed,
    isProtected,
    stops,
    view: viewOf(options),
    global,
    surroundings,
  })
  if (decision !== 'apply') {
    output.note('Nothing was written.\n')
    return decision === 'interrupted' ? exitCodes.interrupted : exitCodes.declined
  }
  const reviewed = { plan, skipped, overrides: options.override ?? [], isSaved: saved !== undefined }
  const part = await approvedPart(reviewed, session)
  if (part.plan.steps.length === 0) return endWithoutSteps(part.plan, session)
  return carryOut({ ...part, strict: options.strict, runId: newRunId(surroundings) }, session, afterRun(part.plan, session))
}

async function newPlan({ planHash, autoApprove }: ApplyOptions, session: Session): Promise<Plan> {
  const plan = await makePlan({ ...session, ...(autoApprove && { packsAfter: 0 }) })
  const { store } = session.connection
  session.output.note(readingNote(plan, { store: store.name, reads: store.requests().reads }))
  refuseOtherHash(planHash, plan)
  return plan
}

async function acceptSaved(saved: Plan, approved: string | undefined, session: Session): Promise<Plan> {
  refuseOtherHash(approved, saved)
  await checkSaved(saved, session)
  session.output.note(`saved plan ${saved.planHash.slice(0, 8)}, created ${saved.madeAt}\n`)
  return saved
}

/**
 * The plan of now where nothing of a saved plan is left to write: no guard has anything to stop, so that a job that is repeated needs no
 * override. `null` where something is left.
 */
async function planOfApplied(saved: Plan, session: Session): Promise<Plan | null> {
  const now = await planAgain(saved, session)
  const left = new Set(now.changes.map(({ address }) => address))
  if (saved.changes.some(({ address, action }) => action !== 'cannot' && left.has(address))) return null
  session.output.note(`All changes of plan ${saved.planHash.slice(0, 8)} are in the store already.\n`)
  return now
}

/** A plan without steps: what differs now is printed, which after a saved plan can be something. */
async function endWithoutSteps(now: Plan, session: Session): Promise<number> {
  const { output, surroundings } = session
  await output.result(formatPlan(now, { output, surroundings, verbose: false, to: 'stdout' }))
  saveReport((size) => planMarkdown(now, size), session)
  if (now.steps.length === 0 && now.madeFrom.undoes === undefined) {
    using progress = startProgressLine(output, surroundings)
    await adoptEqual({ plan: now, catalogue: session.catalogue, ...session.connection, onProgress: progress.onProgress })
  }
  const pricesHold = await afterRun(now, session).testPrices()
  return pricesHold && now.steps.length === 0 ? exitCodes.done : exitCodes.partial
}

function refuseOtherPlan({ plan, planHash, override }: ApplyOptions): void {
  if (plan === undefined && planHash === undefined && override === undefined) return
  throw new OperationalError(
    'wrong-usage',
    '`--resume` takes its plan and its overrides from the state: it cannot be combined with a plan file, `--plan-hash` or `--override`.',
  )
}

/** What is not printed is not listed: a saved plan that is approved already, and that of a run. */
function refuseListing({ plan, resume: isResumed, autoApprove, by, full }: ApplyOptions): void {
  const name = by !== undefined ? '--by' : full ? '--full' : undefined
  if (name === undefined || !(isResumed || (plan !== undefined && autoApprove))) return
  const why = isResumed ? '`--resume`' : 'a saved plan and `--auto-approve`'
  throw new OperationalError('wrong-usage', `\`${name}\` has no effect with ${why}: the plan is not printed.`, {
    fix: `Omit \`${name}\`, or print the plan with \`planogram show <plan>\`.`,
  })
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

/** Goes on with the last run of the store; the exit code where there is none. */
async function resume({ strict }: ApplyOptions, session: Session): Promise<CarriedOut | number> {
  const { catalogue, connection, output } = session
  const found = await resumableRun({ ...connection, contentHash: catalogue.contentHash })
  if (found === null) {
    output.note(`No run of store ${connection.store.name} can be resumed. Run \`planogram apply\`.\n`)
    return exitCodes.done
  }
  const { run, plan } = found
  output.note(`resuming run ${run.id}, started ${run.startedAt} (plan ${plan.planHash.slice(0, 8)})\n`)
  return carryOut({ plan, runId: run.id, strict, overrides: [] }, session, afterRun(plan, session))
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
