import type { GuardResult } from '../plan/guards/guard-result.ts'
import type { Override } from '../plan/guards/override.ts'
import { planAge } from '../plan/guards/plan-age.ts'
import type { Plan } from '../plan/plan.ts'
import { countOf } from '../source/counts.ts'
import { guardsStopped, stoppingGuards } from '../workspace/stopping-guards.ts'
import { makeApproved, type Planning } from './make-plan.ts'

/** What was approved of a plan. */
export interface ApprovedPart {
  readonly plan: Plan
  readonly overrides: readonly Override[]
}

interface Reviewed {
  readonly plan: Plan
  /** Addresses of root records and files. */
  readonly skipped: readonly string[]
  /** The overrides of the reviewed plan. */
  readonly overrides: readonly Override[]
  /** True where the reviewed plan comes from a file, so that its age counts. */
  readonly isSaved: boolean
}

/**
 * The plan without what a reviewer skipped, made again from a new read of the store. An override of the reviewed plan holds for a part of
 * it. Throws `guard-stopped` where a guard still stops it, and what `planApproved` throws.
 */
export async function approvedPart({ plan, skipped, overrides, isSaved }: Reviewed, planning: Planning): Promise<ApprovedPart> {
  if (skipped.length === 0) return { plan, overrides }
  const part = await makeApproved(plan, skipped, planning)
  const { length } = part.selection?.skipped ?? []
  planning.output.note(
    `${countOf(length, 'record')} skipped in the review: plan ${part.planHash.slice(0, 8)} is without ${length === 1 ? 'it' : 'them'}\n`,
  )
  const ownOverrides = overrides.map(({ guard }) => ({ guard, planHash: part.planHash }))
  const stops = stoppingGuards(part, [...part.guards, ...ageOf(plan, isSaved, planning)], ownOverrides)
  if (stops.length > 0) throw guardsStopped(part, stops)
  return { plan: part, overrides: ownOverrides }
}

function ageOf({ madeAt }: Plan, isSaved: boolean, { catalogue, surroundings }: Planning): readonly GuardResult[] {
  return isSaved ? planAge(madeAt, catalogue.config.guards, surroundings.now()) : []
}
