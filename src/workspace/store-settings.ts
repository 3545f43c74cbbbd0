import type { Config, RemoteStoreConfig } from '../catalogue/config/config.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import { bindKey } from './bind-key.ts'
import type { Environment } from './environment.ts'
import { readKey } from './read-key.ts'

/** A catalogue whose config chooses a store. */
export interface ConfiguredSite {
  readonly root: string
  readonly config: Config
}

/**
 * The settings of a store over the network, with its key. Throws `store-refused-key` without a key or for a host that the key is not
 * bound to.
 */
export async function remoteSettings(store: RemoteStoreConfig, { config, root }: ConfiguredSite, env: Environment): Promise<StoreSettings> {
  const { key, origin } = await readKey({ source: store.key, store: config.storeName, root, env })
  const hosts = [store.baseUrl, ...(store.filesUrl === null ? [] : [store.filesUrl])].map((address) => new URL(address).host)
  bindKey({ origin, key, hosts: [...new Set(hosts)] }, env)
  const proxy = proxyFor(store.baseUrl, env)
  return {
    name: config.storeName,
    baseUrl: store.baseUrl,
    filesUrl: store.filesUrl,
    siteName: store.siteName,
    key,
    capabilities: store.capabilities,
    fieldNames: store.fields,
    ...(proxy === undefined ? {} : { proxy }),
  }
}

/** The limits of a config that a client of a store keeps to. */
export function paceOf({ limits: { concurrency, requestsPerSecond } }: Config): Pick<StoreSettings, 'concurrency' | 'requestsPerSecond'> {
  return {
    ...(concurrency === null ? {} : { concurrency }),
    ...(requestsPerSecond === null ? {} : { requestsPerSecond }),
  }
}

/** The proxy of the environment for this address (semantics.md 22): HTTPS_PROXY unless NO_PROXY names the host. */
function proxyFor(address: string, env: Environment): string | undefined {
  const { hostname, protocol } = new URL(address)
  const proxy = protocol === 'https:' ? (env['HTTPS_PROXY'] ?? env['https_proxy']) : undefined
  const exempt = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((name) => name.trim().replace(/^\*?\./, ''))
  const isExempt = exempt.some((name) => name === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`))))
  return proxy === undefined || proxy === '' || isExempt ? undefined : proxy
}
