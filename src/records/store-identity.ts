/** Which store a plan is for. `name` is that of the config; two are compared by their `storeKey`. */
export interface StoreIdentity {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
}

/** A store without the ports of loopback addresses: an embedded store gets another port at each start and stays the same store. */
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
