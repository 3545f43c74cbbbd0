import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exitCodes } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import { type ComparedAnswers, sameAnswers } from '../../store/same-answers.ts'
import { type PlanRecord, readPlanRecord } from '../../workspace/remembered/plan-record.ts'
import { type TriedPlan, untried } from '../../workspace/remembered/tried-plan.ts'
import { paceOf, remoteSettings } from '../../workspace/store-settings.ts'
import { setEngineFlags } from '../engine-flags.ts'
import { printPlan } from '../print-plan.ts'
import { programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import { readingNote } from '../reading-note.ts'
import type { Surroundings } from '../surroundings.ts'
import { isPrintedPlan, lookOf, type PrintedPlan } from './printed-plan.ts'

/** A plan that is remembered for a command, and how it was printed. */
interface Remembered {
  readonly root: string
  readonly record: PlanRecord
  readonly shown: PrintedPlan
}

/**
 * Prints the plan that the last `plan` of this command made, where everything that it was made from is the same, and every answer of the
 * store is the same byte for byte; returns the exit code then. Else returns what the whole comparison can go on with.
 */
export async function repeatPlan(argv: readonly string[], surroundings: Surroundings): Promise<number | TriedPlan> {
  const first = untried(argv, surroundings.cwd)
  const remembered = recall(argv, first, surroundings)
  const compared = remembered && (await compareStore(remembered, surroundings).catch(() => null))
  if (!remembered || !compared) return first
  const { reads, reuse, areSame } = compared
  if (!areSame) return { ...first, reads, reuse }
  const { record, shown } = remembered
  const plan: Plan = { ...record.plan, madeAt: surroundings.now().toISOString() }
  await print(plan, shown, { reads, store: record.config.storeName, surroundings })
  return exitCodes.done
}

/** `null` where nothing is remembered, or it was made from something else. */
function recall(argv: readonly string[], { command }: TriedPlan, surroundings: Surroundings): Remembered | null {
  const { cwd, env, now, stderr } = surroundings
  const root = resolve(cwd, typedFolder(argv))
  if (!existsSync(root)) return null
  const record = readPlanRecord({ root, env, command, now: now() })
  if (!record || !isPrintedPlan(record.shown)) return null
  const { shown } = record
  return shown.look === lookOf(programOutput(shown.global, surroundings), stderr) ? { root, record, shown } : null
}

/** The folder of `--chdir`. Where it is typed otherwise, no plan of this command is in the folder that is looked into. */
function typedFolder(argv: readonly string[]): string {
  const at = argv.findIndex((word) => /^(?:-C|--chdir)(?:=|$)/.test(word))
  const word = argv[at]
  if (word === undefined) return '.'
  return (word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1]) ?? '.'
}

/** Throws what stops a plan too: the whole comparison then reports it. */
async function compareStore({ root, record, shown }: Remembered, surroundings: Surroundings): Promise<ComparedAnswers | null> {
  const { config, answers } = record
  const { env, sleep } = surroundings
  if (config.store.emulator) return null
  setEngineFlags(surroundings)
  const settings = { ...(await remoteSettings(config.store, { root, config }, env)), ...paceOf(config), ...(sleep ? { sleep } : {}) }
  using progress = startProgressLine(programOutput(shown.global, surroundings), surroundings)
  const report = (done: number): void => progress.onProgress({ kind: 'comparing-answers', done, all: answers.length })
  report(0)
  return await sameAnswers(settings, answers, report)
}

interface Printing {
  readonly reads: number
  readonly store: string
  readonly surroundings: Surroundings
}

async function print(plan: Plan, { global, format, warnings }: PrintedPlan, { reads, store, surroundings }: Printing): Promise<void> {
  const output = programOutput(global, surroundings)
  if (warnings !== '') output.warn(warnings)
  output.note(readingNote(plan, { store, reads }))
  await printPlan(plan, { ...format, live: null }, { output, surroundings, global })
}
