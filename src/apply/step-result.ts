import type { Step } from '../plan/step.ts'
import { itemsOf, type StepOutcome, type StepResult } from './events.ts'
import type { Ended } from './perform-step.ts'

/** True for an outcome after which what depends on it may start. */
export function isSuccess(outcome: StepOutcome): boolean {
  return outcome === 'done' || outcome === 'satisfied'
}

/** From the worst on. */
const badOutcomes = ['failed', 'unknown', 'blocked'] as const

/** How a step ended, by its operations: the worst of their outcomes with its message, and the records or files that are in the store. */
export function stepResult(step: Step, ended: readonly Ended[]): StepResult & { readonly items: number } {
  const { id } = step
  const good = ended.filter(({ outcome }) => isSuccess(outcome)).length
  const all = itemsOf(step)
  const worst = good === ended.length ? undefined : badOutcomes.find((outcome) => ended.some((each) => each.outcome === outcome))
  if (worst === undefined) {
    const isSatisfied = ended.length > 0 && ended.every(({ outcome }) => outcome === 'satisfied')
    return { id, outcome: isSatisfied ? 'satisfied' : 'done', message: null, items: all }
  }
  const [first, ...others] = ended.filter(({ outcome }) => outcome === worst)
  const more = others.length === 0 ? '' : ` (and ${others.length} more of ${ended.length})`
  return { id, outcome: worst, message: `${first?.message ?? ''}${more}`, items: Math.floor((all * good) / ended.length) }
}
