import { exitCodes, OperationalError } from '../../errors.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { CommandUsage } from '../command-usage.ts'
import { bashCompletion } from '../completion/bash-completion.ts'
import { completionTable } from '../completion/completion-table.ts'
import { fishCompletion } from '../completion/fish-completion.ts'
import { zshCompletion } from '../completion/zsh-completion.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { CompletionOptions } from './completion-usage.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

type Completion = (options: CompletionOptions, global: GlobalOptions, surroundings: Surroundings) => Promise<number>

/** `planogram completion <shell>`: the completions of these commands as a script of the shell; `--values` lists names for them. */
export function completionOf(usages: readonly CommandUsage[]): Completion {
  return async ({ shell, values }, global, surroundings) => {
    const output = programOutput(global, surroundings)
    if (values !== undefined) {
      // A script is read at each start of a shell: the catalogue and the state are loaded for names only.
      const { listNames } = await import('../completion/list-names.ts')
      const names = await listNames(values, global, surroundings)
      await output.result(names.map((name) => `${sanitizeLine(name)}\n`).join(''))
    } else if (shell !== undefined) await output.result(scripts[shell](completionTable(usages)))
    else throw new OperationalError('wrong-usage', '`planogram completion` needs a shell.', { fix: 'Give one of bash, zsh, fish.' })
    return exitCodes.done
  }
}
