import { resolve } from 'node:path'
import { isDocumentPath } from '../documents/find-documents.ts'
import { OperationalError } from '../errors.ts'
import { catalogueRoot } from './catalogue-root.ts'
import type { GlobalOptions } from './global-options.ts'
import { isSameFile, pathsFromRoot } from './path-in-catalogue.ts'
import type { Surroundings } from './surroundings.ts'

/** What can name a file for output, with a name that it accepts. */
const names = { '--out': 'plan.json', '--report': 'result.md', 'state backup': 'state-backup.db' } as const

/** A file that an option or a command names for output. */
interface OutputFile {
  readonly option: keyof typeof names
  /** As typed; default: the option is not given. */
  readonly file: string | undefined
}

/** Throws `wrong-usage` where the output would replace the config or a document of the catalogue, or be read as one. To be called before the work. */
export function refuseDocument({ option, file }: OutputFile, global: GlobalOptions, surroundings: Surroundings): void {
  if (file === undefined) return
  const root = catalogueRoot(global, surroundings)
  const path = resolve(surroundings.cwd, file)
  const isConfig = isSameFile(path, resolve(root, global.config))
  if (!isConfig && !pathsFromRoot(path, root).some(isDocumentPath)) return
  const what = isConfig ? 'is the config of the catalogue' : 'has the place and the name of a document of the catalogue'
  throw new OperationalError('wrong-usage', `\`${option}\` does not accept \`${file}\`: it ${what}.`, {
    fix: `Name a file that is not YAML, such as ${names[option]}.`,
  })
}
