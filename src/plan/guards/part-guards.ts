import { addressOfRoot, type Change } from '../../diff/change.ts'
import { guardDefaults, type GuardLimits, limitNames } from '../../records/guard-limits.ts'
import { evaluateGuards } from './evaluate-guards.ts'
import { type GuardFacts, guardInput } from './guard-input.ts'
import type { GuardResult } from './guard-result.ts'

/** Which guards stop a part of a plan. */
export interface PartGuards {
  readonly stops: readonly GuardResult[]
  /** Guards that stop the whole plan by more than its changes, such as what a category has: they are known when the part is planned. */
  readonly open: readonly GuardResult[]
}

/** The guards for a plan without the root records and files of these addresses. */
export type GuardsOfPart = (skipped: Iterable<string>) => PartGuards

/**
 * Evaluates the guards that stop a plan of these changes for parts of it, from the changes alone. A guard is known from them if they give the same result for
 * the whole plan; the age of a plan is that of its parts.
 */
export function openPartGuards(changes: readonly Change[], stops: readonly GuardResult[]): GuardsOfPart {
  const limits = limitsOf(stops)
  const facts = factsOf(changes, limits, stops)
  const evaluate = (some: readonly Change[]): readonly GuardResult[] => evaluateGuards(some, limits, facts)
  let known: ReadonlySet<string> | undefined
  const knownOf = (): ReadonlySet<string> => {
    const whole = new Map(evaluate(changes).map(({ guard, found }) => [guard, found]))
    return new Set(stops.filter(({ guard, found }) => whole.get(guard) === found).map(({ guard }) => guard))
  }
  return (skipped) => {
    known ??= knownOf()
    const without = new Set(skipped)
    const found = evaluate(changes.filter((change) => !without.has(addressOfRoot(change))))
    return {
      stops: stops.flatMap((stop) =>
        stop.guard === 'max_plan_age' ? [stop] : known?.has(stop.guard) === true ? found.filter(({ guard }) => guard === stop.guard) : [],
      ),
      open: stops.filter(({ guard }) => guard !== 'max_plan_age' && known?.has(guard) !== true),
    }
  }
}

/** The limits of these guards; all others are off. */
function limitsOf(stops: readonly GuardResult[]): GuardLimits {
  const limits: Record<keyof GuardLimits, string> = { ...guardDefaults }
  for (const name of limitNames) limits[name] = stops.find(({ guard }) => guard === name)?.limit ?? 'off'
  return limits
}

/** What the results say of the store and of the catalogue. */
function factsOf(changes: readonly Change[], limits: GuardLimits, stops: readonly GuardResult[]): GuardFacts {
  const facts: GuardFacts = {
    declared: 0,
    priceEntries: 0,
    places: new Map(),
    hiddenByRun: new Set(),
    drift: stops.some(({ guard }) => guard === 'drift') ? 'fail' : 'overwrite',
  }
  const existing = stops.find(({ of }) => of !== undefined)?.of
  if (existing === undefined) return facts
  const { created, existing: removed } = guardInput(changes, limits, facts)
  return { ...facts, declared: existing - removed + created.size }
}
