import { storeKey, type StoreIdentity } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'

type Named = Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl' | 'id'>

/** Which store this is, for a plan: name, addresses, and the id of an embedded store. */
export function storeIdentity({ name, baseUrl, filesUrl, id }: Named): StoreIdentity {
  return { name, baseUrl, filesUrl, ...(id !== undefined && { id }) }
}

/** The store's name in the state: what is remembered of one store is never used for another. */
export function storeNameInState(store: Named): string {
  const { id } = store
  return id === undefined ? addressInState(store) : `${addressInState(store)} ${id}`
}

/** The name of an embedded store in a state that is older than the ids of stores: name and addresses. */
export function addressInState(store: Named): string {
  const { name, baseUrl, filesUrl } = storeKey(store)
  return [name, baseUrl, filesUrl ?? ''].join(' ').trim()
}

/** Of some names in the state, those that a remote store has with another address of its files, or without one. */
export function formerNames(names: readonly string[], store: Named): readonly string[] {
  const withoutFiles = addressInState({ ...store, filesUrl: null })
  return names.filter((name) => {
    const [files, ...rest] = name.startsWith(`${withoutFiles} `) ? name.slice(withoutFiles.length + 1).split(' ') : []
    return name === withoutFiles || (files !== undefined && rest.length === 0)
  })
}

/** True for the name in the state of another embedded store with the name and the addresses of this one. */
export function isOtherEmbedded(name: string, store: Named): boolean {
  const address = addressInState(store)
  return store.id !== undefined && name !== storeNameInState(store) && (name === address || name.startsWith(`${address} `))
}
