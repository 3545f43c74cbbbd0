import type { Change } from '../../diff/change.ts'
import type { GuardLimits } from '../../records/guard-limits.ts'
import { driftGuard } from './drift-guard.ts'
import { emptyCategory } from './empty-category.ts'
import { gridRows } from './grid-rows.ts'
import { type GuardFacts, guardInput } from './guard-input.ts'
import type { GuardResult } from './guard-result.ts'
import { maxChanges } from './max-changes.ts'
import { maxRemovals } from './max-removals.ts'
import { openAccess } from './open-access.ts'
import { priceGuards } from './price-guards.ts'
import { sameSlug } from './same-slug.ts'
import { hide, unhide } from './visibility.ts'

/** Every guard of a plan; `max_plan_age` is one of an apply (`plan-age.ts`). */
const guards = [driftGuard, maxRemovals, maxChanges, priceGuards, emptyCategory, openAccess, sameSlug, hide, unhide, gridRows] as const

/** The guards that stop the apply of these changes, with what they found. They read no clock, and count nothing that the catalogue does not manage. */
export function evaluateGuards(changes: readonly Change[], limits: GuardLimits, facts: GuardFacts): readonly GuardResult[] {
  const input = guardInput(changes, limits, facts)
  return guards.flatMap((guard) => guard(input))
}
