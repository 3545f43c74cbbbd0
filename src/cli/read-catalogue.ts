import { resolve } from 'node:path'
import { type LoadedCatalogue, loadCatalogue, type LoadOptions } from '../catalogue/load-catalogue.ts'
import { OperationalError } from '../errors.ts'
import { problemsText } from '../report/problem-text.ts'
import { documentCache } from './document-cache.ts'
import type { GlobalOptions } from './global-options.ts'
import { programOutput } from './program-output.ts'
import { spareMemory } from './spare-memory.ts'
import type { Surroundings } from './surroundings.ts'

/** A catalogue that was read, and the folder it stands in. */
export interface OpenCatalogue extends LoadedCatalogue {
  readonly root: string
}

/** Reads the catalogue that the options name; problems are in the value, not thrown. `more` asks for more than its records. */
export async function readCatalogue(
  options: GlobalOptions,
  { cwd, env, now }: Surroundings,
  more: Pick<LoadOptions, 'everyStore' | 'trace' | 'checkOnly' | 'whole' | 'keptOf' | 'onFileNamed'> = {},
): Promise<OpenCatalogue> {
  spareMemory()
  const root = resolve(cwd, options.chdir)
  const loaded = await loadCatalogue({
    root,
    configFile: options.config,
    env,
    now: now(),
    cache: documentCache(root, env),
    ...more,
    ...(options.store === undefined ? {} : { store: options.store }),
  })
  return { ...loaded, root }
}

/** Reads the catalogue and prints its problems on stderr; with an error among them the command ends with exit code 65. */
export async function readValidCatalogue(
  options: GlobalOptions,
  surroundings: Surroundings,
  more: Pick<LoadOptions, 'keptOf'> = {},
): Promise<OpenCatalogue> {
  const catalogue = await readCatalogue(options, surroundings, more)
  const { problems } = catalogue
  if (problems.length > 0) {
    const output = programOutput(options, surroundings)
    output.complain(`${problemsText(problems, catalogue, output.errorLook)}\n\n`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) {
    throw new OperationalError(
      'catalogue-invalid',
      `The catalogue has ${errors} ${errors === 1 ? 'error' : 'errors'}; nothing was sent to a store.`,
      {
        fix: 'Fix the errors above. `planogram validate` checks again without a store.',
      },
    )
  }
  return catalogue
}
