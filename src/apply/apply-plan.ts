import { setTimeout as wait } from 'node:timers/promises'
import type { Plan } from '../plan/plan.ts'
import { stages, type Step } from '../plan/step.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type ApplyEvent, itemsOf, type Run, type StageLoad, type StepOutcome, type StepResult } from './events.ts'
import { indexPlan } from './expected-rows.ts'
import { type Performed, performStep, type StepContext } from './perform-step.ts'
import { rememberUploads } from './remember-uploads.ts'
import { openRunJournal, type RunJournal } from './run-journal.ts'
import { isSuccess, runSteps } from './run-steps.ts'

/** One apply: the plan, the store it is for, and what comes from outside. */
export interface ApplyInput {
  readonly plan: Plan
  readonly store: StoreClient
  readonly state: State
  /** The bytes of a picture by its path from the catalogue root and its content (`from` and `sha256` of its step). */
  readonly readPicture: (from: string, sha256: string) => Promise<Uint8Array>
  readonly now: () => Date
  readonly runId: string
  /** Aborted: no step is started, requests in flight finish. */
  readonly stop: AbortSignal
  readonly onEvent: (event: ApplyEvent) => void
  readonly limits: { readonly concurrency: number }
  /** Waits before a second attempt or look; set by tests. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

/**
 * Carries out the steps of a plan (design.md section 6): in plan order, independent ones concurrently. The intent of a step
 * is on disk before its request is sent, its outcome before a step that needs it starts. A step that fails blocks only the
 * steps that depend on it.
 */
export async function applyPlan(input: ApplyInput): Promise<Run> {
  const { plan, runId, stop, onEvent } = input
  const { steps, planHash } = plan
  const journal = await openRunJournal(input)
  onEvent({ type: 'run-started', runId, planHash, stages: stageLoads(steps) })
  const announceStop = (): void => onEvent({ type: 'stopping' })
  if (stop.aborted) announceStop()
  else stop.addEventListener('abort', announceStop, { once: true })

  try {
    const run = await runPlan(input, journal)
    await journal.end(run.outcome)
    onEvent({ type: 'run-ended', run })
    return run
  } catch (error) {
    // Where the state itself failed, ending the run fails too, and the first error is the one to report.
    await journal.end('partial').catch(() => undefined)
    throw error
  } finally {
    stop.removeEventListener('abort', announceStop)
  }
}

async function runPlan(input: ApplyInput, journal: RunJournal): Promise<Run> {
  const { plan, store, runId, stop, onEvent, readPicture, sleep = (milliseconds: number) => wait(milliseconds) } = input
  const context: StepContext = { index: indexPlan(plan), store, readPicture, sleep }
  const conclude = async (step: Step, outcome: StepOutcome, message: string | null): Promise<void> => {
    await journal.conclude(step, outcome, message)
    onEvent({ type: 'step-ended', step, outcome, message })
  }
  const results = await runSteps(plan.steps, {
    concurrency: input.limits.concurrency,
    stop,
    perform: async (step) => {
      await journal.intend(step)
      onEvent({ type: 'step-started', step })
      const performed = await performOrRecord(step, context, journal)
      await conclude(step, performed.outcome, performed.message)
      return performed
    },
    block: (step, message) => conclude(step, 'blocked', message),
  })
  await rememberUploads(
    plan.steps.filter(({ id }) => results.get(id)?.outcome === 'done'),
    input,
  )
  return { id: runId, planHash: plan.planHash, outcome: outcomeOf(plan, results), steps: [...results.values()] }
}

/** A bug is recorded as the outcome of its step before it is thrown. */
async function performOrRecord(step: Step, context: StepContext, journal: RunJournal): Promise<Performed> {
  try {
    return await performStep(step, context)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await journal.conclude(step, 'unknown', message)
    throw error
  }
}

function outcomeOf(plan: Plan, results: ReadonlyMap<string, StepResult>): Run['outcome'] {
  if (results.size < plan.steps.length) return 'interrupted'
  return [...results.values()].every(({ outcome }) => isSuccess(outcome)) ? 'done' : 'partial'
}

/** The work of each stage that has any, in the order of the stages. */
function stageLoads(steps: readonly Step[]): StageLoad[] {
  const byStage = Map.groupBy(steps, ({ stage }) => stage)
  return stages.flatMap((stage) => {
    const own = byStage.get(stage) ?? []
    const items = own.reduce((sum, step) => sum + itemsOf(step), 0)
    return own.length === 0 ? [] : [{ stage, steps: own.length, items }]
  })
}
