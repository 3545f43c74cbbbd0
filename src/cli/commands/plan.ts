import { exitCodes } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import { shellWord } from '../../report/shell-word.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { openStateToPlan } from '../../workspace/state-to-plan.ts'
import { connect } from '../connect.ts'
import { setPlanFlags } from '../engine-flags.ts'
import { openBase } from '../open-base.ts'
import { openSelection } from '../open-selection.ts'
import type { GlobalOptions } from '../global-options.ts'
import { keptChanges, makePlan } from '../make-plan.ts'
import { savePlan } from '../plan-files.ts'
import { type PlanFormat, printPlan } from '../print-plan.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { readingNote } from '../reading-note.ts'
import { noMemory, openPlanMemory } from '../remembered/remember-plan.ts'
import { refuseDocument } from '../refuse-document.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PlanOptions } from './plan-usage.ts'
import { viewOf } from './view-options.ts'

/** `planogram plan`: what would change in the store, which is only read. Exit code 2 with `--detailed-exitcode` and changes. */
export async function plan(options: PlanOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { barrier } = options
  const output = programOutput(global, surroundings)
  refuseDocument({ option: '--out', file: options.out }, global, surroundings)
  const memory = isWhole(options) ? openPlanMemory(global, surroundings) : noMemory
  using catalogue = await readValidCatalogue(global, surroundings, { ...memory.reading, cache: !options.fresh, setFlags: setPlanFlags })
  await using base = await openBase(options.base, { catalogue, output, surroundings })
  const selection = await openSelection(options, { catalogue, surroundings })
  memory.beforeStore(catalogue)
  const connection = await connect(catalogue, { output, surroundings }, { around: memory.around, stateAt: openStateToPlan })
  const { store } = connection
  let made: Plan
  try {
    made = await makePlan({ catalogue, connection, output, surroundings, barrier, base, selection, packsAfter: keptChanges })
    const reads = store.requests().reads + (surroundings.tried?.reads ?? 0)
    output.note(readingNote(made, { store: store.name, reads }))
    await show(made, options, { store, output, surroundings, global })
  } finally {
    await connection.close()
  }
  memory.save(made, { catalogue, requests: store.requests(), format: formatOf(options), output })
  return options.detailedExitcode && made.steps.length > 0 ? exitCodes.changes : exitCodes.done
}

interface Place {
  readonly store: StoreClient
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
  readonly global: GlobalOptions
}

/** Saves the plan where that is asked for, prints it, and advises what to do with it. */
async function show(made: Plan, options: PlanOptions, { store, output, surroundings, global }: Place): Promise<void> {
  const { out, livePictures } = options
  if (out !== undefined) await savePlan(made, out, { output, surroundings })
  await printPlan(made, { ...formatOf(options), live: livePictures ? store.files : null }, { output, surroundings, global })
  if (out !== undefined) output.note(`Saved the plan to ${out}. Run \`planogram apply ${shellWord(out)}\` to apply it.\n`)
  else if (made.steps.length > 0 && surroundings.stdout.isTTY === true)
    output.note('\nRun `planogram apply` to review and apply this plan.\n')
}

function formatOf(options: PlanOptions): Omit<PlanFormat, 'live'> {
  const { format, maxBytes, chart } = options
  return { format, maxBytes, chart, view: viewOf(options) }
}

/** False for a plan of a part, from another base, for a file, or that must not be remembered. */
function isWhole({ out, base, target, exclude, changed, livePictures, fresh }: PlanOptions): boolean {
  return [out, base, target, exclude, changed].every((option) => option === undefined) && !livePictures && !fresh
}
