import { setImmediate as turn } from 'node:timers/promises'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import { unpackPlan } from '../../src/apply/packed-plan.ts'
import type { Run } from '../../src/apply/events.ts'
import { OperationalError } from '../../src/errors.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { openState } from '../../src/state/open-state.ts'
import type { State } from '../../src/state/state.ts'
import { hostname } from 'node:os'
import type { FaultCase, ProcessScript } from './fault-case.ts'
import { foreignWrites } from './foreign-writes.ts'
import { type SharedClock, sharedClock } from './shared-clock.ts'
import { type Call, ProcessDied, simulatedProcess, type SimulatedProcess } from './simulated-process.ts'
import type { Moment, Stage } from './stage.ts'

/** How long the store can act on a request whose answer was given up. */
export const settleMs = 60_000
/** Longer than a lease lasts. */
const leaseMs = 181_000
/** Plans after the faults, at most, until the store is as the catalogue. */
const mostPlans = 2

/** What a case led to. */
export interface Played {
  /** What went wrong but for the moments, one sentence each; empty: nothing. */
  readonly wrong: readonly string[]
  readonly moments: readonly Moment[]
  /** Every plan that was applied. */
  readonly plans: readonly Plan[]
  readonly dump: readonly string[]
  /** The calls of each process. */
  readonly calls: readonly (readonly Call[])[]
  /** The plans that were needed after the faults. */
  readonly plansNeeded: number
  /** The number of moments when the first process had ended. */
  readonly firstEnd: number
  readonly runs: readonly (Run | null)[]
}

interface Ended {
  readonly process: SimulatedProcess
  /** `null` where it died or was paused. */
  readonly run: Run | null
  readonly error: unknown
}

/** Plays one case from the start of its scenario. */
export async function playCase(stage: Stage, { concurrency, processes, foreign }: FaultCase): Promise<Played> {
  stage.reset()
  const clock = sharedClock()
  const state = await openState(':memory:')
  const played = openPlay({ stage, clock, state, concurrency, foreign })
  try {
    let paused: { process: SimulatedProcess; ended: Promise<Ended> } | null = null
    for (const [index, script] of processes.entries()) {
      const before = paused
      paused = null
      const started = await played.start(script, index, before && { ...before, at: script.wakesAt ?? 0 })
      const first = await Promise.race([started.ended, started.process.paused.then(() => null)])
      if (first === null) paused = started
      if (before && first !== null) await played.wakeUp(before)
      if (first) played.judgeEnd(first, index)
    }
    await played.converge()
    return await played.result()
  } finally {
    await state.close()
  }
}

interface Play {
  readonly stage: Stage
  readonly clock: SharedClock
  readonly state: State
  readonly concurrency: number
  readonly foreign: FaultCase['foreign']
}

/** A process of this machine that does not exist. */
const deadHolder = (index: number): string => `process ${99_999_990 + index} on ${hostname()}`

