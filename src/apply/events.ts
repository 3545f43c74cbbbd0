import type { Stage, Step } from '../plan/step.ts'

/** How a step ended (design.md section 6). `blocked`: a step that it needs did not end well. `unknown`: the answer was lost. */
export type StepOutcome = 'done' | 'satisfied' | 'failed' | 'blocked' | 'unknown'

/** What an observer of an apply sees, in order. A value; the engine never waits for its observers. */
export type ApplyEvent =
  | { readonly type: 'run-started'; readonly runId: string; readonly planHash: string; readonly stages: readonly StageLoad[] }
  | { readonly type: 'step-started'; readonly step: Step }
  | { readonly type: 'step-ended'; readonly step: Step; readonly outcome: StepOutcome; readonly message: string | null }
  | { readonly type: 'stopping' }
  | { readonly type: 'run-ended'; readonly run: Run }

/** The work of one stage: steps, and the records or files in them. */
export interface StageLoad {
  readonly stage: Stage
  readonly steps: number
  readonly items: number
}

/** One apply, ended. */
export interface Run {
  readonly id: string
  readonly planHash: string
  /** `interrupted`: stopped by the person; `partial`: at least one step failed, is blocked or unknown. */
  readonly outcome: 'done' | 'partial' | 'interrupted'
  readonly steps: readonly StepResult[]
}

/** The end of one step; steps that were never started because of a stop are absent. */
export interface StepResult {
  readonly id: string
  readonly outcome: StepOutcome
  readonly message: string | null
}
