import { resolve } from 'node:path'
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { asStored } from '../../src/records/as-stored.ts'
import { loadFlat } from './written-catalogue.ts'

const root = resolve(import.meta.dirname, '../../catalog.example')

/** Starts a store with the example catalogue and its pictures, on 20 November 2026. */
export async function startExampleStore(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const { config, desired, readPicture } = await loadFlat({ root, env: {} })
  const store = await startEmulator({
    site: 'northwind',
    currencies: config.currencies,
    now: () => new Date('2026-11-20T09:00:00Z'),
    ...options,
  })
  store.seed({
    records: Object.values(desired.roots).flatMap((records) => records.map(asStored)),
    files: await Promise.all(desired.files.map(async ({ path, from }) => ({ path, bytes: await readPicture(from) }))),
  })
  return store
}
