import type { FaultCase } from './fault-case.ts'

/** Faults that are known and not fixed yet: each with the scenarios and the words by which it is recognised. */
const known: readonly { readonly scenario: RegExp; readonly text: RegExp }[] = []

/** True for a sentence about a known fault. */
export function isKnown({ scenario }: FaultCase, sentence: string): boolean {
  return known.some((each) => each.scenario.test(scenario) && each.text.test(sentence))
}
