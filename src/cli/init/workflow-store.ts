import type { StoreConfig } from '../../catalogue/config/config.ts'
import { OperationalError } from '../../errors.ts'
import { type Answers, keyVariable } from './answers.ts'
import { isPlainName } from './check-answers.ts'

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

/** The stores of a config but for embedded ones. Throws `wrong-usage` for a name that a workflow, or a git ref, could not contain. */
export function storesOfConfig(stores: Readonly<Record<string, StoreConfig>>): readonly WorkflowStore[] {
  return Object.entries(stores).flatMap(([name, store]) => {
    if (store.emulator) return []
    if (!isPlainName(name)) throw refusedName(name)
    return [{ name, key: store.key.kind === 'env' ? store.key.variable : null, hosts: hostsOf(store) }]
  })
}

function refusedName(name: string): OperationalError {
  return new OperationalError(
    'wrong-usage',
    `The workflow cannot have the store \`${name}\` of the config: its name is part of a git ref.`,
    {
      fix: 'Rename it to letters, digits, - and _ that start with a letter, or add `--no-workflow`.',
    },
  )
}

function hostsOf({ baseUrl, filesUrl }: { readonly baseUrl: string; readonly filesUrl: string | null }): readonly string[] {
  return [...new Set([baseUrl, ...(filesUrl === null ? [] : [filesUrl])].map((url) => new URL(url).host))]
}
