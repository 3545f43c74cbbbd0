import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { storedValue } from '../../src/resources/scalar.ts'
import { openState } from '../../src/state/open-state.ts'
import { applyFirst, undoneRun } from './undone-run.ts'
import type { State } from '../../src/state/state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { planLive } from '../../src/workspace/plan-live.ts'
import { sealWebhooks } from '../../src/live/sealed-webhooks.ts'
import { webhooksOfPlan } from '../../src/workspace/webhook-addresses.ts'
import { madeOnce } from '../support/made-once.ts'
import { storeDump } from '../support/store-dump.ts'
import { scenarioFile } from '../support/scenario-world.ts'
import { copyOfCatalogue, deleteFrom, scenarioBase, seedWith } from '../support/world.ts'
import { type FlatCatalogue, loadFlat } from '../support/written-catalogue.ts'
import { type AppliedBase, appliedBase } from '../../src/workspace/applied-base.ts'
import { stateBase } from '../../src/workspace/state-base.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { lookAtShop, type ShopWindow } from './shop-window.ts'
import { firstParts, type StoreWrite } from './store-write.ts'
import { rememberingStore, type StoreNow } from './remembering-store.ts'

/**
 * The start of each case: the folders of test/scenarios; `name+switch=value` sets a switch of the emulator. `undo.name`: the plan of the
 * scenario was applied, and the plan of the stage undoes that. `base.name`: what is applied is recorded as the base.
 */
const folder = join(import.meta.dirname, '..', 'scenarios')
/** Before the name of a scenario: what is tried is the undo of its run. */
export const undoPrefix = 'undo.'
/** Before the name of a scenario: its applies write the base. */
export const basePrefix = 'base.'
const clock = (): Date => new Date('2026-11-20T07:00:00Z')

/** A scenario on an emulator that goes back to its start as often as wanted. */
export interface Stage extends AsyncDisposable {
  readonly name: string
  readonly emulator: RunningEmulator
  /** The store after the writes that were delivered; answers that are known from another case come from memory. */
  readonly store: StoreClient
  /** The store of the emulator itself, with what other processes have written. */
  readonly storeNow: StoreClient
  /** The plan from the start. */
  readonly plan: Plan
  /** Goes back to the start. */
  reset(): void
  /** Goes back to the start for processes that write by themselves: from now on only `storeNow` tells what there is. */
  restart(): void
  /** A state as it is at the start: empty, or with the run that is undone. */
  openState(): Promise<State>
  /** Gives a write to the store; the shop is looked at after it. */
  deliver(write: StoreWrite, by?: Moment['by']): Promise<void>
  /** The moments since the start, each after a write that the store has accepted. */
  moments(): readonly Moment[]
  /** Plans the catalogue, or the one that the store has at the start. */
  planWith(side: Side, store: StoreClient, state: State): Promise<Plan>
  readPicture(side: Side, from: string, sha256: string): Promise<Uint8Array>
  /** What becomes of the base when a plan is applied; `null` where it is not written. */
  appliedBase(plan: Plan, place: { readonly store: StoreClient; readonly state: State }): Promise<AppliedBase | null>
  /** A store as the apply of a plan has it. */
  sealed(plan: Plan, store: StoreClient): StoreClient
  /** The records of the store after the writes that were delivered. */
  dump(): Promise<readonly string[]>
}

/** The catalogue of the scenario (for an undo, what the store had before it was applied), or the one that the store has at the start. */
export type Side = 'catalogue' | 'live'

/** The store after one write, or between two rows of one. */
export interface Moment {
  /** What was written of it, `null` at the start. */
  readonly write: StoreWrite | null
  readonly window: ShopWindow
  readonly by: 'engine' | 'somebody else'
}

interface NameParts {
  readonly isUndo: boolean
  readonly writesBase: boolean
  readonly scenario: string
  readonly settings: readonly string[]
}

function partsOf(name: string): NameParts {
  const prefix = [undoPrefix, basePrefix].find((each) => name.startsWith(each)) ?? ''
  const [scenario = '', ...settings] = name.slice(prefix.length).split('+')
  return { isUndo: prefix === undoPrefix, writesBase: prefix === basePrefix, scenario, settings }
}

/**
 * Opens a scenario. `looksBetweenRows`: the shop is also looked at between two rows of a body, where the store can write a part of one;
 * default: false.
 */
