import type { Stage, Step } from '../plan/step.ts'

/** How a step ended. `blocked`: skipped, since a step that it needs failed. `unknown`: the answer was lost. */
export type StepOutcome = 'done' | 'satisfied' | 'failed' | 'blocked' | 'unknown'

/** The events of an apply, in order. Values; the engine never waits for an observer. */
export type ApplyEvent =
  | { readonly type: 'run-started'; readonly runId: string; readonly planHash: string; readonly stages: readonly StageLoad[] }
  | { readonly type: 'step-started'; readonly step: Step }
  | { readonly type: 'step-ended'; readonly step: Step; readonly outcome: StepOutcome; readonly message: string | null }
  | { readonly type: 'stopping' }
  | { readonly type: 'run-ended'; readonly run: Run }

/** The amount of work in one stage: steps, and the records or files in them. */
export interface StageLoad {
  readonly stage: Stage
  readonly steps: number
  readonly items: number
}

/** How many records or files a step carries; 1 for a read-back. */
export function itemsOf(step: Step): number {
  switch (step.kind) {
    case 'post':
      return step.records.length
    case 'delete-prices':
      return step.skus.length
    case 'delete-row':
    case 'put-file':
    case 'verify':
      return 1
    default:
      return step satisfies never
  }
}

/** One apply that has ended. */
export interface Run {
  readonly id: string
  readonly planHash: string
  /** `interrupted`: stopped by the user; `partial`: at least one step failed, is blocked or unknown. */
  readonly outcome: 'done' | 'partial' | 'interrupted'
  readonly steps: readonly StepResult[]
}

/** How one step ended; a step that was not started because of a stop has no result. */
export interface StepResult {
  readonly id: string
  readonly outcome: StepOutcome
  readonly message: string | null
}
