import { invariant } from '../errors.ts'
import type { Step } from '../plan/step.ts'
import type { StepResult } from './events.ts'
import type { Performed } from './perform-step.ts'

/** How steps are run. `perform` and `block` are called once per step; a `perform` that throws ends everything. */
export interface RunContext {
  /** Steps at a time. */
  readonly concurrency: number
  readonly stop: AbortSignal
  readonly perform: (step: Step) => Promise<Performed>
  readonly block: (step: Step, message: string) => void
}

/**
 * Runs steps in their order, as many at a time as allowed, each when all that it needs has ended well; what needs a
 * step that did not is blocked. After `stop` nothing new starts. Resolves with the steps that ended, in plan order.
 */
export async function runSteps(steps: readonly Step[], context: RunContext): Promise<ReadonlyMap<string, StepResult>> {
  checkNeeds(steps)
  const results = new Map<string, StepResult>()
  const running = new Set<Promise<void>>()
  let waiting: readonly Step[] = steps
  const bugs: unknown[] = []

  const isGood = (id: string): boolean => {
    const outcome = results.get(id)?.outcome
    return outcome === 'done' || outcome === 'satisfied'
  }
  const start = (step: Step): void => {
    const ending = context
      .perform(step)
      .then((performed) => {
        results.set(step.id, { id: step.id, ...performed })
        if (!isGood(step.id)) waiting = blockAfter(waiting, results, context)
      })
      .catch((error: unknown) => {
        bugs.push(error)
      })
      .finally(() => running.delete(ending))
    running.add(ending)
  }

  for (;;) {
    while (!context.stop.aborted && bugs.length === 0 && running.size < context.concurrency) {
      const next = waiting.find((step) => step.needs.every(isGood))
      if (!next) break
      waiting = waiting.filter((step) => step !== next)
      start(next)
    }
    if (running.size === 0) break
    await Promise.race(running)
  }
  for (const bug of bugs) throw bug
  return new Map(
    steps.flatMap(({ id }) => {
      const result = results.get(id)
      return result ? [[id, result] as const] : []
    }),
  )
}

/** Blocks every waiting step that needs one which did not end well, and what needs those; the rest still waits. */
function blockAfter(waiting: readonly Step[], results: Map<string, StepResult>, context: RunContext): readonly Step[] {
  return waiting.filter((step) => {
    const cause = step.needs.find((id) => {
      const outcome = results.get(id)?.outcome
      return outcome !== undefined && outcome !== 'done' && outcome !== 'satisfied'
    })
    if (cause === undefined) return true
    const message = `It needs ${cause}, which did not end well.`
    results.set(step.id, { id: step.id, outcome: 'blocked', message })
    context.block(step, message)
    return false
  })
}

function checkNeeds(steps: readonly Step[]): void {
  const earlier = new Set<string>()
  for (const { id, needs } of steps) {
    invariant(!earlier.has(id), `two steps are called ${id}`)
    const missing = needs.find((need) => !earlier.has(need))
    invariant(missing === undefined, `step ${id} needs ${missing}, which is no earlier step`)
    earlier.add(id)
  }
}
