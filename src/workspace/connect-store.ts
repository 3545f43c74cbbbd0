import { join } from 'node:path'
import type { Config } from '../catalogue/config/config.ts'
import { storeNameInState } from '../live/store-names.ts'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'
import type { AroundStore } from '../store/answer-log.ts'
import { nothingAround, openStoreAround } from '../store/open-store.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import { adoptFormerAddress } from './adopt-former-address.ts'
import { adoptOlderState } from './adopt-older-state.ts'
import { checkGiven } from './check-given.ts'
import { openEmbeddedStore } from './embedded-store.ts'
import type { Environment } from './environment.ts'
import type { OnProgress } from './progress.ts'
import { restrictOwnFolder } from './restrict-own-folder.ts'
import { type ConfiguredSite, paceOf, remoteSettings } from './store-settings.ts'

/** Which store to connect to. */
export interface ConnectOptions {
  /** The catalogue whose config names the store. */
  readonly catalogue: { readonly root: string; readonly config: Config }
  /** Environment variables, such as `process.env`: the key of the store, the hosts that it is bound to, and proxies. */
  readonly env: Environment
  /** Waits before a read is repeated; default: a timer. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
  readonly onProgress?: OnProgress
}

/** A connected store, and the state of this machine. Close it, or declare it with `await using`. */
export interface Connection extends AsyncDisposable {
  readonly store: StoreClient
  /** The state file that the config names. */
  readonly state: State
  /** Closes both, and stops an embedded store that was started here; a second call waits for the first. */
  readonly close: () => Promise<void>
}

/**
 * Connects to the store that the config of a catalogue chooses; the embedded one is started unless another process runs it. Throws
 * `store-refused-key` without a key or for a host that the key is not bound to, and `state-broken`.
 *
 * @example
 * const catalogue = await loadCatalogue({ root: 'my-shop', store: 'production', env: process.env })
 * await using connection = await connectStore({ catalogue, env: process.env })
 * console.log(await connection.store.count('Product'))
 */
export async function connectStore(options: ConnectOptions): Promise<Connection> {
  return connectAround(options)
}

/** How to connect besides. */
export interface ConnectionParts {
  /** What is around the client of the store (`openStoreAround`); default: nothing. */
  readonly around?: AroundStore
  /** Opens the state at a path, for a store of that name in it; default: `openState`. */
  readonly stateAt?: (path: string, store: string) => Promise<State>
}

/** The same, with other parts. */
export async function connectAround(options: ConnectOptions, { around, stateAt = openState }: ConnectionParts = {}): Promise<Connection> {
  const { store, isLate, close: closeStore } = await openConfiguredStore(options, around)
  const { config, root } = options.catalogue
  try {
    const state = await stateAt(join(root, config.state), storeNameInState(store))
    if (isLate) await adoptOlderState(state, store)
    if (!config.store.emulator) await adoptFormerAddress(state, store)
    const closeBoth = async (): Promise<void> => {
      try {
        await state.close()
      } finally {
        // A running embedded store would keep the process alive.
        await closeStore()
      }
    }
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= closeBoth())
    return { store, state, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await closeStore()
    throw error
  }
}

/** A connected store without the state of this machine. Close it, or declare it with `await using`. */
export interface StoreConnection extends AsyncDisposable {
  readonly store: StoreClient
  /** True for an embedded store that has got its identity late: a state of before knows it by its address. */
  readonly isLate: boolean
  /** Closes the client, and stops an embedded store that was started here. */
  readonly close: () => Promise<void>
}

/** Connects to the store that a config chooses, and opens no state. Throws as `connectStore`. */
export async function openConfiguredStore(
  { catalogue, env, sleep, onProgress }: ConnectOptions,
  around: AroundStore = nothingAround,
): Promise<StoreConnection> {
  checkGiven({ catalogue }, ['catalogue'])
  onProgress?.({ kind: 'opening-store' })
  const { config, root } = catalogue
  restrictOwnFolder(root)
  const opened = config.store.emulator
    ? await embedded(catalogue)
    : { settings: await remoteSettings(config.store, catalogue, env), isLate: false, close: () => Promise.resolve() }
  const store = openStoreAround({ ...opened.settings, ...paceOf(config), ...(sleep ? { sleep } : {}) }, around)
  const close = async (): Promise<void> => {
    await store.close()
    await opened.close()
  }
  return { store, isLate: opened.isLate, close, [Symbol.asyncDispose]: close }
}

async function embedded({ config, root }: ConfiguredSite): Promise<{ settings: StoreSettings; isLate: boolean; close(): Promise<void> }> {
  const { url, filesUrl, site, key, id, capabilities, whenRefused, close } = await openEmbeddedStore(join(root, '.planogram', 'emulator'))
  const { fields, capabilities: given } = config.store
  return {
    settings: {
      name: config.storeName,
      baseUrl: url,
      filesUrl,
      id: id.id,
      siteName: site,
      key,
      capabilities: { ...capabilities, ...given },
      fieldNames: fields,
      ...(whenRefused === undefined ? {} : { whenRefused }),
    },
    isLate: id.isLate,
    close,
  }
}
