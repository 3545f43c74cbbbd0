import { resolve } from 'node:path'
import type { Config } from '../catalogue/config/config.ts'
import { readConfig } from '../catalogue/config/read-config.ts'
import { OperationalError } from '../errors.ts'

/** The folder of a catalogue and its config: enough to connect to the store and to open the state. */
export interface LoadedConfig {
  readonly root: string
  readonly config: Config
}

/**
 * Reads only the config of a catalogue, so that a command works while a document has errors. Throws `config-missing`, `store-unknown`,
 * and `config-invalid` with the first error.
 */
export function loadConfig(options: {
  readonly root: string
  readonly configFile: string
  readonly store: string | undefined
}): LoadedConfig {
  const { config, problems } = readConfig(options)
  const error = problems.find(({ severity }) => severity === 'error')
  if (!error) return { root: resolve(options.root), config }
  throw new OperationalError('config-invalid', `${options.configFile}: ${error.message}.`, {
    fix: 'Run `planogram validate`: it shows the place of each error.',
  })
}
