import { OperationalError } from '../errors.ts'
import { askLine } from './ask-line.ts'
import type { reviewPrograms } from './review-programs.ts'
import type { Deciding } from './plan-decisions.ts'
import type { GuardResult } from '../plan/guards/guard-result.ts'
import type { Plan } from '../plan/plan.ts'
import type { Selection } from '../plan/selection.ts'
import type { PlanListing } from '../report/plan-text.ts'
import { defaultConfig, type GlobalOptions } from './global-options.ts'
import { formatPlan } from './format-plan.ts'
import { programOutput } from './program-output.ts'
import { guardsStopped } from '../workspace/stopping-guards.ts'
import { shellWord } from '../report/shell-word.ts'
import { canAsk, isInteractive, type Surroundings } from './surroundings.ts'

/** What an approval depends on. */
export interface ApprovalRequest extends Partial<Deciding> {
  readonly plan: Plan
  readonly autoApprove: boolean
  /** True where the plan comes from a file, so that it can have been reviewed elsewhere. */
  readonly isSaved: boolean
  /** The plan file as it was given; default: the plan was made now. */
  readonly planFile?: string | undefined
  /** True where it comes from a file and its hash was given. */
  readonly isReviewed: boolean
  readonly isProtected: boolean
  /** The guards that stop the plan: it is shown, and never approved. */
  readonly stops: readonly GuardResult[]
  readonly programs: ReturnType<typeof reviewPrograms>
  /** How its changes are listed in the log; default: that of `planText`. */
  readonly view?: PlanListing
  readonly global: GlobalOptions
  readonly surroundings: Surroundings
}

/** The answer to a request: what of the plan may be applied. */
export interface Approval {
  readonly decision: 'apply' | 'quit' | 'interrupted'
  /** Addresses of root records and files that are left out. */
  readonly skipped: readonly string[]
}

/**
 * Whether the plan may be applied: answered on the review screen, or by `--auto-approve`. Without a terminal and without
 * the flag it throws `no-terminal`; for a plan that guards stop, where no review skips anything, `guard-stopped`; for a protected store without a terminal,
 * and without a saved plan and its hash, `declined`. A terminal without raw mode or cursor movements (TERM=dumb) gets the plan as text and a question.
 */
export async function approve(request: ApprovalRequest): Promise<Approval> {
  const { autoApprove, global, surroundings, isProtected, skipped = [] } = request
  const interactive = isInteractive(surroundings, global)
  const onScreen = interactive && !autoApprove
  if (isStopped(request, onScreen)) return showStopped(request, onScreen)
  if (autoApprove && !(isProtected && interactive)) {
    if (isProtected) refuseUnreviewed(request)
    if (!request.isSaved) printPlan(request)
    return { decision: 'apply', skipped }
  }
  if (!interactive && canAsk(surroundings, global)) return ask(request)
  if (!interactive) {
    throw new OperationalError(
      'no-terminal',
      'No interactive terminal to approve the plan in (no TTY, or CI or `--no-input` is set); nothing was written.',
      {
        fix: `Review the plan of \`${planCommandOf(request.plan)} --out plan.json\`, then run \`planogram apply plan.json --auto-approve\`.`,
      },
    )
  }
  return review(request)
}

/** Where guards stop the plan. Off the screen, what they stop may be what was skipped: they are evaluated for the rest when it is planned again. */
function isStopped({ stops, skipped = [] }: ApprovalRequest, onScreen: boolean): boolean {
  return stops.length > 0 && (onScreen || skipped.length === 0)
}

function planCommandOf({ madeFrom: { undoes } }: Plan): string {
  return undoes === undefined ? 'planogram plan' : `planogram undo ${undoes}`
}

/** Shows a plan that guards stop, on the screens or in the log, then throws `guard-stopped`. */
async function showStopped(request: ApprovalRequest, onScreen: boolean): Promise<Approval> {
  if (onScreen) {
    const approval = await review(request)
    if (approval.decision !== 'quit') return approval
  }
  if (!onScreen && !request.isSaved) printPlan(request)
  throw guardsStopped(request.plan, request.stops)
}

async function review(request: ApprovalRequest): Promise<Approval> {
  const { plan, stops, isProtected, skipped, onSkipped, programs, global, surroundings } = request
  const { reviewPlan } = await import('../review/review-plan.tsx')
  const reviewed = await reviewPlan({
    plan,
    stdin: surroundings.stdin,
    stdout: surroundings.stdout,
    stops,
    command: commandOf(request),
    confirm: isProtected ? { type: plan.madeFrom.store.name } : 'yes',
    theme: programOutput(global, surroundings).theme,
    programs,
    ...(skipped && { skipped }),
    ...(onSkipped && { onSkipped }),
  })
  return { decision: reviewed.ending, skipped: reviewed.skipped }
}

/** The command that plans this again, to which an override can be added. */
function commandOf({ plan: { madeFrom, selection }, planFile, global: { store, chdir, config } }: ApprovalRequest): string {
  const options = [
    ...(store === undefined ? [] : [['-s', store]]),
    ...(chdir === '.' ? [] : [['-C', chdir]]),
    ...(config === defaultConfig ? [] : [['-c', config]]),
    ...(planFile === undefined && selection !== undefined ? selectionOptions(selection) : []),
  ].map(([name = '', value = '']) => `${name} ${shellWord(value)}`)
  const { undoes } = madeFrom
  const command = undoes !== undefined && planFile === undefined ? `planogram undo ${undoes}` : 'planogram apply'
  return [command, ...(planFile === undefined ? [] : [shellWord(planFile)]), ...options].join(' ')
}

function selectionOptions({ targets, excludes, changed }: Selection): readonly (readonly string[])[] {
  return [
    ...targets.map((glob) => ['--target', glob]),
    ...excludes.map((glob) => ['--exclude', glob]),
    ...(changed === undefined ? [] : [['--changed', changed.ref]]),
  ]
}

/** A plan as text and one question, on a terminal without raw mode or cursor movements. */
async function ask(request: ApprovalRequest): Promise<Approval> {
  const { plan, isProtected, skipped = [], surroundings } = request
  printPlan(request)
  const { name, baseUrl } = plan.madeFrom.store
  const word = isProtected ? name : 'yes'
  const answer = await askLine(`Apply to ${name} (${baseUrl})? Type \`${word}\`:`, surroundings)
  return { decision: answer === word ? 'apply' : 'quit', skipped }
}

/** Prints a plan that nobody has reviewed to the log before it runs. */
function printPlan({ plan, view = {}, global, surroundings }: ApprovalRequest): void {
  // The text of a large plan takes seconds, and as much memory as the plan.
  if (global.quiet) return
  const output = programOutput(global, surroundings)
  output.note(formatPlan(plan, { output, surroundings, verbose: global.verbose, view, to: 'stderr' }))
}

function refuseUnreviewed({ plan, isReviewed }: ApprovalRequest): void {
  if (isReviewed) return
  const store = plan.madeFrom.store.name
  throw new OperationalError('declined', `Store ${store} is protected: without a terminal, apply needs a saved plan and its hash.`, {
    fix: `Run \`planogram apply <plan> --auto-approve --plan-hash <hash>\`; the hash of the plan is now ${plan.planHash}.`,
  })
}
