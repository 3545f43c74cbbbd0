import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { OperationalError } from '../../src/errors.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { storedValue } from '../../src/resources/scalar.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { openState } from '../../src/state/open-state.ts'
import type { State } from '../../src/state/state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { planLive } from '../../src/workspace/plan-live.ts'
import { sealWebhooks } from '../../src/live/sealed-webhooks.ts'
import { webhooksOfPlan } from '../../src/workspace/webhook-addresses.ts'
import { storeDump } from '../support/store-dump.ts'
import { copyOfCatalogue, deleteFrom, type ScenarioWebhooks, scenarioBase, seedFrom } from '../support/world.ts'
import { loadFlat } from '../support/written-catalogue.ts'
import { lookAtShop, type ShopWindow } from './shop-window.ts'
import { firstParts, nextState, sendWrite, type StoreWrite } from './store-write.ts'

/** The start of each case: the folders of test/scenarios; `name+switch=value` sets a switch of the emulator. */
const folder = join(import.meta.dirname, '..', 'scenarios')
const snapshot = 'start'
const beforeBody = 'before-a-body'
const clock = (): Date => new Date('2026-11-20T07:00:00Z')

/** A scenario on an emulator that goes back to its start as often as wanted. */
export interface Stage extends AsyncDisposable {
  readonly name: string
  readonly emulator: RunningEmulator
  readonly store: StoreClient
  /** The plan from the start. */
  readonly plan: Plan
  /** Goes back to the start. */
  reset(): void
  /** Gives a write to the store; the shop is looked at after it. */
  deliver(write: StoreWrite, by?: Moment['by']): Promise<void>
  /** The moments since the start, each after a write that the store has accepted. */
  moments(): readonly Moment[]
  /** Plans the catalogue, or the one that the store has at the start. */
  planWith(side: Side, store: StoreClient, state: State): Promise<Plan>
  readPicture(side: Side, from: string, sha256: string): Promise<Uint8Array>
  /** A store as the apply of a plan has it. */
  sealed(plan: Plan, store: StoreClient): StoreClient
  /** The records of the store after the writes that were delivered. */
  dump(): Promise<readonly string[]>
  /** The records of the store, whoever has written them. */
  dumpNow(): Promise<readonly string[]>
}

/** The catalogue of the scenario, or the one that the store has at the start. */
export type Side = 'catalogue' | 'live'

/** The store after one write, or between two rows of one. */
export interface Moment {
  /** What was written of it, `null` at the start. */
  readonly write: StoreWrite | null
  readonly window: ShopWindow
  readonly by: 'engine' | 'somebody else'
}

interface ScenarioFile {
  readonly switches?: Partial<Switches>
  readonly gone?: readonly string[]
  readonly rows?: readonly Omit<RecordTree, 'children'>[]
  readonly webhooks?: ScenarioWebhooks
}

/**
 * Opens a scenario. `looksBetweenRows`: the shop is also looked at between two rows of a body, where the store can write a part of one;
 * default: false.
 */
export async function openStage(name: string, looksBetweenRows = false): Promise<Stage> {
  const [scenario = '', ...settings] = name.split('+')
  const place = join(folder, scenario)
  const file = join(place, 'scenario.json')
  const {
    switches = {},
    gone = [],
    rows = [],
    webhooks = {},
  }: ScenarioFile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const live = join(place, 'live')
  const roots = {
    catalogue: copyOfCatalogue(join(place, 'catalogue')),
    live: copyOfCatalogue(existsSync(live) ? live : join(place, 'catalogue')),
  }
  const { env = {} } = webhooks
  const catalogues = { catalogue: await loadFlat({ root: roots.catalogue, env }), live: await loadFlat({ root: roots.live, env }) }
  const emulator = await startEmulator({
    now: clock,
    switches: { ...switches, ...Object.fromEntries(settings.map((setting) => setting.split('='))) },
  })
  if (existsSync(live)) await seedFrom(live, emulator)
  for (const record of gone) await deleteFrom(emulator, record)
  emulator.seed(rows.map((row) => ({ ...row, children: {} })))
  emulator.snapshots.save(snapshot)
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  // The same writes from the start lead to the same state: it is looked at once.
  const windows = new Map<string, ShopWindow>([['', await lookAtShop(store)]])
  const dumps = new Map<string, readonly string[]>()
  let at = ''
  let moments: Moment[] = []

  const look = async (): Promise<ShopWindow> => {
    const known = windows.get(at) ?? (await lookAtShop(store))
    windows.set(at, known)
    return known
  }
  /** Shoppers can come between two rows of a body that is not written at once. */
  const lookBetweenRows = async (write: StoreWrite): Promise<void> => {
    const whole = at
    const parts = firstParts(write)
    if (parts.some((part) => !windows.has(nextState(whole, part)))) emulator.snapshots.save(beforeBody)
    for (const part of parts) {
      at = nextState(whole, part)
      if (!windows.has(at)) {
        const isTaken = await sendWrite(store, part).then(() => true, refused)
        if (isTaken) await look()
        emulator.snapshots.load(beforeBody)
      }
      const window = windows.get(at)
      if (window) moments.push({ write: part, window, by: 'engine' })
    }
    at = whole
  }
  const planWith: Stage['planWith'] = (side, through, state) => {
    const { desired, contentHash, notices, locate, config, resolveWebhook } = catalogues[side]
    return planLive({
      desired,
      contentHash,
      store: through,
      state,
      locate,
      notices,
      resolveWebhook,
      ...scenarioBase(webhooks, store),
      now: clock,
      engineVersion: '0.0.0',
      limits: config.limits,
    })
  }
  const state = await openState(':memory:')
  const plan = await planWith('catalogue', store, state)
  await state.close()
  return {
    name,
    emulator,
    store,
    plan,
    reset() {
      emulator.snapshots.load(snapshot)
      emulator.clearRequests()
      at = ''
      const window = windows.get('')
      moments = window ? [{ write: null, window, by: 'engine' }] : []
    },
    async deliver(write, by = 'engine') {
      if (by === 'engine' && looksBetweenRows && capabilities.batches !== 'atomic') await lookBetweenRows(write)
      await sendWrite(store, write).catch((error: unknown) => {
        // A refused body may have been written in part.
        at = nextState(at, write)
        throw error
      })
      at = nextState(at, write)
      moments.push({ write, window: await look(), by })
    },
    moments: () => moments,
    planWith,
    readPicture: (side, from, sha256) => catalogues[side].readPicture(from, sha256),
    sealed: (applied, through) => sealWebhooks(through, webhooksOfPlan(applied, catalogues.catalogue.resolveWebhook)),
    dumpNow: () => storeDump(store, storedValue),
    async dump() {
      const known = dumps.get(at) ?? (await storeDump(store, storedValue))
      dumps.set(at, known)
      return known
    },
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await emulator.close()
      for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** False for a refusal of the store; anything else is thrown. */
function refused(error: unknown): false {
  if (!(error instanceof OperationalError)) throw error
  return false
}
