import type { Step } from './step.ts'

/** Checks the order of steps as they come: each id once; every need and every step that is read back comes before the step that names it. */
export interface StepOrder {
  readonly add: (step: Step) => void
  /** The first fault in a sentence; `null`: there is none. */
  readonly fault: () => string | null
}

/** Opens the check of the steps of one plan file. */
export function openStepOrder(): StepOrder {
  const known = new Set<string>()
  let first: string | null = null
  return {
    add(step) {
      first ??= faultOf(step, known)
      known.add(step.id)
    },
    fault: () => first,
  }
}

function faultOf(step: Step, known: ReadonlySet<string>): string | null {
  if (known.has(step.id)) return `The plan file has step ${step.id} twice.`
  const named = step.kind === 'verify' ? [...step.needs, ...step.of] : step.needs
  const missing = named.find((id) => !known.has(id))
  return missing === undefined ? null : `Step ${step.id} of the plan file needs ${missing}, which is not before it.`
}
