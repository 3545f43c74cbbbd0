import type { StoreIdentity } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'

/** An embedded store has another port at each start and is still the same store. */
function withoutLoopbackPort(address: string): string {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'http:') return address
  url.port = ''
  return url.href.replace(/\/+$/, '')
}

/** Which store this is, for a plan: name and addresses; on loopback without the port. */
export function storeIdentity(store: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): StoreIdentity {
  return {
    name: store.name,
    baseUrl: withoutLoopbackPort(store.baseUrl),
    filesUrl: store.filesUrl === null ? null : withoutLoopbackPort(store.filesUrl),
  }
}

/** The store's name in the state: what is remembered of one address is never used for another. */
export function storeNameInState(store: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): string {
  const { name, baseUrl, filesUrl } = storeIdentity(store)
  return [name, baseUrl, filesUrl ?? ''].join(' ').trim()
}
