import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import type { Run } from '../../src/apply/events.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { sealWebhooks } from '../../src/live/sealed-webhooks.ts'
import { addressDigest } from '../../src/records/webhook-address.ts'
import { type PlanInput, planLive } from '../../src/workspace/plan-live.ts'
import { webhooksOfPlan } from '../../src/workspace/webhook-addresses.ts'
import { appliedBase } from '../../src/workspace/applied-base.ts'
import { recordUnchanged } from '../../src/workspace/record-unchanged.ts'
import { stateBase } from '../../src/workspace/state-base.ts'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { keyOfOwn, rowOfOwn } from '../../src/diff/own-webhook.ts'
import type { BaseRecords } from '../../src/records/base-record.ts'
import { manageDefaults, type ManageSettings } from '../../src/records/manage-settings.ts'
import { asStored } from '../../src/records/as-stored.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { openState } from '../../src/state/open-state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { State } from '../../src/state/state.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import type { StoreSettings } from '../../src/store/store-settings.ts'
import { appliedCatalogue } from './applied-catalogue.ts'
import { shopperPrices, shopperScope, type ShopperPrices } from './shopper-prices.ts'
import { storeDump } from './store-dump.ts'
import { virtualClock } from './virtual-clock.ts'
import { type FlatCatalogue, loadFlat } from './written-catalogue.ts'

/** A store in memory, a catalogue, and the engine between them; all are the real implementations. */
export interface World extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly catalogue: FlatCatalogue
  readonly store: StoreClient
  readonly state: State
  /** What was applied before; absent: what the state has. */
  readonly base?: NonNullable<PlanInput['base']>
  plan(order?: { readonly barrier: boolean }): Promise<Plan>
  /** Plans the undo of the run with this number, from 1. */
  planUndo(run: number): Promise<Plan>
  /** Applies; with `stopAfter`, stops after that many steps. */
  apply(plan: Plan, stopAfter?: number): Promise<Run>
  /** The prices that shoppers of every group of the catalogue pay now. */
  prices(): Promise<ShopperPrices>
  /** The resources and files of the store, without the ids that it assigns, in a fixed order. */
  dump(): Promise<readonly string[]>
}

const configText = 'stores: { local: { emulator: true } }\ndefault_store: local\n'
const clock = (): Date => new Date('2026-11-20T07:00:00Z')

/** A temporary copy of a catalogue folder, with a config if it has none. */
export function copyOfCatalogue(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'planogram-test-'))
  cpSync(folder, copy, { recursive: true })
  if (!existsSync(join(copy, 'planogram.yaml'))) writeFileSync(join(copy, 'planogram.yaml'), configText)
  return copy
}

/** What a scenario has besides its catalogue: the environment, and the webhooks that were applied before. */
export interface ScenarioWebhooks {
  readonly env?: Readonly<Record<string, string>>
  /** `address`: where the url does not say all of it. */
  readonly own?: readonly { readonly name: string; readonly url: string; readonly address?: string }[]
  readonly prunes?: boolean
}

/** What is known of the store of a scenario: its webhooks, and whether the live side is what was applied before (default: nothing is known). */
interface ScenarioStart {
  readonly webhooks?: ScenarioWebhooks | undefined
  readonly applied?: boolean | undefined
  readonly prune?: ScenarioPrune | undefined
}

/** What becomes of what has left the catalogue; default: it is kept. */
export type ScenarioPrune = Partial<ManageSettings['prune']>

/** What a plan of such a scenario starts from: a catalogue that was applied, webhooks of ours, or else what the state has. */
export function scenarioBase(
  { webhooks: { own = [], prunes = false } = {}, applied = false, prune = {} }: ScenarioStart,
  store: StoreClient,
  live: FlatCatalogue | null,
): Pick<PlanInput, 'base' | 'manage'> {
  const known = own.map(({ name, url, address }) => ({
    name,
    url,
    digest: address === undefined ? null : addressDigest(store, { name, address }),
  }))
  const rows = new Map(known.map((webhook) => [keyOfOwn(webhook), { record: rowOfOwn(webhook), source: null }]))
  const records: BaseRecords = {
    keys: (resource) => (resource === 'Webhooks' ? rows.keys() : []),
    has: (resource, key) => resource === 'Webhooks' && rows.has(key),
    get: (resource, key) => Promise.resolve(resource === 'Webhooks' ? rows.get(key) : undefined),
  }
  const manage = { ...manageDefaults, prune: { ...manageDefaults.prune, webhooks: prunes ? 'delete' : 'keep', ...prune } } as const
  if (applied && live) return { base: { records: appliedCatalogue(live), files: live.desired.files, from: 'scenario' }, manage }
  return { ...(own.length > 0 && { base: { records, from: 'scenario' } }), manage }
}

