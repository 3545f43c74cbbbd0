import { setTimeout as wait } from 'node:timers/promises'
import { repeatPlan } from '../../src/cli/remembered/repeat-plan.ts'
import { startProgram } from '../../src/cli/start-program.ts'
import type { Surroundings } from '../../src/cli/surroundings.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { Collected } from './collected.ts'
import type { Ended } from './command-line.ts'
import { shopFolder, type ShopFolder } from './shop-folder.ts'
import { surroundingsIn } from './surroundings.ts'

/** A catalogue, its store, and a user whose plans are remembered. What is changed here holds for every command from then on. */
export interface RememberedShop extends AsyncDisposable {
  readonly folder: ShopFolder
  readonly home: string
  readonly store: StoreClient
  readonly emulator: RunningEmulator
  env: Record<string, string>
  now: Date
  columns: number | undefined
  run(...argv: readonly string[]): Promise<Ended>
  /** What `plan` prints where it repeats what it remembers, without reading a catalogue; else `null`. */
  repeated(...options: readonly string[]): Promise<Ended | null>
}

/** The config of a shop with Files API; `more` are lines of the store. */
export function configOf({ url, filesUrl, site }: RunningEmulator, more = ''): string {
  const address = `base_url: "${url}", files_url: "${filesUrl}", site_name: ${site}, key: "\${SHOP_KEY}"`
  const store = `{ ${address}, catalogue: overlay, capabilities: { deletes: generic, links: upsert, attributes: label }${more} }`
  return `stores: { shop: ${store} }\ndefault_store: shop\n`
}

/** Opens a shop with these files, and a user with an empty home. */
export async function openRememberedShop(files: Readonly<Record<string, string | Uint8Array>>): Promise<RememberedShop> {
  const emulator = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
  const { url, filesUrl, site, key } = emulator
  const folder = shopFolder({ 'planogram.yaml': configOf(emulator), ...files })
  const home = shopFolder({})
  const store = openStore({ name: 'shop', baseUrl: url, filesUrl, siteName: site, key })

  function surroundings(): Surroundings & { readonly stdout: Collected; readonly stderr: Collected } {
    const [stdout, stderr] = [new Collected(), new Collected()]
    if (shop.columns !== undefined) stderr.columns = shop.columns
    const { env, now } = shop
    return { ...surroundingsIn(folder.root), stdout, stderr, env, now: () => now, sleep: (milliseconds) => wait(Math.min(milliseconds, 1)) }
  }

  const shop: RememberedShop = {
    folder,
    home: home.root,
    store,
    emulator,
    env: { SHOP_KEY: key, PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: home.root },
    now: new Date('2026-11-20T07:00:00Z'),
    columns: undefined,
    async run(...argv) {
      const own = surroundings()
      const exitCode = await startProgram(argv, own)
      return { exitCode, stdout: own.stdout.text, stderr: own.stderr.text }
    },
    async repeated(...options) {
      const own = surroundings()
      const exitCode = await repeatPlan(['plan', ...options], own)
      return typeof exitCode === 'number' ? { exitCode, stdout: own.stdout.text, stderr: own.stderr.text } : null
    },
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await emulator.close()
      folder[Symbol.dispose]()
      home[Symbol.dispose]()
    },
  }
  return shop
}
