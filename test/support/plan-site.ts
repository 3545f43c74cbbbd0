import { createHash } from 'node:crypto'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { Desired, DesiredRecord } from '../../src/records/desired.ts'
import type { EqualRecords } from '../../src/records/equal-records.ts'
import type { StoreFieldNames } from '../../src/resources/capabilities.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { openState } from '../../src/state/open-state.ts'
import { openStore } from '../../src/store/open-store.ts'
import { planLive } from '../../src/workspace/plan-live.ts'
import type { Progress } from '../../src/workspace/progress.ts'
import { record } from './apply-bench.ts'
import { virtualClock } from './virtual-clock.ts'

const source = { file: 'a.yaml', start: 0, end: 1 }
const picture = new TextEncoder().encode('a picture')
const wantedPicture = {
  path: 'images/items/tee.jpg',
  from: 'images/tee.jpg',
  size: picture.length,
  sha256: createHash('sha256').update(picture).digest('hex'),
  source,
}

/** A record of a store as one of a catalogue. */
export function desiredTree({ resource, fields, children }: RecordTree): DesiredRecord {
  const lists = Object.entries(children).map(([name, rows]) => [name, rows.map(desiredTree)])
  return { resource, fields, children: Object.fromEntries(lists), source, spans: {} }
}

const variant = record(
  'Variants',
  { code: 'TEE-s', sku: 'TEE', price: '5', advanced_pricing: 'false' },
  { VariantOptions: [record('VariantOptions', { sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })] },
)
const tee = record(
  'Product',
  { sku: 'TEE', title: 'Tee', image: 'tee.jpg', inactive: 'false', option_type: 'Matrix', options_advanced: 'true' },
  {
    ProdCat: [record('ProdCat', { sku: 'TEE', cat_code: 'tees' })],
    Options: [record('Options', { code: 'TEE-size', sku: 'TEE', o_group: 'size', o_label: 'Size', o_value: 's=Small' })],
    Variants: [variant],
  },
)
const catalogue: Desired = {
  roots: {
    Cat: [
      desiredTree(
        record('Cat', { code: 'tees', name: 'T-shirts' }, { CatParent: [record('CatParent', { cat_code: 'tees', parent_code: '0' })] }),
      ),
    ],
    Product: [desiredTree(tee)],
  },
  files: [wantedPicture],
}

/** A store with a catalogue of one category and one product with a variant, and the engine between them. */
export interface PlanSite extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly progress: Progress[]
  /** `equal`: what an earlier plan found equal; default: everything is compared. */
  plan(wanted?: Desired, equal?: EqualRecords): Promise<Plan>
  apply(plan: Plan): Promise<string>
}

const now = (): Date => new Date('2026-11-20T07:00:00Z')

/** Starts an embedded store with these field names and switches, empty. */
export async function startPlanSite(fieldNames: StoreFieldNames = {}, switches: Partial<Switches> = {}): Promise<PlanSite> {
  const emulator = await startEmulator({ switches })
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities, fieldNames })
  const state = await openState(':memory:')
  const progress: Progress[] = []
  let runs = 0
  return {
    emulator,
    progress,
    plan: (wanted = catalogue, equal) =>
      planLive({
        desired: wanted,
        equal,
        contentHash: 'c'.repeat(64),
        store,
        state,
        locate: ({ file }) => ({ file, line: 1, column: 1 }),
        notices: ['prune is not in force yet'],
        now,
        engineVersion: '0.1.0',
        limits: {},
        onProgress: (event) => void progress.push(event),
      }),
    apply: async (plan) => {
      runs += 1
      const run = await applyPlan({
        plan,
        store,
        state,
        readPicture: () => Promise.resolve(picture),
        clock: virtualClock(),
        runId: `run-${runs}`,
        stop: new AbortController().signal,
        onEvent: () => {},
        limits: { concurrency: 4, settleMs: 60_000 },
      })
      return [run.outcome, ...run.steps.flatMap(({ message }) => message ?? [])].join(' ')
    },
    async [Symbol.asyncDispose]() {
      await state.close()
      await store.close()
      await emulator.close()
    },
  }
}
