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
  const { key, origin } = await readKey({ source: store.key, store: config.storeName, root, env })
  const hosts = [store.baseUrl, ...(store.filesUrl === null ? [] : [store.filesUrl])].map((address) => new URL(address).host)
  bindKey({ origin, key, hosts: [...new Set(hosts)] }, env)
  const proxy = proxyFor(store.baseUrl, env)
  const filesProxy = store.filesUrl === null ? undefined : proxyFor(store.filesUrl, env)
  return {
    name: config.storeName,
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
