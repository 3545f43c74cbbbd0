import type { Change } from '../../../../src/diff/change.ts'
import { evaluateGuards } from '../../../../src/plan/guards/evaluate-guards.ts'
import type { GuardFacts } from '../../../../src/plan/guards/guard-input.ts'
import { caseText, foundText } from '../../../../src/plan/guards/guard-sentence.ts'
import { guardDefaults, type GuardLimits } from '../../../../src/records/guard-limits.ts'

/** A store with 100 root records of the catalogue. */
const facts: GuardFacts = { declared: 100, priceEntries: 0, places: new Map(), hiddenByRun: new Set(), drift: 'overwrite' }

/** The guards that stop these changes, as text: each with its cases. */
export function stopped(
  changes: readonly Change[],
  given: { readonly limits?: Partial<GuardLimits>; readonly facts?: Partial<GuardFacts> } = {},
): readonly string[] {
  const results = evaluateGuards(changes, { ...guardDefaults, ...given.limits }, { ...facts, ...given.facts })
  return results.flatMap((result) => [
    `${result.guard}: ${foundText(result)}`,
    ...result.cases.map((each) => `- ${caseText(result, each)}`),
  ])
}