/** Starts a store with the content of the `live` catalogue (empty without one), for a catalogue to be applied to. */
export async function startWorld(input: {
  live?: string
  catalogue: string
  switches?: Partial<Switches>
  /** Records of the live side that somebody has deleted since, as `Variants/TEE-s`; their child records stay. */
  gone?: readonly string[]
  /** Rows of the store that no catalogue declares, such as orphans; written last. */
  rows?: readonly Omit<RecordTree, 'children'>[]
  readonly webhooks?: ScenarioWebhooks
  /** True where the live side is what was applied before; default: nothing is known. */
  readonly applied?: boolean
  /** `manage.prune`; default: everything is kept. */
  readonly prune?: ScenarioPrune
  /** How the client of the store waits, and what spreads its pauses. */
  pauses?: Pick<StoreSettings, 'sleep' | 'random'>
}): Promise<World> {
  const root = copyOfCatalogue(input.catalogue)
  const catalogue = await loadFlat({ root, env: input.webhooks?.env ?? {} })
  const emulator = await startEmulator({ now: clock, ...(input.switches === undefined ? {} : { switches: input.switches }) })
  const live = input.live === undefined ? null : await seedFrom(input.live, emulator)
  for (const record of input.gone ?? []) await deleteFrom(emulator, record)
  emulator.seed((input.rows ?? []).map((row) => ({ ...row, children: {} })))
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities, ...input.pauses })
  const state = await openState(':memory:')
  const { desired, contentHash, notices, locate, config, resolveWebhook } = catalogue
  const before = scenarioBase(input, store, live)
  const runClock = virtualClock()
  let runs = 0
  return {
    emulator,
    catalogue,
    store,
    state,
    ...(before.base && { base: before.base }),
    plan: ({ barrier } = { barrier: false }) =>
      planLive({
        desired,
        contentHash,
        store,
        state,
        locate,
        notices,
        resolveWebhook,
        ...before,
        now: clock,
        engineVersion: '0.0.0',
        limits: config.limits,
        barrier,
      }),
    planUndo: (run) => planUndo({ run: `run-${run}`, store, state, config, now: clock }),
    apply: async (plan, stopAfter = Number.POSITIVE_INFINITY) => {
      const stop = new AbortController()
      let ended = 0
      if (stopAfter === 0) stop.abort()
      const applied = appliedBase({ plan, desired, base: await stateBase(state, store), locate, resolveWebhook })
      const run = await applyPlan({
        plan,
        store: sealWebhooks(store, webhooksOfPlan(plan, resolveWebhook)),
        state,
        readPicture: (from, sha256) => catalogue.readPicture(from, sha256),
        clock: runClock,
        runId: `run-${(runs += 1)}`,
        stop: stop.signal,
        onEvent: (event) => {
          if (event.type !== 'step-ended') return
          ended += 1
          if (ended >= stopAfter) stop.abort()
        },
        limits: { concurrency: 1, settleMs: 60_000 },
        baseOf: (root, rewritten) => applied.of(root, rewritten),
      })
      await recordUnchanged({ plan, applied, store, state, clock: runClock, isDone: run.outcome === 'done' })
      return run
    },
    prices: () =>
      shopperPrices(
        store.readAll(shopperScope),
        (desired.roots.UserGroups ?? []).map(({ fields }) => fields['code'] ?? ''),
      ),
    dump: () => storeDump(store),
    [Symbol.asyncDispose]: async () => {
      await state.close()
      await store.close()
      await emulator.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function authorization(emulator: RunningEmulator): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${emulator.key}:`).toString('base64')}` }
}

/** Deletes one record, as somebody else would: `Variants/TEE-s`. */
export async function deleteFrom(emulator: RunningEmulator, record: string): Promise<void> {
  const answer = await fetch(`${emulator.url}/API/V3/${record}`, { method: 'DELETE', headers: authorization(emulator) })
  if (!answer.ok) throw new Error(`deleting ${record} failed with ${answer.status}`)
  emulator.clearRequests()
}

/** Fills a store with the records and pictures of a catalogue folder; resolves to that catalogue. */
async function seedFrom(folder: string, emulator: RunningEmulator): Promise<FlatCatalogue> {
  const root = copyOfCatalogue(folder)
  const catalogue = await loadFlat({ root, env: {} })
  await seedWith(catalogue, emulator)
  rmSync(root, { recursive: true, force: true })
  return catalogue
}

/** The same for a catalogue that is loaded. */
export async function seedWith({ desired, problems, readPicture }: FlatCatalogue, emulator: RunningEmulator): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(`the live side is no valid catalogue: ${errors[0]?.message ?? ''}`)
  emulator.seed(Object.values(desired.roots).flatMap((records) => records.map(asStored)))
  for (const { path, from, sha256 } of desired.files) {
    const answer = await fetch(`${emulator.filesUrl}/${emulator.site}/${path}`, {
      method: 'PUT',
      body: Buffer.from(await readPicture(from, sha256)),
      headers: authorization(emulator),
    })
    if (!answer.ok) throw new Error(`seeding ${path} failed with ${answer.status}`)
  }
  emulator.clearRequests()
}
