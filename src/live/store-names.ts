import type { StoreIdentity } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'

/** The embedded store has another port at each start and is still the same store. */
function withoutLoopbackPort(address: string): string {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'http:') return address
  url.port = ''
  return url.href.replace(/\/+$/, '')
}

/** The identity of a store in a plan: name and addresses, without the port on loopback. */
export function storeIdentity(store: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): StoreIdentity {
  return {
    name: store.name,
    baseUrl: withoutLoopbackPort(store.baseUrl),
    filesUrl: store.filesUrl === null ? null : withoutLoopbackPort(store.filesUrl),
  }
}

/** The name of a store in the state. It contains the addresses: what is remembered of one address is not trusted at another. */
export function storeNameInState(store: Pick<StoreClient, 'name' | 'baseUrl' | 'filesUrl'>): string {
  const { name, baseUrl, filesUrl } = storeIdentity(store)
  return [name, baseUrl, filesUrl ?? ''].join(' ').trim()
}
