import { exitCodes } from '../../errors.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Connection } from '../../workspace/connect-store.ts'
import { findRun } from '../../workspace/find-run.ts'
import type { LoadedConfig } from '../../workspace/load-config.ts'
import { planUndo } from '../../workspace/plan-undo.ts'
import { stoppingGuards } from '../../workspace/stopping-guards.ts'
import { approve } from '../approve.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import { type ApplySession, type CarriedOut, carryOut, finishRun, newRunId } from '../carry-out.ts'
import { readConfigured } from '../configured-state.ts'
import { connect } from '../connect.ts'
import { collectEarly, setReadingFlags } from '../engine-flags.ts'
import { shellWord } from '../../report/shell-word.ts'
import type { GlobalOptions } from '../global-options.ts'
import { formatPlan } from '../format-plan.ts'
import { savePlan } from '../plan-files.ts'
import { programOutput } from '../program-output.ts'
import { reviewPrograms } from '../review-programs.ts'
import { refuseDocument } from '../refuse-document.ts'
import type { Surroundings } from '../surroundings.ts'
import { waitForEarlierRuns } from '../wait-for-earlier-runs.ts'
import type { UndoOptions } from './undo-usage.ts'

/**
 * `planogram undo <run>`: plan, review, apply, and read back whether the run is undone. Reads only the config, so that a bad price can be
 * taken back while a document has errors.
 */
export async function undo(options: UndoOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  refuseDocument({ option: '--out', file: options.out }, global, surroundings)
  const onPlanned = setReadingFlags(surroundings)
  collectEarly(surroundings)
  const loaded = readConfigured(global, surroundings)
  const connection = await connect(loaded, { output, surroundings })
  try {
    const run = await findRun(connection.state, options.run)
    const endedBy = await waitForEarlierRuns(connection, output)
    const session: ApplySession = { catalogue: loaded, connection, output, global, surroundings, endedBy }
    const planAgain = async (): Promise<Plan> => {
      const plan = await planRun(run.id, { loaded, connection, surroundings })
      onPlanned()
      return plan
    }
    const ended = await planAndApply(options, { session, planAgain })
    return typeof ended === 'number' ? ended : await finishRun(ended, session)
  } finally {
    await connection.close()
  }
}

interface Undoing {
  readonly session: ApplySession
  readonly planAgain: () => Promise<Plan>
}

/** The run, or the exit code where there is none. */
async function planAndApply(options: UndoOptions, { session, planAgain }: Undoing): Promise<CarriedOut | number> {
  const { output, surroundings, global } = session
  const plan = await planAgain()
  if (options.out !== undefined) return save(plan, options.out, session)
  if (plan.steps.length === 0) {
    await output.result(formatPlan(plan, { output, surroundings, verbose: global.verbose, to: 'stdout' }))
    return exitCodes.done
  }
  return approveAndApply(plan, options, { session, planAgain })
}

interface Planning {
  readonly loaded: LoadedConfig
  readonly connection: Connection
  readonly surroundings: Surroundings
}

function planRun(run: string, { loaded: { config }, connection: { store, state }, surroundings: { now } }: Planning): Promise<Plan> {
  return planUndo({ run, store, state, config, now })
}

async function save(plan: Plan, out: string, { output, surroundings, global }: ApplySession): Promise<number> {
  await savePlan(plan, out, { output, surroundings })
  await output.result(formatPlan(plan, { output, surroundings, verbose: global.verbose, to: 'stdout' }))
  output.note(`Saved the plan to ${out}. Run \`planogram apply ${shellWord(out)}\` to apply it.\n`)
  return exitCodes.done
}

async function approveAndApply(
  plan: Plan,
  { autoApprove, override: overrides = [], strict }: UndoOptions,
  { session, planAgain }: Undoing,
): Promise<CarriedOut | number> {
  const { catalogue, output, global, surroundings } = session
  const stops = stoppingGuards(plan, plan.guards, overrides)
  const isProtected = catalogue.config.store.protected
  const programs = reviewPrograms(catalogueRoot(global, surroundings), surroundings)
  const { decision } = await approve({
    plan,
    autoApprove,
    isSaved: false,
    isReviewed: false,
    isProtected,
    stops,
    programs,
    global,
    surroundings,
  })
  if (decision !== 'apply') {
    output.note('Nothing was written.\n')
    return decision === 'interrupted' ? exitCodes.interrupted : exitCodes.declined
  }
  const after = { planAgain, testPrices: () => Promise.resolve(true) }
  return carryOut({ plan, strict, runId: newRunId(surroundings), overrides }, session, after)
}