// eslint-disable-next-line max-lines-per-function
function openPlay({ stage, clock, state, concurrency, foreign }: Play) {
  const wrong: string[] = []
  const plans: Plan[] = []
  const calls: (readonly Call[])[] = []
  const runs: (Run | null)[] = []
  let plansNeeded = 0
  let firstEnd = 0
  let woken = false

  const open = (faults: ProcessScript['faults']): SimulatedProcess => {
    const process = simulatedProcess(
      { clock, state, store: stage.store, deliver: stage.deliver, readPicture: (from, sha256) => stage.catalogue.readPicture(from, sha256) },
      faults,
    )
    calls.push(process.calls)
    return process
  }

  const applyWith = (process: SimulatedProcess, plan: Plan, runId: string, holder: string): Promise<Run> =>
    applyPlan({
      plan,
      store: process.store,
      state: process.state,
      readPicture: process.readPicture,
      clock: process.clock,
      runId,
      holder,
      stop: new AbortController().signal,
      onEvent: () => undefined,
      limits: { concurrency, settleMs },
    })

  async function planFor(how: ProcessScript['how'], process: SimulatedProcess): Promise<{ plan: Plan; runId: string }> {
    const [last] = await state.runs()
    if (how === 'apply') return { plan: stage.plan, runId: 'run-1' }
    const bytes = last && last.endedAt === null ? await state.planOf(last.id) : null
    if (how === 'resume' && last && bytes) return { plan: await unpackPlan(bytes), runId: last.id }
    return { plan: await stage.planWith(process.store, process.state), runId: `run-${calls.length}-${plans.length}` }
  }

  return {
    async start(
      { how, lease, faults }: ProcessScript,
      index: number,
      sleeper: { process: SimulatedProcess; ended: Promise<Ended>; at: number } | null,
    ): Promise<{ process: SimulatedProcess; ended: Promise<Ended> }> {
      if (index > 0 && lease === 'expired') await clock.pass(leaseMs)
      const process = open(faults)
      if (foreign && index === 0) {
        const write = foreignWrites(stage.plan).find(({ what }) => what === foreign.what)
        if (!write) throw new Error(`${stage.name} has no foreign write "${foreign.what}"`)
        process.before(foreign.before, () => clock.during(() => stage.deliver(write.write, 'somebody else')).catch(ignoreRefusal))
      }
      if (sleeper && sleeper.at > 0) process.afterLease(sleeper.at, () => this.wakeUp(sleeper))
      const run = async (): Promise<Run> => {
        const { plan, runId } = await planFor(how, process)
        plans.push(plan)
        return applyWith(process, plan, runId, lease === 'ended' ? deadHolder(index) : `test ${index}`)
      }
      const ended = run().then(
        (done): Ended => ({ process, run: done, error: undefined }),
        (error: unknown): Ended => ({ process, run: null, error }),
      )
      return { process, ended: ended.then(async (each) => (runs.push(each.run), await turn(), each)) }
    },

    /** Lets a paused process go on until it ends. It may send nothing. */
    async wakeUp(sleeper: { process: SimulatedProcess; ended: Promise<Ended> }): Promise<void> {
      if (woken) return
      woken = true
      const sent = sleeper.process.writes()
      sleeper.process.wake()
      const ended = await sleeper.ended
      if (sleeper.process.writes() > sent) wrong.push('a process whose lease was taken over went on to write')
      if (ended.error !== undefined && !isCode(ended.error, ['lease-lost', 'lease-held'])) wrong.push(`a process that woke up ended with ${String(ended.error)}`)
    },

    judgeEnd({ process, error }: Ended, index: number): void {
      wrong.push(...process.wrong)
      if (index === 0) firstEnd = stage.moments().length
      if (error === undefined && index === 0 && clock.pending() > 0) wrong.push('the run ended before its lost request acted')
      if (error === undefined || (error instanceof ProcessDied && process.isDead())) return
      wrong.push(`process ${index + 1} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    },

    /** Plans and applies without faults until a plan is empty. */
    async converge(): Promise<void> {
      for (let round = 0; ; round += 1) {
        const process = open([])
        const plan = await stage.planWith(process.store, process.state)
        if (plan.steps.length === 0 && clock.pending() === 0) break
        if (round === mostPlans) {
          wrong.push(`after ${mostPlans} plans there is still a plan: ${plan.steps.map(({ title }) => title).join('; ')}`)
          break
        }
        plansNeeded += 1
        plans.push(plan)
        if (plan.steps.length === 0) await clock.pass(settleMs + 1)
        else runs.push(await applyWith(process, plan, `run-last-${round}`, deadHolder(100 + round)))
        wrong.push(...process.wrong)
      }
    },

    async result(): Promise<Played> {
      return { wrong, moments: stage.moments(), plans, dump: await stage.dump(), calls, plansNeeded, firstEnd, runs }
    },
  }
}

/** The store may refuse what somebody else writes. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof OperationalError)) throw error
}

function isCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof OperationalError && codes.includes(error.code)
}
