import type { StoreConfig } from '../../catalogue/config/config.ts'
import { type Answers, keyVariable } from './answers.ts'

/** A store that a workflow plans and applies. */
export interface WorkflowStore {
  readonly name: string
  /** The variable of the environment with its key; `null`: the config takes the key from elsewhere. */
  readonly key: string | null
  /** The hosts that the key is for. */
  readonly hosts: readonly string[]
}

/** The store that the answers name, if they do. */
export function storesOfAnswers({ store }: Answers): readonly WorkflowStore[] {
  return store === null ? [] : [{ name: store.name, key: keyVariable(store.name), hosts: hostsOf(store) }]
}

/** The stores of a config but for embedded ones. */
export function storesOfConfig(stores: Readonly<Record<string, StoreConfig>>): readonly WorkflowStore[] {
  return Object.entries(stores).flatMap(([name, store]) =>
    store.emulator ? [] : [{ name, key: store.key.kind === 'env' ? store.key.variable : null, hosts: hostsOf(store) }],
  )
}

function hostsOf({ baseUrl, filesUrl }: { readonly baseUrl: string; readonly filesUrl: string | null }): readonly string[] {
  return [...new Set([baseUrl, ...(filesUrl === null ? [] : [filesUrl])].map((url) => new URL(url).host))]
}
