import { setFlagsFromString } from 'node:v8'
import { type LoadedCatalogue, loadCatalogue, type LoadOptions } from '../catalogue/load-catalogue.ts'
import { OperationalError } from '../errors.ts'
import { countOf } from '../report/amounts.ts'
import { problemsText } from '../report/problem-text.ts'
import { catalogueRoot } from './catalogue-root.ts'
import { documentCache } from './document-cache.ts'
import type { GlobalOptions } from './global-options.ts'
import { programOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** A catalogue that was read, and its folder. */
export interface OpenCatalogue extends LoadedCatalogue {
  readonly root: string
}

/** Reads the catalogue that the options name; problems are in the value, not thrown. `more` asks for more than its records. */
export async function readCatalogue(
  global: GlobalOptions,
  { cwd, env, now }: Surroundings,
  more: Pick<LoadOptions, 'everyStore' | 'trace' | 'checkOnly' | 'whole' | 'keptOf' | 'onFileNamed'> = {},
): Promise<OpenCatalogue> {
  const root = catalogueRoot(global, { cwd })
  limitHeap()
  const loaded = await loadCatalogue({
    root,
    configFile: global.config,
    env,
    now: now(),
    cache: documentCache(root, env),
    ...more,
    ...(global.store === undefined ? {} : { store: global.store }),
  })
  return { ...loaded, root }
}

/**
 * Has this program collect garbage early. A catalogue is read in pieces: a small young generation for them, and an early
 * collection, cost little and save a third to a half of the memory.
 */
function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}

/** Reads the catalogue and prints its problems on stderr. Throws `catalogue-invalid` where there is an error among them. */
export async function readValidCatalogue(
  global: GlobalOptions,
  surroundings: Surroundings,
  more: Pick<LoadOptions, 'keptOf'> = {},
): Promise<OpenCatalogue> {
  const catalogue = await readCatalogue(global, surroundings, more)
  const { problems } = catalogue
  if (problems.length > 0) {
    const output = programOutput(global, surroundings)
    output.warn(`${problemsText(problems, catalogue, output.errorLook)}\n\n`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) {
    throw new OperationalError('catalogue-invalid', `The catalogue has ${countOf(errors, 'error')}; nothing was sent to a store.`, {
      fix: 'Fix the errors above. `planogram validate` checks again without a store.',
    })
  }
  return catalogue
}
