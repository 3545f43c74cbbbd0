/** Which store a plan is for. `name` is that of the config; two are compared by `isSameStore`. */
export interface StoreIdentity {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
  /** Of an embedded store: its own, whatever its address is; absent: the address is enough. */
  readonly id?: string
}

/** The name and the addresses of a store, without the ports of loopback addresses: an embedded store gets another port at each start. */
export function storeKey({ name, baseUrl, filesUrl }: StoreIdentity): StoreIdentity {
  return {
    name,
    baseUrl: withoutLoopbackPort(baseUrl),
    filesUrl: filesUrl === null ? null : withoutLoopbackPort(filesUrl),
  }
}

function withoutLoopbackPort(address: string): string {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'http:') return address
  url.port = ''
  return url.href.replace(/\/+$/, '')
}

/**
 * True where both are the same store. One without an id, in a plan file from before there were ids, is compared by name and addresses.
 */
export function isSameStore(one: StoreIdentity, other: StoreIdentity): boolean {
  const [a, b] = [storeKey(one), storeKey(other)]
  const isSameId = one.id === undefined || other.id === undefined || one.id === other.id
  return a.name === b.name && a.baseUrl === b.baseUrl && a.filesUrl === b.filesUrl && isSameId
}
