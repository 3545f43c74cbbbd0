import type { FaultCase } from './fault-case.ts'

/** Faults that are known and not fixed yet: each with the scenarios and the words by which it is recognised. */
const known: readonly { readonly scenario: RegExp; readonly text: RegExp }[] = [
  // A variant that is created on a product on sale sells at its simple price before its grid is on; the plan names no hazard.
  { scenario: /^orphaned-prices/, text: /V-2 costs group dealer 6 / },
]

/** True for a sentence about a known fault. */
export function isKnown({ scenario }: FaultCase, sentence: string): boolean {
  return known.some((each) => each.scenario.test(scenario) && each.text.test(sentence))
}
