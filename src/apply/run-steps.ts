import type { Step } from '../plan/step.ts'
import type { StepOutcome, StepResult } from './events.ts'
import type { Performed } from './perform-step.ts'
import { openReadyQueue } from './ready-queue.ts'

/** How steps are run. `perform` or `block` is called once for each step; one that rejects ends the run. */
export interface RunContext {
  /** Steps at a time. */
  readonly concurrency: number
  readonly stop: AbortSignal
  readonly perform: (step: Step) => Promise<Performed>
  readonly block: (step: Step, message: string) => Promise<void>
}

/**
 * Runs steps in plan order, as many at a time as allowed, each once every step that it needs has succeeded; what depends on
 * a step that failed is blocked. After `stop` no step is started. Resolves to the steps that ended, in plan order. After a
 * rejection no step is started either; the steps that run are waited for, then it is thrown.
 */
export async function runSteps(steps: readonly Step[], context: RunContext): Promise<ReadonlyMap<string, StepResult>> {
  const queue = openReadyQueue(steps)
  const results = new Map<string, StepResult>()
  const errors: unknown[] = []
  const idle = Promise.withResolvers<void>()
  let running = 0

  async function run(step: Step): Promise<void> {
    const performed = await context.perform(step)
    results.set(step.id, { id: step.id, ...performed })
    if (isSuccess(performed.outcome)) queue.succeed(step.id)
    else await blockDependants(step, performed)
  }

  async function blockDependants({ id }: Step, { outcome }: Performed): Promise<void> {
    const message = outcome === 'unknown' ? `skipped: the outcome of ${id} is unknown` : `skipped: ${id} failed`
    const blocked = queue.fail(id)
    for (const step of blocked) results.set(step.id, { id: step.id, outcome: 'blocked', message })
    await Promise.all(blocked.map((step) => context.block(step, message)))
  }

  function startReady(): void {
    while (!context.stop.aborted && errors.length === 0 && running < context.concurrency) {
      const step = queue.take()
      if (!step) break
      running += 1
      void run(step)
        .catch((error: unknown) => errors.push(error))
        .then(() => {
          running -= 1
          startReady()
        })
    }
    if (running === 0) idle.resolve()
  }

  startReady()
  await idle.promise
  for (const error of errors) throw error
  return inPlanOrder(steps, results)
}

/** True for an outcome after which the steps that need this one may start. */
export function isSuccess(outcome: StepOutcome): boolean {
  return outcome === 'done' || outcome === 'satisfied'
}

function inPlanOrder(steps: readonly Step[], results: ReadonlyMap<string, StepResult>): ReadonlyMap<string, StepResult> {
  const ordered = new Map<string, StepResult>()
  for (const { id } of steps) {
    const result = results.get(id)
    if (result) ordered.set(id, result)
  }
  return ordered
}
