import { type Stage, stages, type Step } from '../plan/step.ts'
import type { SourcePlace } from '../source/source.ts'
import type { Slower } from '../store/request-limit.ts'
import type { Rewrite } from '../records/rewrite.ts'
import type { ChangeCounts } from '../state/state.ts'
import type { ChangesOfRun } from './changes-of-run.ts'

/** How an operation or a step ended. `blocked`: skipped, since something that it needs failed. `unknown`: it may still take effect. */
export type StepOutcome = 'done' | 'satisfied' | 'failed' | 'blocked' | 'unknown'

/** The events of an apply, in order. Values; the engine never waits for an observer. */
export type ApplyEvent =
  | RunStarted
  | { readonly type: 'step-started'; readonly step: Step }
  | {
      readonly type: 'step-ended'
      readonly step: Step
      readonly outcome: StepOutcome
      readonly message: string | null
      readonly items: number
    }
  /** A record, grid or file that could not be written as planned. */
  | { readonly type: 'operation-failed'; readonly step: Step; readonly failure: OperationFailure }
  /** A request that did not succeed and is not given up: `busy`: refused for now; `lost`: the store may have performed it. */
  | { readonly type: 'request-failed'; readonly step: Step; readonly reason: 'busy' | 'lost'; readonly failure: RequestFailure }
  /** Nothing is sent for this step before so many seconds, until this instant: the store is busy, or a lost write may still take effect. */
  | {
      readonly type: 'waiting'
      readonly step: Step | null
      readonly reason: 'busy' | 'settle'
      readonly seconds: number
      readonly until: string
    }
  /** A request of this step is sent again: the store refused it for now, or its answer was lost and the store does not show what it wrote. */
  | { readonly type: 'retrying'; readonly step: Step; readonly reason: 'busy' | 'lost' }
  /** From now on fewer requests are sent at the same time, as the answers of the store ask for; never more than once for one number. */
  | ({ readonly type: 'slower' } & Slower)
  | { readonly type: 'stopping' }
  | { readonly type: 'run-ended'; readonly run: Run }
  /** Of the root records that were equal before the run so many are recorded as last applied, each 1,000: at the first run of a catalogue all of them. */
  | { readonly type: 'recording'; readonly records: number }

/** The start of a run: the changes of its plan by action, and the work in each stage. */
export interface RunStarted {
  readonly type: 'run-started'
  readonly runId: string
  readonly planHash: string
  readonly changes: ChangeCounts
  readonly stages: readonly StageLoad[]
}

/** One record, grid or file that could not be written as planned. */
export interface OperationFailure {
  readonly address: string
  readonly outcome: 'failed' | 'unknown'
  readonly message: string
  /** Where the catalogue declares it; `null` where it does not. */
  readonly source: SourcePlace | null
}

/** One request that did not succeed: how many records, grids or files it carried, the first three of them, and what is done next. */
export interface RequestFailure {
  readonly message: string
  readonly records: number
  readonly first: readonly Pick<OperationFailure, 'address' | 'source'>[]
  /** `repeat`: it is sent again; `read`: when it can no longer take effect, the store is read, and what is missing is sent again. */
  readonly next: 'repeat' | 'read'
}

/** The amount of work in one stage: steps, and the records or files in them. */
export interface StageLoad {
  readonly stage: Stage
  readonly steps: number
  readonly items: number
}

/** How many records or files a step carries; 1 for a read-back and a barrier. */
export function itemsOf(step: Step): number {
  switch (step.kind) {
    case 'post':
      return step.records.length
    case 'delete-prices':
      return step.skus.length
    case 'delete-entry':
    case 'delete-row':
    case 'put-file':
    case 'delete-file':
    case 'verify':
    case 'barrier':
      return 1
    default:
      return step satisfies never
  }
}

/** The work of each stage that has any, in the order of the stages. */
export function stageLoads(steps: readonly Step[]): StageLoad[] {
  const byStage = Map.groupBy(steps, ({ stage }) => stage)
  return stages.flatMap((stage) => {
    const own = byStage.get(stage) ?? []
    const items = own.reduce((sum, step) => sum + itemsOf(step), 0)
    return own.length === 0 ? [] : [{ stage, steps: own.length, items }]
  })
}

/** One apply that has ended. */
export interface Run {
  readonly id: string
  readonly planHash: string
  /**
   * `interrupted`: stopped by the user; `moved`: nothing was written, since the store has changed since the plan was created, wherever the
   * plan would write; `partial`: at least one operation failed, is blocked or unknown.
   */
  readonly outcome: 'done' | 'partial' | 'moved' | 'interrupted'
  readonly steps: readonly StepResult[]
  /** The records, grids and files that this run has written, those of failed steps included. */
  readonly written: number
  /** What became of the changes of the plan: a record can carry out several, as a category and its place do. */
  readonly changes: ChangesOfRun
  readonly failures: readonly OperationFailure[]
  /** The values of verified records that the store changed in an accepted way. */
  readonly rewrites: readonly Rewrite[]
  /** Grids that were turned on again after a failure, or stay off, one sentence each. */
  readonly notes: readonly string[]
}

/** How one step ended; a step that was not started, or not sent completely, because of a stop has no result. */
export interface StepResult {
  readonly id: string
  readonly outcome: StepOutcome
  readonly message: string | null
}
