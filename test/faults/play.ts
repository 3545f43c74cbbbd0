import { settleEarlierRuns } from '../../src/apply/late-writes.ts'
import { storeNameInState } from '../../src/live/store-names.ts'
import { hostname } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import type { Run } from '../../src/apply/events.ts'
import { unpackPlanToApply } from '../../src/apply/packed-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { State } from '../../src/state/state.ts'
import { recordUnchanged } from '../../src/workspace/record-unchanged.ts'
import type { FaultCase, ProcessScript } from './fault-case.ts'
import type { SharedClock } from './shared-clock.ts'
import { simulatedProcess, type SimulatedProcess } from './simulated-process.ts'
import type { Side, Stage } from './stage.ts'
import type { Call } from './wrapped-ports.ts'

/** How long the store can act on a request whose answer was given up, in milliseconds. */
export const settleMs = 60_000

/** What the processes of one case share, and what was noted of them. */
export interface Play {
  readonly stage: Stage
  readonly clock: SharedClock
  readonly state: State
  readonly faultCase: FaultCase
  /** What went wrong, one sentence each. */
  readonly wrong: string[]
  /** Every plan that was applied. */
  readonly plans: Plan[]
  /** The calls of each process. */
  readonly calls: (readonly Call[])[]
  readonly runs: (Run | null)[]
}

/** A process at work. */
export interface Started {
  readonly process: SimulatedProcess
  readonly ended: Promise<Ended>
}

/** How a process ended: by itself, or with an error; one that died has that of its death. */
export interface Ended {
  readonly process: SimulatedProcess
  readonly run: Run | null
  readonly error: unknown
}

/** Opens the ports of the next process. */
export function openProcess({ stage, clock, state, calls }: Play, faults: ProcessScript['faults'], side: Side): SimulatedProcess {
  const { store } = stage
  const readPicture = (from: string, sha256: string): Promise<Uint8Array> => stage.readPicture(side, from, sha256)
  const process = simulatedProcess({ clock, state, store, deliver: (write) => stage.deliver(write), readPicture }, faults)
  calls.push(process.calls)
  return process
}

/** The catalogue that a process applies. */
export function sideOf(how: ProcessScript['how']): Side {
  return how === 'go back' ? 'live' : 'catalogue'
}

/** The name of a process of this machine that has ended, for its lease; each number another one. */
export function deadHolder(number: number): string {
  return `process ${99_999_000 + number} on ${hostname()}`
}

/** Plans or resumes, and applies, in a process. */
export function startProcess(play: Play, process: SimulatedProcess, { how, lease }: ProcessScript): Started {
  const { plans, runs, calls } = play
  const number = calls.length
  const run = async (): Promise<Run> => {
    const { plan, runId } = await planFor(play, how, process)
    plans.push(plan)
    return applyIn(process, play, { plan, runId, holder: lease === 'ended' ? deadHolder(number) : `process of the test ${number}` })
  }
  const ended = run().then(
    (done): Ended => ({ process, run: done, error: undefined }),
    (error: unknown): Ended => ({ process, run: null, error }),
  )
  return {
    process,
    ended: ended.then(async (each) => {
      runs.push(each.run)
      // What it has left under way comes to its end.
      await turn()
      return each
    }),
  }
}

async function planFor(
  { stage, state, calls }: Play,
  how: ProcessScript['how'],
  process: SimulatedProcess,
): Promise<{ readonly plan: Plan; readonly runId: string }> {
  if (how === 'apply') return { plan: stage.plan, runId: 'run-1' }
  const [last] = await state.runs()
  const bytes = how === 'resume' && last?.endedAt === null ? await state.planOf(last.id) : null
  if (last && bytes) return { plan: await unpackPlanToApply(bytes), runId: last.id }
  const { clock, stop } = process
  await settleEarlierRuns(await process.state.unsettled(storeNameInState(process.store)), { clock, stop, onEvent: () => undefined })
  return { plan: await stage.planWith(sideOf(how), process.store, process.state), runId: `run-${calls.length}` }
}

/** Applies a plan through the ports of a process. */
export async function applyIn(
  { store, state, clock, readPicture, stop }: SimulatedProcess,
  { faultCase: { concurrency }, stage }: Play,
  run: { readonly plan: Plan; readonly runId: string; readonly holder: string },
): Promise<Run> {
  const applied = await stage.appliedBase(run.plan, { store, state })
  const ended = await applyPlan({
    ...run,
    store: stage.sealed(run.plan, store),
    state,
    readPicture,
    clock,
    stop,
    onEvent: () => undefined,
    limits: { concurrency, settleMs },
    ...(applied && { baseOf: (root, rewritten) => applied.of(root, rewritten) }),
  })
  if (applied && !stop.aborted)
    await recordUnchanged({ plan: run.plan, applied, store, state, clock, holder: run.holder, isDone: ended.outcome === 'done' })
  return ended
}

/** Adopts what a plan without steps found equal, as the program does. */
export async function adoptIn({ store, state, clock }: SimulatedProcess, { stage, calls }: Play, plan: Plan): Promise<void> {
  const applied = await stage.appliedBase(plan, { store, state })
  if (applied) await recordUnchanged({ plan, applied, store, state, clock, holder: deadHolder(900 + calls.length), isDone: true })
}
