import type { Change } from '../diff/change.ts'
import type { Step } from './step.ts'

/** What is kept of the changes and steps of a plan that is read; they are added in its order, changes first. */
export interface PlanKeeping<S> {
  addChange(change: Change): void
  addStep(step: Step): void
  end(): { readonly changes: readonly Change[]; readonly steps: readonly S[] }
}

/** Keeps all of a plan. */
export function keepAll(): PlanKeeping<Step> {
  return keeping((step) => step)
}

/** Keeps the changes, and the kinds of the steps. */
export function keepShown(): PlanKeeping<Pick<Step, 'kind'>> {
  return keeping(({ kind }) => ({ kind }))
}

function keeping<S>(keep: (step: Step) => S): PlanKeeping<S> {
  const [changes, steps]: [Change[], S[]] = [[], []]
  return {
    addChange: (change) => changes.push(change),
    addStep: (step) => steps.push(keep(step)),
    end: () => ({ changes, steps }),
  }
}
