import { packedPlanText } from '../../apply/packed-plan.ts'
import { readRunRecord } from '../../apply/run-record.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { runJson, runsJson } from '../../report/run-json.ts'
import { runRecordText, runsText } from '../../report/runs-text.ts'
import type { RunRow, State } from '../../state/state.ts'
import { findRun } from '../../workspace/find-run.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { openConfiguredState } from '../configured-state.ts'
import type { Surroundings } from '../surroundings.ts'
import type { RunsOptions } from './runs-usage.ts'

/** `planogram runs`: reads only the config and the state; neither the catalogue nor the store. */
export async function runs(options: RunsOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  refuseUnused(options)
  const { state } = await openConfiguredState(global, surroundings, { anyStore: true })
  try {
    if (options.action === 'list') await list(options, { state, output, store: global.store })
    else await one(options, { state, output, verbose: global.verbose })
    return exitCodes.done
  } finally {
    await state.close()
  }
}

function refuseUnused({ action, run, limit }: RunsOptions): void {
  if (action === 'list' && run !== undefined)
    throw new OperationalError('wrong-usage', '`runs list` takes no run.', { fix: 'Use `planogram runs show <run>`.' })
  if (action !== 'list' && run === undefined)
    throw new OperationalError('wrong-usage', `\`runs ${action}\` needs a run.`, {
      fix: 'Give its id, or the first characters: `planogram runs` lists the ids.',
    })
  if (action !== 'list' && limit !== undefined)
    throw new OperationalError('wrong-usage', `\`--limit\` is for \`runs list\`, not for \`runs ${action}\`.`, { fix: 'Omit `--limit`.' })
}

interface Reading {
  readonly state: State
  readonly output: ProgramOutput
}

const usualLimit = 20

async function list(
  { limit = usualLimit, format }: RunsOptions,
  { state, output, store }: Reading & { readonly store: string | undefined },
): Promise<void> {
  const all = (await state.runs()).filter((run) => store === undefined || isOfStore(run, store))
  const shown = all.slice(0, limit)
  await output.result(format === 'json' ? runsJson(shown) : runsText(shown, output.theme, { width: output.planWidth, all: all.length }))
}

/** The name of a store in the state begins with that of the config. */
function isOfStore(run: RunRow, store: string): boolean {
  return run.store === store || run.store.startsWith(`${store} `)
}

async function one(
  { action, run: id = '', format }: RunsOptions,
  { state, output, verbose }: Reading & { readonly verbose: boolean },
): Promise<void> {
  const run = await findRun(state, id)
  if (action === 'show' && format === 'text') {
    await output.result(runRecordText(await readRunRecord(run, state), output.theme, { width: output.width, verbose }))
    return
  }
  const [operations, attempts, plan] = await Promise.all([state.operationsOf(run.id), state.attemptsOf(run.id), state.planOf(run.id)])
  for await (const piece of runJson({ run, operations, attempts }, plan && packedPlanText(plan))) await output.result(piece)
}
