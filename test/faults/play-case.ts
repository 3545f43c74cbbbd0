import type { Run } from '../../src/apply/events.ts'
import { OperationalError } from '../../src/errors.ts'
import { storeNameInState } from '../../src/live/store-names.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { ignoreRefusal } from './course-of-write.ts'
import { type FaultCase, goesBack } from './fault-case.ts'
import { foreignWrites } from './foreign-writes.ts'
import { adoptIn, applyIn, deadHolder, type Ended, openProcess, type Play, settleMs, sideOf, type Started, startProcess } from './play.ts'
import { sharedClock } from './shared-clock.ts'
import { ProcessDied, type SimulatedProcess } from './simulated-process.ts'
import type { Moment, Stage } from './stage.ts'
import type { Call } from './wrapped-ports.ts'

/** Longer than a lease lasts, in milliseconds. */
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
  /** The records of the store in the end. */
  readonly dump: readonly string[]
  /** The digests of the base in the end, a line for each root record. */
  readonly base: readonly string[]
  /** The calls of each process. */
  readonly calls: readonly (readonly Call[])[]
  /** The plans that were needed after the faults. */
  readonly plansNeeded: number
  /** The number of moments when the first process had ended. */
  readonly firstEnd: number
  readonly runs: readonly (Run | null)[]
}

/** Plays one case from the start of its scenario: its processes one after another, then plans without faults until one is empty. */
export async function playCase(stage: Stage, faultCase: FaultCase): Promise<Played> {
  stage.reset()
  const state = await stage.openState()
  const play: Play = { stage, clock: sharedClock(), state, faultCase, wrong: [], plans: [], calls: [], runs: [] }
  try {
    const firstEnd = await playProcesses(play)
    const plansNeeded = await converge(play)
    const { wrong, plans, calls, runs } = play
    const base = await baseLines(play)
    return { wrong, moments: stage.moments(), plans, dump: await stage.dump(), base, calls, plansNeeded, firstEnd, runs }
  } finally {
    await state.close()
  }
}

async function baseLines({ stage, state }: Play): Promise<readonly string[]> {
  const name = storeNameInState(stage.store)
  const roots = [...(await state.baseContents(name))].flatMap(([resource, keys]) => [...keys.keys()].map((key) => ({ resource, key })))
  const lines = roots.map(async (root) => `${root.resource} ${root.key} ${await state.baseDigestOf(name, root)}`)
  return (await Promise.all(lines)).toSorted()
}

/** Resolves to the number of moments when the first process had ended. */
async function playProcesses(play: Play): Promise<number> {
  const { faultCase, stage, clock } = play
  let firstEnd = 0
  let asleep: Started | null = null
  for (const [index, script] of faultCase.processes.entries()) {
    const sleeper: Started | null = asleep
    if (index > 0 && script.lease === 'expired') await clock.pass(leaseMs)
    const process = openProcess(play, script.faults, sideOf(script.how))
    if (index === 0) letOthersWrite(play, process)
    const { wakesAt = 0 } = script
    if (sleeper && wakesAt > 0) process.afterLease(wakesAt, () => wakeUp(play, sleeper))
    const started = startProcess(play, process, script)
    const ended: Ended | null = await Promise.race([started.ended, process.paused.then(() => null)])
    if (index === 0) firstEnd = stage.moments().length
    asleep = ended ? null : started
    if (ended) await endProcess(play, ended, sleeper)
  }
  return firstEnd
}

/** Somebody else writes before a call of this process. */
function letOthersWrite({ stage, clock, faultCase: { foreign } }: Play, process: SimulatedProcess): void {
  if (!foreign) return
  const found = foreignWrites(stage.plan).find(({ what }) => what === foreign.what)
  if (!found) throw new Error(`${stage.name} has no foreign write "${foreign.what}"`)
  // The store may refuse it: an entry that does not exist any more.
  process.before(foreign.before, () => clock.during(() => stage.deliver(found.write, 'somebody else')).catch(ignoreRefusal))
}

/** Lets a paused process go on to its end, the first time only. It may send nothing. */
async function wakeUp({ wrong }: Play, { process, ended }: Started): Promise<void> {
  if (!process.isPaused()) return
  const before = process.writes()
  process.wake()
  const { error } = await ended
  if (process.writes() > before) wrong.push('a process whose lease was taken over went on to write')
  const isRefused = error instanceof OperationalError && ['lease-lost', 'lease-held'].includes(error.code)
  if (error !== undefined && !isRefused) wrong.push(`a process that woke up ended with ${textOf(error)}`)
}

/** Judges the end of a process; a paused one that has not been woken up goes on now. */
async function endProcess(play: Play, { process, error }: Ended, sleeper: Started | null): Promise<void> {
  const { wrong, clock, calls } = play
  if (sleeper) await wakeUp(play, sleeper)
  wrong.push(...process.wrong)
  if (error === undefined && !process.stop.aborted && clock.pending() > 0)
    wrong.push(`the run of process ${calls.length} ended before a lost request acted`)
  if (error === undefined || (error instanceof ProcessDied && process.isDead())) return
  wrong.push(`process ${calls.length} ended with ${textOf(error)}`)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Plans and applies without faults until a plan is empty and nothing can act late; resolves to the number of plans. */
async function converge(play: Play): Promise<number> {
  const { stage, clock, plans, runs, wrong, faultCase } = play
  const side = goesBack(faultCase) ? 'live' : 'catalogue'
  for (let round = 0; ; round += 1) {
    const process = openProcess(play, [], side)
    const plan = await stage.planWith(side, process.store, process.state)
    if (plan.steps.length === 0 && clock.pending() === 0) {
      await adoptIn(process, play, plan)
      return round
    }
    if (round === mostPlans) {
      wrong.push(`after ${mostPlans} plans there is still a plan: ${plan.steps.map(({ title }) => title).join('; ')}`)
      return round
    }
    plans.push(plan)
    if (plan.steps.length === 0) await clock.pass(settleMs + 1)
    else runs.push(await applyIn(process, play, { plan, runId: `run-last-${round}`, holder: deadHolder(500 + round) }))
    wrong.push(...process.wrong)
  }
}
