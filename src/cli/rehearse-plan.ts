import { tmpdir } from 'node:os'
import { exitCodes } from '../errors.ts'
import type { GuardResult } from '../plan/guards/guard-result.ts'
import { guardSentence } from '../plan/guards/guard-sentence.ts'
import { planAge } from '../plan/guards/plan-age.ts'
import type { Plan } from '../plan/plan.ts'
import { openRehearsal, type Rehearsal, type RehearsalOptions } from '../rehearse/open-rehearsal.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { countOf } from '../source/counts.ts'
import { afterRun } from './after-run.ts'
import { type ApplySession, carryOut, finishRun, newRunId } from './carry-out.ts'
import { connect } from './connect.ts'
import { formatPlan } from './format-plan.ts'
import type { GlobalOptions } from './global-options.ts'
import { checkSaved, makePlan, type Planning } from './make-plan.ts'
import { type NewPlanOptions, refuseNewPlanOptions } from './new-plan-options.ts'
import { openBase } from './open-base.ts'
import { openSelection } from './open-selection.ts'
import { readSavedPlan } from './plan-files.ts'
import { type ProgramOutput, programOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import { readValidCatalogue } from './read-catalogue.ts'
import { stopAtSignal } from './stop-at-signal.ts'
import type { Surroundings } from './surroundings.ts'

/** Which copy is made, and what is done with it after the rehearsal. */
interface Copying extends Pick<RehearsalOptions, 'allPictures' | 'port'> {
  /** Called with the copy after the plan was applied to it, and with the exit code so far; resolves to the exit code. Default: the copy is removed. */
  readonly show?: (rehearsal: Rehearsal, exitCode: number) => Promise<number>
}

/** Copies the store, applies the plan to the copy, and prints what an apply would do; resolves to the exit code. */
export async function rehearsePlan(
  options: NewPlanOptions,
  global: GlobalOptions,
  { surroundings, show, ...copying }: Copying & { readonly surroundings: Surroundings },
): Promise<number> {
  const output = programOutput(global, surroundings)
  refuseNewPlanOptions(options)
  const saved = options.plan === undefined ? undefined : await readSavedPlan(options.plan, { output, surroundings, packs: true })
  using catalogue = await readValidCatalogue(global, surroundings, { folder: tmpdir() })
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const selection = await openSelection(options, { catalogue, surroundings })
  await using connection = await connect(catalogue, { output, surroundings })
  using stopping = stopAtSignal(surroundings, () => output.warn('Stopped: nothing was written to the store. The copy is removed.\n'))
  await using rehearsal = await copyStore({ catalogue, connection, base, stop: stopping.signal, ...copying }, { output, surroundings })
  const { barrier } = options
  const session = {
    catalogue,
    connection: rehearsal.connection,
    output,
    surroundings,
    global,
    barrier,
    base,
    selection,
    // What an earlier run may still send reaches the store, not the copy: there is nothing to wait for.
    endedBy: new Date(0),
    isRehearsal: true,
  }
  const exitCode = await planAndRehearse(saved, session)
  stopping[Symbol.dispose]()
  return show === undefined ? exitCode : await show(rehearsal, exitCode)
}

/** A store can have the same odd value in each record. */
const mostNotes = 20

async function copyStore(
  options: RehearsalOptions,
  { output, surroundings }: { readonly output: ProgramOutput; readonly surroundings: Surroundings },
): Promise<Rehearsal> {
  using progress = startProgressLine(output, surroundings)
  const rehearsal = await openRehearsal({ ...options, onProgress: progress.onProgress })
  progress[Symbol.dispose]()
  const { notes } = rehearsal
  for (const note of notes.slice(0, mostNotes)) output.warn(`${sanitizeLine(note)}\n`)
  if (notes.length > mostNotes) output.warn(`${notes.length - mostNotes} more values or records are not in the copy.\n`)
  output.note(`copied store ${options.connection.store.name} with ${countOf(options.connection.store.requests().reads, 'read')}\n`)
  return rehearsal
}

type Session = Planning & ApplySession

async function planAndRehearse(saved: Plan | undefined, session: Session): Promise<number> {
  const { catalogue, output, surroundings } = session
  if (saved !== undefined) await checkSaved(saved, session)
  const plan = saved ?? (await makePlan({ ...session, packsAfter: 0 }))
  const stops = [...plan.guards, ...planAge(plan.madeAt, catalogue.config.guards, surroundings.now())]
  if (plan.steps.length === 0) {
    await output.result(formatPlan(plan, { output, surroundings, verbose: false, to: 'stdout' }))
    const pricesHold = await afterRun(plan, session).testPrices()
    return pricesHold ? exitCodes.done : exitCodes.partial
  }
  output.note(
    `rehearsing plan ${plan.planHash.slice(0, 8)}: ${countOf(plan.changes.length, 'change')}, ${countOf(plan.steps.length, 'step')}\n`,
  )
  const overrides = stops.map(({ guard }) => ({ guard, planHash: plan.planHash }))
  const approved = { plan, runId: newRunId(surroundings), strict: false, overrides }
  const exitCode = await finishRun(await carryOut(approved, session, afterRun(plan, session)), session)
  await output.result(stopsText(stops))
  return exitCode === exitCodes.done && stops.length > 0 ? exitCodes.guarded : exitCode
}

/** The guards that would stop the apply, a line each; empty without any. */
function stopsText(stops: readonly GuardResult[]): string {
  return stops.map((stop) => `An apply would be stopped by guard ${stop.guard}: ${sanitizeLine(guardSentence(stop))}.\n`).join('')
}
