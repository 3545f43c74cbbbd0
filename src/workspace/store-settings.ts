import type { Config, RemoteStoreConfig } from '../catalogue/config/config.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import { bindKey } from './bind-key.ts'
import type { Environment } from './environment.ts'
import { proxyFor } from './proxy-for.ts'
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
  const read = await readKey({ source: store.key, store: config.storeName, root, env })
  bindKey({ ...read, hosts: hostsOf(store) }, env)
  return settingsWithKey(read.key, store, { name: config.storeName, env })
}

/** `host[:port]` of the addresses of a store, which its key is sent to. */
export function hostsOf({ baseUrl, filesUrl }: RemoteStoreConfig): readonly string[] {
  return [...new Set([baseUrl, ...(filesUrl === null ? [] : [filesUrl])].map((address) => new URL(address).host))]
}

/** The settings of a store over the network with this key; the caller has checked where it may be sent. */
export function settingsWithKey(
  key: string,
  store: RemoteStoreConfig,
  { name, env }: { readonly name: string; readonly env: Environment },
): StoreSettings {
  const proxy = proxyFor(store.baseUrl, env)
  const filesProxy = store.filesUrl === null ? undefined : proxyFor(store.filesUrl, env)
  return {
    name,
    baseUrl: store.baseUrl,
    filesUrl: store.filesUrl,
    siteName: store.siteName,
    key,
    capabilities: store.capabilities,
    fieldNames: store.fields,
    ...(proxy === undefined ? {} : { proxy }),
    ...(filesProxy === undefined ? {} : { filesProxy }),
  }
}

/** The limits of a config that a client of a store keeps to. */
export function paceOf({ limits: { concurrency, requestsPerSecond } }: Config): Pick<StoreSettings, 'concurrency' | 'requestsPerSecond'> {
  return {
    ...(concurrency === null ? {} : { concurrency }),
    ...(requestsPerSecond === null ? {} : { requestsPerSecond }),
  }
}
