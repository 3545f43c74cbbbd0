import type { ProcessScript } from './fault-case.ts'
import { type Played, playCase } from './play-case.ts'
import { openStage, type Stage } from './stage.ts'

/** A scenario with what undisturbed runs of its plan do. */
export interface Measured extends AsyncDisposable {
  readonly stage: Stage
  /** The records of the store at the start. */
  readonly start: readonly string[]
  /** The plan is applied. */
  readonly undisturbed: Played
  /** The plan is applied, and then the catalogue of the start. */
  andBack(): Promise<Played>
}

/** Opens a scenario and applies its plan without faults; `looksBetweenRows` as of `openStage`. */
export async function measure(scenario: string, looksBetweenRows = false): Promise<Measured> {
  const stage = await openStage(scenario, looksBetweenRows)
  const calm = (...hows: readonly ProcessScript['how'][]): Promise<Played> =>
    playCase(stage, { scenario, concurrency: 1, processes: hows.map((how) => ({ how, lease: 'ended', faults: [] })) })
  stage.reset()
  let back: Promise<Played> | null = null
  return {
    stage,
    start: await stage.dump(),
    undisturbed: await calm('apply'),
    andBack: () => (back ??= calm('apply', 'go back')),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}
