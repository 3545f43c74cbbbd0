import type { Step } from '../plan/step.ts'
import type { StepResult } from './events.ts'
import { type Ended, type Failed, tokensOf } from './perform-step.ts'
import { openReadyQueue } from './ready-queue.ts'
import { isSuccess } from './step-result.ts'
import { slotKindOf, type Slots } from './slots.ts'

/** How steps are run. */
export interface RunContext {
  readonly slots: Slots
  readonly stop: AbortSignal
  /** The steps that must end before a step starts. */
  readonly needsOf: (step: Step) => readonly string[]
  /** True where a step may start now, which it then does; false while it waits for steps that run. */
  readonly begin: (step: Step) => boolean
  /** Called once for each step that starts; one that rejects ends the run. */
  readonly perform: (step: Step, failed: Failed) => Promise<{ readonly ended: readonly Ended[]; readonly result: StepResult }>
}

/**
 * Runs steps in plan order, as many at a time as there are slots and `begin` allows, each once every step that it needs has ended. What failed in a step
 * is passed on to the steps that need it, root by root: the other roots go on. After `stop` no step is started. Resolves to the
 * steps that ended, in plan order; one of which something was not sent because of the stop is not among them. After a rejection no step is started either; the steps that run are waited for, then it is thrown.
 */
export async function runSteps(steps: readonly Step[], context: RunContext): Promise<readonly StepResult[]> {
  const { slots, stop, needsOf } = context
  const queue = openReadyQueue(steps, needsOf)
  const results = new Map<string, StepResult>()
  const failedRoots = new Map<string, ReadonlyMap<string, string>>()
  const tokens = new Map<string, string>()
  const errors: unknown[] = []
  const idle = Promise.withResolvers<void>()
  let running = 0

  function passOn({ id }: Step, roots: ReadonlyMap<string, string>, ended: readonly Ended[]): void {
    const own = ended.filter(({ outcome }) => !isSuccess(outcome))
    for (const { operation, address } of own) if (operation) for (const token of tokensOf(operation)) tokens.set(token, address)
    if (roots.size + own.length > 0)
      failedRoots.set(id, own.length === 0 ? roots : new Map([...own.map(({ root }) => [root, id] as const), ...roots]))
  }

  async function run(step: Step): Promise<void> {
    try {
      const roots = inherited(needsOf(step), failedRoots)
      const { ended, result } = await context.perform(step, { roots, tokens })
      if (!ended.some(({ isUnsent }) => isUnsent)) results.set(step.id, result)
      passOn(step, roots, ended)
      queue.end(step.id)
    } catch (error) {
      errors.push(error)
    }
    running -= 1
    slots.release()
    void startReady()
  }

  async function startReady(): Promise<void> {
    while (!stop.aborted && errors.length === 0) {
      const step = queue.first()
      if (!step || !slots.isFree(slotKindOf(step)) || !context.begin(step)) break
      queue.take()
      running += 1
      const turn = slots.acquire(slotKindOf(step))
      if (turn) await turn
      void run(step)
    }
    if (running === 0) idle.resolve()
  }

  await startReady()
  await idle.promise
  for (const error of errors) throw error
  return steps.flatMap(({ id }) => results.get(id) ?? [])
}

/** The roots that failed in the needs of a step, or in theirs. A map that only one of them has is shared, not copied. */
function inherited(needs: readonly string[], failedRoots: ReadonlyMap<string, ReadonlyMap<string, string>>): ReadonlyMap<string, string> {
  const maps = needs.flatMap((need) => failedRoots.get(need) ?? [])
  const [first] = maps
  return maps.length > 1 ? new Map(maps.flatMap((map) => [...map])) : (first ?? new Map())
}
