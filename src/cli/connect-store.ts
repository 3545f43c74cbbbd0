import { join } from 'node:path'
import type { RemoteStoreConfig } from '../catalogue/config/config.ts'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'
import { openStore } from '../store/open-store.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import { bindKey } from './credentials.ts'
import { openEmbeddedStore } from './embedded-store.ts'
import type { OpenCatalogue } from './read-catalogue.ts'
import { readKey } from './read-key.ts'
import type { Surroundings } from './surroundings.ts'

/** A store that answers, and what is remembered of it. */
export interface Connection {
  readonly store: StoreClient
  readonly state: State
  readonly close: () => Promise<void>
}

/** Connects to the store that the config or `--store` names; the embedded one is started when nobody has it open. */
export async function connectStore(catalogue: OpenCatalogue, surroundings: Surroundings): Promise<Connection> {
  const { config, root } = catalogue
  const opened = config.store.emulator
    ? await embedded(catalogue)
    : { settings: await remote(catalogue, config.store, surroundings), close: noClose }
  const { concurrency, requestsPerSecond } = config.limits
  const store = openStore({ ...opened.settings, concurrency, ...(requestsPerSecond === null ? {} : { requestsPerSecond }) })
  const closeStore = async (): Promise<void> => {
    await store.close()
    await opened.close()
  }
  try {
    const state = await openState(join(root, config.state))
    return {
      store,
      state,
      close: async () => {
        try {
          await state.close()
        } finally {
          // The embedded store would keep the program from ending.
          await closeStore()
        }
      },
    }
  } catch (error) {
    await closeStore()
    throw error
  }
}

function noClose(): Promise<void> {
  return Promise.resolve()
}

async function embedded({ config, root }: OpenCatalogue): Promise<{ settings: StoreSettings; close(): Promise<void> }> {
  const { url, filesUrl, site, key, capabilities, close } = await openEmbeddedStore(join(root, '.planogram', 'emulator'))
  const { fields, capabilities: given } = config.store
  return {
    settings: {
      name: config.storeName,
      baseUrl: url,
      filesUrl,
      siteName: site,
      key,
      capabilities: { ...capabilities, ...given },
      fieldNames: fields,
    },
    close,
  }
}

async function remote({ config, root }: OpenCatalogue, store: RemoteStoreConfig, { env }: Surroundings): Promise<StoreSettings> {
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

/** The proxy of the environment for this address (semantics.md 22): HTTPS_PROXY unless NO_PROXY names the host. */
function proxyFor(address: string, env: Surroundings['env']): string | undefined {
  const { hostname, protocol } = new URL(address)
  const proxy = protocol === 'https:' ? (env['HTTPS_PROXY'] ?? env['https_proxy']) : undefined
  const exempt = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((name) => name.trim().replace(/^\*?\./, ''))
  const isExempt = exempt.some((name) => name === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`))))
  return proxy === undefined || proxy === '' || isExempt ? undefined : proxy
}
