import { join } from 'node:path'
import { stateExists } from '../state/open-database.ts'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'
import type { StoreChoice } from '../catalogue/config/read-config.ts'
import { loadConfig, type LoadedConfig } from '../workspace/load-config.ts'
import { catalogueRoot } from './catalogue-root.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Surroundings } from './surroundings.ts'

/** The config that the options name; no document is read. Throws `config-missing`, `config-invalid` and `store-unknown`. */
export function readConfigured(
  global: GlobalOptions,
  surroundings: Surroundings,
  choice: Pick<StoreChoice, 'anyStore'> = {},
): LoadedConfig {
  return loadConfig({ root: catalogueRoot(global, surroundings), configFile: global.config, store: global.store, ...choice })
}

/** A config, and the state that it names. */
export interface ConfiguredState extends LoadedConfig {
  readonly state: State
  /** The absolute path of the state. */
  readonly path: string
  /** False for a state that does not exist. */
  readonly isCreated: boolean
}

/**
 * Opens the state that the config names; one that does not exist is empty, and is not created. The state is that of all stores, so that no
 * store has to be chosen with `anyStore`.
 */
export async function openConfiguredState(
  global: GlobalOptions,
  surroundings: Surroundings,
  choice: Pick<StoreChoice, 'anyStore'> = {},
): Promise<ConfiguredState> {
  const loaded = readConfigured(global, surroundings, choice)
  const path = join(loaded.root, loaded.config.state)
  const isCreated = stateExists(path)
  return { ...loaded, path, isCreated, state: await openState(isCreated ? path : ':memory:') }
}
