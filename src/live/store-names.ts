import { storeKey, type StoreIdentity } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'

/** Which store this is, for a plan: name and addresses. */
export function storeIdentity({ name, baseUrl, filesUrl }: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): StoreIdentity {
  return { name, baseUrl, filesUrl }
}

/** The store's name in the state: what is remembered of one address is never used for another. */
export function storeNameInState(store: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): string {
  const { name, baseUrl, filesUrl } = storeKey(store)
  return [name, baseUrl, filesUrl ?? ''].join(' ').trim()
}
