import { onTestFinished } from 'vitest'
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openState } from '../../src/state/open-state.ts'
import type { State } from '../../src/state/state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { type ShopFolder, shopFolder } from './shop-folder.ts'

/** The folder of a catalogue, an empty store, and a state in memory. */
export interface EmptyShop {
  readonly folder: ShopFolder
  readonly emulator: RunningEmulator
  readonly store: StoreClient
  readonly state: State
}

/** A read that fails is repeated at once. */
const noWait = (): Promise<void> => Promise.resolve()

/** Opens an empty shop with these files in its folder. It is closed after the test. */
export async function openEmptyShop(files: Readonly<Record<string, string>>, options: EmulatorOptions = {}): Promise<EmptyShop> {
  const folder = shopFolder(files)
  const emulator = await startEmulator(options)
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities, sleep: noWait })
  const state = await openState(':memory:')
  onTestFinished(async () => {
    await state.close()
    await store.close()
    await emulator.close()
    folder[Symbol.dispose]()
  })
  return { folder, emulator, store, state }
}