export async function openStage(name: string, looksBetweenRows = false): Promise<Stage> {
  const { isUndo, writesBase, scenario, settings } = partsOf(name)
  const place = join(folder, scenario)
  const { switches = {}, gone = [], rows = [], webhooks = {}, applied, prune } = scenarioFile(scenario)
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
  if (existsSync(live)) await seedWith(catalogues.live, emulator)
  for (const record of gone) await deleteFrom(emulator, record)
  emulator.seed(rows.map((row) => ({ ...row, children: {} })))
  const { url, filesUrl, site, key, capabilities } = emulator
  const storeNow = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const base = scenarioBase({ webhooks, applied, prune }, storeNow, catalogues.live)
  const undone = isUndo ? await applyFirst(catalogues.catalogue, storeNow, base) : null
  const { client: store, ...memory } = rememberingStore(storeNow, {
    save: (state) => void emulator.snapshots.save(state),
    load(state) {
      emulator.snapshots.load(state)
      emulator.clearRequests()
    },
  })
  // By the name of the state.
  const windows = new Map<string, Promise<ShopWindow>>()
  const dumps = new Map<string, Promise<readonly string[]>>()
  let moments: Moment[] = []

  const look = ({ client, state: name }: StoreNow): Promise<ShopWindow> => madeOnce(windows, name(), () => lookAtShop(client))
  const start = await memory.inTurn(look)
  /** Shoppers can come between two rows of a body that is not written at once. */
  const lookBetweenRows = (now: StoreNow, write: StoreWrite): Promise<void> =>
    now.afterEach(firstParts(write), async (part) => void moments.push({ write: part, window: await look(now), by: 'engine' }))
  const planWith: Stage['planWith'] = (side, through, state) => {
    if (!isUndo) return planOf(catalogues[side], base, { store: through, state })
    const { config } = catalogues.catalogue
    if (side === 'live') return planOf(catalogues.catalogue, base, { store: through, state })
    return planUndo({ run: undoneRun, store: through, state, config, now: clock })
  }
  const openStart = async (): Promise<State> => {
    const state = await openState(':memory:')
    await undone?.copyTo(state)
    return state
  }
  const state = await openStart()
  const plan = await planWith('catalogue', store, state)
  await state.close()
  return {
    name,
    emulator,
    store,
    storeNow,
    plan,
    openState: openStart,
    reset() {
      memory.reset()
      moments = [{ write: null, window: start, by: 'engine' }]
    },
    restart: () => memory.restart(),
    deliver: (write, by = 'engine') =>
      memory.inTurn(async (now) => {
        if (by === 'engine' && looksBetweenRows && capabilities.batches !== 'atomic') await lookBetweenRows(now, write)
        await now.deliver(write)
        moments.push({ write, window: await look(now), by })
      }),
    moments: () => moments,
    planWith,
    readPicture: (side, from, sha256) => catalogues[isUndo ? 'catalogue' : side].readPicture(from, sha256),
    async appliedBase(applied, place) {
      const found = Object.values(catalogues).find(({ contentHash }) => contentHash === applied.madeFrom.catalogue)
      if (!writesBase || !found) return null
      const { desired, locate, resolveWebhook } = found
      return appliedBase({ plan: applied, desired, base: await stateBase(place.state, place.store), locate, resolveWebhook })
    },
    sealed: (applied, through) => sealWebhooks(through, webhooksOfPlan(applied, catalogues.catalogue.resolveWebhook)),
    dump: () => memory.inTurn(({ client, state: name }) => madeOnce(dumps, name(), () => storeDump(client, storedValue))),
    [Symbol.asyncDispose]: async () => {
      await storeNow.close()
      await emulator.close()
      for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Plans a catalogue as an apply that shows no plan does; one that goes on has the plan from the state, packed too. `more`: what is known of webhooks. */
function planOf(
  { desired, contentHash, notices, locate, config, resolveWebhook }: FlatCatalogue,
  more: ReturnType<typeof scenarioBase>,
  through: { readonly store: StoreClient; readonly state: State },
): Promise<Plan> {
  return planLive({
    desired,
    contentHash,
    ...through,
    locate,
    notices,
    resolveWebhook,
    ...more,
    now: clock,
    engineVersion: '0.0.0',
    limits: config.limits,
    packsAfter: 0,
    derivesRecords: true,
  })
}
