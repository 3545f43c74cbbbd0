import { resolve } from 'node:path'
import type { Config } from '../catalogue/config/config.ts'
import { readConfig, readConfigValues, type StoreChoice } from '../catalogue/config/read-config.ts'
import { OperationalError } from '../errors.ts'
import type { Problem } from '../problems/problem.ts'

/** The folder of a catalogue and its config: enough to connect to the store and to open the state. */
export interface LoadedConfig {
  readonly root: string
  readonly config: Config
}

interface ConfigPlace {
  readonly root: string
  readonly configFile: string
}

/**
 * Reads only the config of a catalogue, so that a command works while a document has errors. Throws `config-missing`, `store-unknown`,
 * and `config-invalid` with the first error.
 */
export function loadConfig(options: ConfigPlace & StoreChoice): LoadedConfig {
  const { config, problems } = readConfig(options)
  refuseErrors(problems, options)
  return { root: resolve(options.root), config }
}

/** The stores of a config by name, without choosing one. Throws `config-missing`, and `config-invalid` with the first error. */
export function loadStores(place: ConfigPlace): Config['stores'] {
  const { values, problems } = readConfigValues(place)
  refuseErrors(problems, place)
  return values.stores
}

function refuseErrors(problems: readonly Problem[], { configFile }: ConfigPlace): void {
  const error = problems.find(({ severity }) => severity === 'error')
  if (!error) return
  throw new OperationalError('config-invalid', `${configFile}: ${error.message}.`, {
    fix: 'Run `planogram validate`: it shows the place of each error.',
  })
}
