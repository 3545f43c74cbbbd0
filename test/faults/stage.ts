import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { OperationalError } from '../../src/errors.ts'
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
import { storeDump } from '../support/store-dump.ts'
import { scenarioFile } from '../support/scenario-world.ts'
import { copyOfCatalogue, deleteFrom, scenarioBase, seedFrom } from '../support/world.ts'
import { type FlatCatalogue, loadFlat } from '../support/written-catalogue.ts'
import { type AppliedBase, appliedBase } from '../../src/workspace/applied-base.ts'
import { stateBase } from '../../src/workspace/state-base.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { lookAtShop, type ShopWindow } from './shop-window.ts'
import { firstParts, nextState, sendWrite, type StoreWrite } from './store-write.ts'

/**
 * The start of each case: the folders of test/scenarios; `name+switch=value` sets a switch of the emulator. `undo.name`: the plan of the
 * scenario was applied, and the plan of the stage undoes that. `base.name`: what is applied is recorded as the base.
 */
const folder = join(import.meta.dirname, '..', 'scenarios')
const snapshot = 'start'
/** Before the name of a scenario: what is tried is the undo of its run. */
export const undoPrefix = 'undo.'
/** Before the name of a scenario: its applies write the base. */
export const basePrefix = 'base.'
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
  /** The records of the store, whoever has written them. */
  dumpNow(): Promise<readonly string[]>
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
  if (existsSync(live)) await seedFrom(live, emulator)
  for (const record of gone) await deleteFrom(emulator, record)
  emulator.seed(rows.map((row) => ({ ...row, children: {} })))
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const base = scenarioBase({ webhooks, applied, prune }, store, catalogues.live)
  const undone = isUndo ? await applyFirst(catalogues.catalogue, store, base) : null
  emulator.snapshots.save(snapshot)
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
    plan,
    openState: openStart,
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
    readPicture: (side, from, sha256) => catalogues[isUndo ? 'catalogue' : side].readPicture(from, sha256),
    async appliedBase(applied, place) {
      const found = Object.values(catalogues).find(({ contentHash }) => contentHash === applied.madeFrom.catalogue)
      if (!writesBase || !found) return null
      const { desired, locate, resolveWebhook } = found
      return appliedBase({ plan: applied, desired, base: await stateBase(place.state, place.store), locate, resolveWebhook })
    },
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

/** False for a refusal of the store; anything else is thrown. */
function refused(error: unknown): false {
  if (!(error instanceof OperationalError)) throw error
  return false
}
