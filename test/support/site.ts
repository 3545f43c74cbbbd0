import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'

/** A store and its client. Disposing ends both. */
export interface Site extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly store: StoreClient
}

/** Starts a store with a client of this name. */
export async function startSite(options: EmulatorOptions = {}, name = 'local'): Promise<Site> {
  const emulator = await startEmulator(options)
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name, baseUrl: url, filesUrl, siteName: site, key, capabilities })
  return {
    emulator,
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
      await emulator.close()
    },
  }
}
