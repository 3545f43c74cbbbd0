import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'

/** An empty store in memory and a client for it; `await using` closes both. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: StoreClient
}

/** Starts a store and connects to it. */
export async function openEmptyStore(now: () => Date): Promise<OpenedStore> {
  const emulator = await startEmulator({ now })
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await emulator.close()
    },
  }
}
