import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listAddresses } from '../../catalogue/explain/list-addresses.ts'
import { findDocuments } from '../../documents/find-documents.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import type { CommandUsage } from '../command-usage.ts'
import { bashCompletion } from '../completion/bash-completion.ts'
import { completionTable } from '../completion/completion-table.ts'
import { fishCompletion } from '../completion/fish-completion.ts'
import { zshCompletion } from '../completion/zsh-completion.ts'
import { openConfiguredState, readConfigured } from '../configured-state.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { CompletionOptions } from './completion-usage.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

type Completion = (options: CompletionOptions, global: GlobalOptions, surroundings: Surroundings) => Promise<number>

/** `planogram completion <shell>`: the completions of these commands as a script of the shell; `--values` lists names for them. */
export function completionOf(usages: readonly CommandUsage[]): Completion {
  return async ({ shell, values }, global, surroundings) => {
    const output = programOutput(global, surroundings)
    if (values !== undefined) {
      const names = await listed[values](global, surroundings)
      await output.result(names.map((name) => `${name}\n`).join(''))
    } else if (shell !== undefined) await output.result(scripts[shell](completionTable(usages)))
    else throw new OperationalError('wrong-usage', '`planogram completion` needs a shell.', { fix: 'Give one of bash, zsh, fish.' })
    return exitCodes.done
  }
}

type List = (global: GlobalOptions, surroundings: Surroundings) => Promise<readonly string[]>

const listed: Readonly<Record<NonNullable<CompletionOptions['values']>, List>> = {
  stores: (global, surroundings) => Promise.resolve(Object.keys(readConfigured(global, surroundings).config.stores)),
  runs: async (global, surroundings) => {
    const { state } = await openConfiguredState(global, surroundings)
    try {
      return (await state.runs()).map(({ id }) => id)
    } finally {
      await state.close()
    }
  },
  addresses: async (global, surroundings) => {
    const { root } = readConfigured(global, surroundings)
    const { documents } = findDocuments({ root, configFile: global.config, overlays: [] })
    if (documents.reduce((sum, path) => sum + statSync(join(root, path)).size, 0) > mostBytes) return []
    const catalogue = await readCatalogue({ ...global, quiet: true }, surroundings, { trace: true })
    return below('', catalogue).flatMap((kind) => below(kind, catalogue))
  },
}

/** A key press waits for the whole catalogue. */
const mostBytes = 2_000_000

function below(address: string, catalogue: Parameters<typeof listAddresses>[0]): readonly string[] {
  return (listAddresses(catalogue, address)?.entries ?? []).map((entry) => entry.address)
}
