import type { Change } from '../diff/change.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { OnPlanCount } from './plan-count.ts'
import { planHashOf } from './plan-hash.ts'
import type { PlanLimits } from './plan-limits.ts'
import { planSteps } from './plan-steps.ts'
import type { Plan, PlanOrigin } from './plan.ts'
import type { StepContext } from './post-drafts.ts'
import type { MoveProposal } from './proposed-moves.ts'
import type { Selection } from './selection.ts'
import type { Step } from './step.ts'
import { nothingUntouched, type Untouched } from './untouched.ts'

/** The version of the plan file that this program writes and reads; 8: it has the addresses of webhooks, and the guard `same_slug`. */
export const planFormatVersion = '8'

/** The input of a plan. */
export interface PlanInput {
  readonly changes: readonly Change[]
  readonly madeFrom: PlanOrigin
  readonly notices: readonly string[]
  /** The guards that stop an apply of these changes (`evaluateGuards`); default: none. */
  readonly guards?: readonly GuardResult[]
  /** Default: `none`. */
  readonly base?: string
  /** Default: none. */
  readonly warnings?: readonly string[]
  /** Default: nothing. */
  readonly untouched?: Untouched
  /** Default: the plan is about the whole catalogue. */
  readonly selection?: Selection | undefined
  /** Default: none. */
  readonly proposal?: MoveProposal | undefined
  readonly limits: PlanLimits
  /** True where nothing is shown to shoppers before everything was checked; default false. */
  readonly barrier?: boolean | undefined
  /** See `PlanContext`; default false. */
  readonly derivesRecords?: boolean | undefined
  readonly engineVersion: string
  /** ISO 8601. */
  readonly madeAt: string
  /** Told how much is done; default: nobody. */
  readonly onCount?: OnPlanCount
}

/** How many requests the steps need; uploads are counted separately, reads not at all. */
function estimateOf(steps: readonly Step[]): Plan['estimate'] {
  const uploads = steps.flatMap((step) => (step.kind === 'put-file' ? [step.size] : []))
  const renditions = uploads.filter((size) => size === null).length
  const writes = steps.filter(({ kind }) => kind !== 'put-file' && kind !== 'verify' && kind !== 'barrier')
  const uploadBytes = uploads.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  return { writes: writes.length, uploads: uploads.length, uploadBytes, ...(renditions > 0 ? { renditions } : {}) }
}

/** The hooks that count steps. */
function stepCounts(onCount: OnPlanCount | undefined): Pick<StepContext, 'onStep' | 'onNumbered'> {
  if (!onCount) return {}
  let steps = 0
  return {
    onStep: () => {
      steps += 1
      onCount({ kind: 'steps', done: steps })
    },
    onNumbered: (done, all) => onCount({ kind: 'ordered', done, all }),
  }
}

/** Turns changes into a plan: steps, hazards, estimate and hash. Without doable changes it has no steps. */
export function makePlan(input: PlanInput): Plan {
  const {
    changes,
    madeFrom,
    notices,
    guards = [],
    base = 'none',
    warnings = [],
    untouched = nothingUntouched,
    selection,
    proposal,
    limits,
    barrier = false,
    derivesRecords = false,
    engineVersion,
    madeAt,
    onCount,
  } = input
  const { steps, hazards } = planSteps(changes, {
    limits,
    capabilities: madeFrom.capabilities,
    barrier,
    derivesRecords,
    ...stepCounts(onCount),
  })
  return {
    formatVersion: planFormatVersion,
    engineVersion,
    madeAt,
    madeFrom,
    changes,
    steps,
    hazards,
    guards,
    notices,
    base,
    warnings,
    untouched,
    ...(selection && { selection }),
    ...(proposal && { proposal }),
    estimate: estimateOf(steps),
    planHash: planHashOf({ changes, steps, hazards, guards, notices, madeFrom }, onCount),
  }
}
