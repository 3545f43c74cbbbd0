import { resolve } from 'node:path'
import { exitCodes, OperationalError } from '../../errors.ts'
import { formatBytes } from '../../report/amounts.ts'
import { countOf } from '../../source/counts.ts'
import { jsonText } from '../../report/json-text.ts'
import { leaseText, stateText } from '../../report/state-text.ts'
import { checkState } from '../../workspace/check-state.ts'
import { pruneState } from '../../workspace/prune-state.ts'
import { askYes } from '../ask-line.ts'
import { type ConfiguredState, openConfiguredState } from '../configured-state.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { refuseDocument } from '../refuse-document.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'
import type { StateOptions } from './state-usage.ts'

interface Session {
  readonly opened: ConfiguredState
  readonly global: GlobalOptions
  readonly surroundings: Surroundings
  readonly output: ProgramOutput
}

/** `planogram state [action]`: reads only the config and the state; neither the catalogue nor the store. */
export async function state(options: StateOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  refuseUnused(options)
  const opened = await openConfiguredState(global, surroundings, { anyStore: options.action !== 'unlock' })
  const session = { opened, global, surroundings, output: programOutput(global, surroundings) }
  try {
    switch (options.action) {
      case 'check':
        return await check(options, session)
      case 'backup':
        return await backup(options, session)
      case 'prune':
        return await prune(session)
      case 'unlock':
        return await unlock(options, session)
      default:
        return options.action satisfies never
    }
  } finally {
    await opened.state.close()
  }
}

function refuseUnused({ action, file }: StateOptions): void {
  if (action === 'backup' && file === undefined)
    throw new OperationalError('wrong-usage', '`state backup` needs a file.', { fix: 'Name a new file: `planogram state backup <file>`.' })
  if (action !== 'backup' && file !== undefined)
    throw new OperationalError('wrong-usage', `\`state ${action}\` takes no file.`, { fix: `Run \`planogram state ${action}\`.` })
}

async function check({ format }: StateOptions, { opened, output }: Session): Promise<number> {
  const { config, isCreated } = opened
  const checked = await checkState(opened.state)
  const report = isCreated ? checked : { ...checked, bytes: 0 }
  await output.result(
    format === 'json'
      ? `${jsonText({ format_version: '1', file: config.state, ...report }, 2)}\n`
      : stateText(report, output.theme, { path: isCreated ? config.state : `${config.state} (not created yet)`, width: output.width }),
  )
  return report.problems.length === 0 ? exitCodes.done : exitCodes.error
}

async function backup({ file = '' }: StateOptions, { opened, global, surroundings, output }: Session): Promise<number> {
  refuseDocument({ option: 'state backup', file }, global, surroundings)
  if (!opened.isCreated) {
    throw new OperationalError('file-unreadable', `There is no state in ${opened.path} to copy.`, {
      fix: 'Run the command in the folder of the catalogue whose state it is, or name its config with `--config`. `planogram apply` creates a state.',
    })
  }
  await opened.state.backup(resolve(surroundings.cwd, file))
  await output.result(`Copied ${opened.config.state} to ${file}.\n`)
  return exitCodes.done
}

async function prune({ opened: { state: own, config }, surroundings, output }: Session): Promise<number> {
  const before = await own.check()
  const { runs, pictures } = await pruneState(own, config.retention, surroundings.now())
  await own.compact()
  const freed = Math.max(0, before.bytes - (await own.check()).bytes)
  await output.result(`Deleted ${countOf(runs, 'run')} and ${countOf(pictures, 'overwritten picture')}; ${formatBytes(freed)} freed.\n`)
  return exitCodes.done
}

async function unlock({ yes }: StateOptions, { opened, global, surroundings, output }: Session): Promise<number> {
  const { config, state: own } = opened
  const { leases } = await own.check()
  const held = leases.filter(({ store }) => store === config.storeName || store.startsWith(`${config.storeName} `))
  if (held.length === 0) {
    await output.result(`Nobody holds a lease of store ${config.storeName}.\n`)
    return exitCodes.done
  }
  for (const lease of held) output.note(`held by ${leaseText(lease)}\n`)
  if (!yes && !isInteractive(surroundings, global)) {
    throw new OperationalError('no-terminal', 'No interactive terminal to confirm in; the lease was not ended.', {
      fix: 'Pass `--yes` where the process that holds it has ended.',
    })
  }
  if (!yes && !(await askYes('End this lease? An apply that still runs stops at its next request. [y/N]', surroundings))) {
    output.note('The lease was not ended.\n')
    return exitCodes.declined
  }
  for (const lease of held) await own.releaseLease(lease)
  await output.result(`Ended the lease of ${held.map(({ holder }) => holder).join(', ')} of store ${config.storeName}.\n`)
  return exitCodes.done
}
