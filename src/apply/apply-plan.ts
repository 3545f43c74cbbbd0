import { setTimeout as wait } from 'node:timers/promises'
import type { Plan } from '../plan/plan.ts'
import { stages, type Step } from '../plan/step.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { ApplyEvent, Run, StageLoad, StepOutcome, StepResult } from './events.ts'
import { type Performed, performStep } from './perform-step.ts'
import { rememberUploads } from './remember-uploads.ts'
import { runSteps } from './run-steps.ts'
import { storeNameInState } from '../live/store-names.ts'

/** One apply: the plan, the store it is for, and what comes from outside. */
export interface ApplyInput {
  readonly plan: Plan
  readonly store: StoreClient
  readonly state: State
  /** The bytes of a picture by its path from the catalogue root and its content (`from` and `sha256` of its step). */
  readonly readPicture: (from: string, sha256: string) => Promise<Uint8Array>
  readonly now: () => Date
  readonly runId: string
  /** Aborted: nothing new is started, requests in flight finish. */
  readonly stop: AbortSignal
  readonly onEvent: (event: ApplyEvent) => void
  readonly limits: { readonly concurrency: number }
  /** Waits before a second attempt or look; given by tests. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

/**
 * Carries out the steps of a plan (design.md section 6): in its order, independent ones beside each other, each
 * journalled before it is sent and when its answer is there. A failed step blocks its dependants only.
 */
export async function applyPlan(input: ApplyInput): Promise<Run> {
  const { plan, store, state, runId, stop, onEvent } = input
  const at = (): string => input.now().toISOString()
  state.startRun({
    id: runId,
    store: storeNameInState(store),
    planHash: plan.planHash,
    at: at(),
    steps: plan.steps.map(({ id, title }) => ({ id, title })),
  })
  onEvent({ type: 'run-started', runId, planHash: plan.planHash, stages: stageLoads(plan.steps) })
  const announceStop = (): void => onEvent({ type: 'stopping' })
  if (stop.aborted) announceStop()
  else stop.addEventListener('abort', announceStop, { once: true })

  const conclude = (step: Step, outcome: StepOutcome, message: string | null): void => {
    state.conclude(runId, { stepId: step.id, outcome, message, at: at() })
    onEvent({ type: 'step-ended', step, outcome, message })
  }
  try {
    const results = await runSteps(plan.steps, {
      concurrency: input.limits.concurrency,
      stop,
      perform: async (step) => {
        state.intend(runId, step.id, at())
        onEvent({ type: 'step-started', step })
        const performed = await performOrFail(step, input)
        conclude(step, performed.outcome, performed.message)
        return performed
      },
      block: (step, message) => conclude(step, 'blocked', message),
    })
    const run: Run = { id: runId, planHash: plan.planHash, outcome: outcomeOf(plan, results), steps: [...results.values()] }
    await rememberUploads(
      plan.steps.filter(({ id }) => results.get(id)?.outcome === 'done'),
      input,
    )
    state.endRun(runId, run.outcome, at())
    onEvent({ type: 'run-ended', run })
    return run
  } catch (error) {
    state.endRun(runId, 'partial', at())
    throw error
  } finally {
    stop.removeEventListener('abort', announceStop)
  }
}

/** A bug ends the step in the journal too, before it goes on to the caller. */
async function performOrFail(step: Step, input: ApplyInput): Promise<Performed> {
  const { plan, store, readPicture, sleep = (milliseconds: number) => wait(milliseconds) } = input
  try {
    return await performStep(step, { plan, store, readPicture, sleep })
  } catch (error) {
    input.state.conclude(input.runId, {
      stepId: step.id,
      outcome: 'unknown',
      message: error instanceof Error ? error.message : String(error),
      at: input.now().toISOString(),
    })
    throw error
  }
}

function outcomeOf(plan: Plan, results: ReadonlyMap<string, StepResult>): Run['outcome'] {
  if (results.size < plan.steps.length) return 'interrupted'
  const good = [...results.values()].every(({ outcome }) => outcome === 'done' || outcome === 'satisfied')
  return good ? 'done' : 'partial'
}

/** The work of each stage that has any, in the order of the stages. */
function stageLoads(steps: readonly Step[]): StageLoad[] {
  return stages.flatMap((stage) => {
    const own = steps.filter((step) => step.stage === stage)
    const items = own.reduce((sum, step) => sum + itemsOf(step), 0)
    return own.length === 0 ? [] : [{ stage, steps: own.length, items }]
  })
}

function itemsOf(step: Step): number {
  if (step.kind === 'post') return step.records.length
  if (step.kind === 'delete-prices') return step.skus.length
  return 1
}
