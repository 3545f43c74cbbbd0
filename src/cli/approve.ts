import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { planText } from '../report/plan-text.ts'
import type { GlobalOptions } from './global-options.ts'
import { programOutput } from './program-output.ts'
import { isInteractive, type Surroundings } from './surroundings.ts'

/** What an approval depends on. */
export interface ApprovalRequest {
  readonly plan: Plan
  /** True where the plan was saved before, so that it can have been reviewed elsewhere. */
  readonly isSaved: boolean
  readonly protect: boolean
  readonly options: GlobalOptions
  readonly surroundings: Surroundings
}

/**
 * Whether the plan may be applied: asked on the review screen, or given by `--auto-approve`. Without a terminal and without
 * the flag the command ends with exit code 5; a protected store without a terminal takes only a saved plan with its hash.
 */
export async function approve(request: ApprovalRequest): Promise<'apply' | 'leave' | 'interrupted'> {
  const { plan, options, surroundings, protect } = request
  const interactive = isInteractive(surroundings, !options.input)
  if (options.autoApprove === true && !(protect && interactive)) {
    if (protect) refuseWithoutHash(request)
    if (!request.isSaved) printPlan(request)
    return 'apply'
  }
  if (!interactive) {
    throw new OperationalError(
      'no-terminal',
      'Nobody can be asked here, so nothing was written: this is no terminal, or CI or --no-input is set.',
      {
        fix: 'Review the plan (`planogram plan --out plan.json`), then `planogram apply plan.json --auto-approve`.',
      },
    )
  }
  const { reviewPlan } = await import('../review/review-plan.tsx')
  return reviewPlan({
    plan,
    store: plan.madeFrom.store.name,
    stdin: surroundings.stdin,
    stdout: surroundings.stdout,
    confirm: protect ? { type: plan.madeFrom.store.name } : 'yes',
    theme: programOutput(options, surroundings).theme,
  })
}

/** Nobody has seen a plan that was only just made: it goes into the log before it runs. */
function printPlan({ plan, options, surroundings }: ApprovalRequest): void {
  const output = programOutput(options, surroundings)
  const width = surroundings.stderr.columns ?? output.width
  output.note(planText(plan, output.errorTheme, { width, verbose: options.verbose === true }))
}

function refuseWithoutHash({ plan, isSaved, options }: ApprovalRequest): void {
  const store = plan.madeFrom.store.name
  if (isSaved && options.planHash === plan.planHash) return
  throw new OperationalError('declined', `Store ${store} is protected: without a terminal it takes only a saved plan with its hash.`, {
    fix: `planogram apply <plan> --auto-approve --plan-hash <hash>; the hash of the plan as it is now is ${plan.planHash}.`,
  })
}
