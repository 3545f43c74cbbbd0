import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Plan } from '../../../src/plan/plan.ts'
import { guardDefaults } from '../../../src/records/guard-limits.ts'
import { manageDefaults } from '../../../src/records/manage-settings.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import { appliedBase } from '../../../src/workspace/applied-base.ts'
import type { PlannedSelection } from '../../../src/workspace/limit-plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { planLive } from '../../../src/workspace/plan-live.ts'
import { recordUnchanged } from '../../../src/workspace/record-unchanged.ts'
import { stateBase } from '../../../src/workspace/state-base.ts'
import type { Desired, DesiredSources } from '../../../src/records/desired.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { desired, knownCapabilities } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import { modelStore, type ModelStore } from '../../support/model-store.ts'
import { deleteAlone } from '../../support/plan-model.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { checkUnchanged, withContents } from './checked-base.ts'
import { recordRun } from './recorded-run.ts'
import {
  type Catalogue,
  copyOf,
  type Declared,
  type Field,
  type Policy,
  printed,
  type ReferenceShop,
  referenceShop,
  type Shelf,
} from './reference-shop.ts'
import { isWhole } from '../../support/whole.ts'

const skus = ['A', 'B', 'C'] as const
const codes = ['x', 'y', 'z'] as const
const names: readonly Field[] = ['title', 'brand', 'weight']
const numRuns = isWhole ? 2_000 : 30
let applies = 0
let steps = 0
let undone = 0

afterAll(() => {
  process.stdout.write(`${applies} applies with ${steps} steps, ${undone} of them of undos\n`)
})

/** What somebody does to the store between two applies. */
type StoreEdit =
  | { readonly kind: 'set'; readonly sku: string; readonly field: Field; readonly value: string }
  | { readonly kind: 'place' | 'unplace'; readonly sku: string; readonly code: string }
  | { readonly kind: 'create' | 'remove' | 'show' | 'hide'; readonly sku: string }

const value = fc.constantFrom('1', '2', '3')
const sku = fc.constantFrom(...skus)
const declared: fc.Arbitrary<Declared> = fc.record({
  fields: fc.record({ title: value, brand: value, weight: value }, { requiredKeys: ['title'] }),
  places: fc.option(fc.shuffledSubarray([...codes]), { nil: null }),
})
const catalogue: fc.Arbitrary<Catalogue> = fc
  .array(fc.tuple(sku, declared), { maxLength: 4 })
  .map((products) => new Map(products.toSorted(([a], [b]) => (a < b ? -1 : 1))))
const storeEdit: fc.Arbitrary<StoreEdit> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), sku, field: fc.constantFrom(...names), value }),
  fc.record({ kind: fc.constantFrom('place' as const, 'unplace' as const), sku, code: fc.constantFrom(...codes) }),
  fc.record({ kind: fc.constantFrom('create' as const, 'remove' as const, 'show' as const, 'hide' as const), sku }),
)
const policy: fc.Arbitrary<Policy> = fc.record({
  drift: fc.constantFrom('overwrite' as const, 'keep' as const),
  prune: fc.constantFrom('keep' as const, 'retire' as const, 'delete' as const),
})
const part = fc.record({ way: fc.constantFrom('target' as const, 'exclude' as const, 'changed' as const), skus: fc.subarray([...skus]) })
const rounds = fc.array(
  fc.record({
    edits: fc.array(storeEdit, { maxLength: 4 }),
    catalogue: fc.option(catalogue, { nil: null }),
    policy,
    part: fc.option(part, { nil: null, freq: 2 }),
    // What somebody does to the store before the apply is undone; `null`: it is not.
    undone: fc.option(fc.array(storeEdit, { maxLength: 3 }), { nil: null, freq: 2 }),
  }),
  {
    minLength: 1,
    maxLength: 5,
  },
)

/** Does the same to the model of the store and to the reference; what makes no sense for the store as it is, is left out. */
function edit(model: ModelStore, { store }: ReferenceShop, change: StoreEdit): void {
  const found = store.get(change.sku)
  if (change.kind === 'create') {
    if (found) return
    store.set(change.sku, { fields: { title: 'theirs' }, places: new Set(), inactive: false })
    model.seed([{ resource: 'Product', fields: { sku: change.sku, title: 'theirs' }, children: {} }])
    return
  }
  if (!found) return
  const write = (fields: Readonly<Record<string, string>>): void =>
    model.seed([{ resource: 'Product', fields: { sku: change.sku, ...fields }, children: {} }])
  if (change.kind === 'set') {
    found.fields[change.field] = change.value
    write({ [change.field]: change.value })
  } else if (change.kind === 'place') {
    found.places.add(change.code)
    model.seed([{ resource: 'ProdCat', fields: { sku: change.sku, cat_code: change.code }, children: {} }])
  } else if (change.kind === 'unplace') {
    if (found.places.delete(change.code)) deleteAlone(model, 'ProdCat', { sku: change.sku, cat_code: change.code })
  } else if (change.kind === 'remove') {
    store.delete(change.sku)
    for (const code of found.places) deleteAlone(model, 'ProdCat', { sku: change.sku, cat_code: code })
    deleteAlone(model, 'Product', { sku: change.sku })
  } else {
    found.inactive = change.kind === 'hide'
    write({ inactive: String(found.inactive) })
  }
}

function desiredOf(products: Catalogue): Desired {
  const records = [...products].map(([key, { fields, places }]) =>
    desired(
      'Product',
      { sku: key, ...fields, inactive: 'false' },
      { children: places === null ? {} : { ProdCat: places.map((cat_code) => desired('ProdCat', { cat_code })) } },
    ),
  )
  return { roots: { Product: records, Cat: codes.map((code) => desired('Cat', { code })) }, files: [] }
}

function sourcesOf(products: Catalogue): DesiredSources {
  const { roots, files } = desiredOf(products)
  return { roots: { ...roots, Product: withContents(roots.Product ?? []) }, files }
}

interface Engine {
  readonly model: ModelStore
  readonly store: StoreClient
  readonly state: State
}

const clock = virtualClock()
const locate = ({ file }: { file: string }): { file: string; line: number; column: number } => ({ file, line: 1, column: 1 })

/** What a plan is limited to; `null`: nothing. */
type Part = { readonly way: 'target' | 'exclude' | 'changed'; readonly skus: readonly string[] } | null

/** The products that a plan is limited to; `null`: all of them. */
function productsOf(limit: Part): ReadonlySet<string> | null {
  if (limit === null || (limit.way === 'target' && limit.skus.length === 0)) return null
  return new Set(limit.way === 'exclude' ? skus.filter((each) => !limit.skus.includes(each)) : limit.skus)
}

function selectionOf(limit: Part): PlannedSelection | undefined {
  if (limit === null) return undefined
  const addresses = limit.skus.map((each) => `product.${each}`)
  const selection = {
    targets: limit.way === 'target' ? addresses : [],
    excludes: limit.way === 'exclude' ? addresses : [],
    isRepeated: true,
  }
  return limit.way === 'changed' ? { ...selection, changed: { ref: 'main', commit: 'a'.repeat(40), addresses } } : selection
}

interface Rules extends Policy {
  readonly part: Part
}

function planOf({ store, state }: Engine, products: Catalogue, { drift, prune, part: limit }: Rules): Promise<Plan> {
  const selection = selectionOf(limit)
  return planLive({
    ...(selection && { selection }),
    desired: sourcesOf(products),
    contentHash: createHash('sha256')
      .update(JSON.stringify([...products]))
      .digest('hex'),
    store,
    state,
    locate,
    notices: [],
    now: clock.now,
    engineVersion: '0.0.0',
    manage: { drift, prune: { ...manageDefaults.prune, products: prune } },
    limits: {},
  })
}

/** Carries out every step of a plan and records the run; resolves to its id. */
async function perform({ model, store, state }: Engine, plan: Plan): Promise<string> {
  for (const step of plan.steps) model.perform(step, plan.steps)
  applies += 1
  steps += plan.steps.length
  const id = `run-${applies}`
  const [name, at] = [storeNameInState(store), clock.now().toISOString()]
  const lease = await state.acquireLease({ store: name, holder: 'test', at, expiresAt: minuteAfter(at) })
  await recordRun(state, plan, { id, store: name, fence: lease.fence, at })
  await state.releaseLease(lease)
  return id
}

function minuteAfter(at: string): string {
  return new Date(Date.parse(at) + 60_000).toISOString()
}

/** Carries out a plan, and records what was applied as `apply` does; resolves to the id of the run. */
async function applyTo(engine: Engine, products: Catalogue, plan: Plan): Promise<string> {
  const { store, state } = engine
  const run = await perform(engine, plan)
  const applied = appliedBase({ plan, desired: sourcesOf(products), base: await stateBase(state, store), locate })
  const roots = new Map(
    plan.changes.flatMap((change) => (change.kind === 'file' || change.action === 'cannot' ? [] : [[change.root.address, change.root]])),
  )
  const ends = await Promise.all([...roots.values()].map((root) => applied.of(root, [])))
  const name = storeNameInState(store)
  const at = clock.now().toISOString()
  const lease = await state.acquireLease({ store: name, holder: 'test', at, expiresAt: minuteAfter(at) })
  await state.saveBase(name, lease.fence, {
    at,
    applied: ends.flatMap((end) => (end && 'applied' in end ? [end.applied] : [])),
    forgotten: ends.flatMap((end) => (end && 'forgotten' in end ? [end.forgotten] : [])),
  })
  await state.releaseLease(lease)
  const isComplete = (await state.baseCatalogue(name)) === plan.madeFrom.catalogue
  await recordUnchanged({ plan, applied, store, state, clock, isDone: true })
  if (!isComplete) await checkUnchanged({ plan, desired: desiredOf(products), base: await stateBase(state, store), locate })
  return run
}

/** Undoes a run after these edits, by what the store was before and after it; the second undo finds nothing. */
async function undoRun(engine: Engine, reference: ReferenceShop, { run, before, edits }: UndoneRun): Promise<void> {
  const after = copyOf(reference.store)
  for (const each of edits) edit(engine.model, reference, each)
  const { store, state } = engine
  const planned = (): Promise<Plan> =>
    planUndo({ run, store, state, config: { guards: guardDefaults, limits: undoLimits }, now: clock.now })
  const plan = await planned()
  await perform(engine, plan)
  reference.undo(before, after)
  const again = await planned()
  undone += plan.steps.length

  expect(contentOf(engine.model)).toEqual(expectedOf(reference))
  expect([again.steps, again.changes]).toEqual([[], []])
}

interface UndoneRun {
  readonly run: string
  readonly before: Shelf
  readonly edits: readonly StoreEdit[]
}

const undoLimits = { concurrency: 1, recordsPerRequest: 100, requestsPerSecond: null, priceEntries: null, settleMs: 60_000 }

function contentOf(model: ModelStore): object {
  const rows = model.rows('Product').map(({ sku: key = '', inactive, ...fields }) => {
    const own = Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
    const places = new Set(model.rows('ProdCat').flatMap((row) => (row['sku'] === key ? [row['cat_code'] ?? ''] : [])))
    return [key, printed({ fields: own, places, inactive: inactive === 'true' })] as const
  })
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function expectedOf({ store }: ReferenceShop): object {
  return Object.fromEntries([...store].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, product]) => [key, printed(product)]))
}

test(
  'after any edits in git and in the store, an apply of all or of a part leaves what the rules require, the next plan is empty, and an undo restores it',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.nat(), async (all, seed) => {
        const model = modelStore(knownCapabilities)
        const state = await openState(':memory:')
        const engine = { model, state, store: modelClient(model, knownCapabilities, seed) }
        const reference = referenceShop()
        let current: Catalogue = new Map()
        for (const { edits, catalogue: next, policy: rules, part: limit, undone: editsBeforeUndo } of all) {
          for (const each of edits) edit(model, reference, each)
          current = next ?? current
          const before = copyOf(reference.store)
          const run = await applyTo(engine, current, await planOf(engine, current, { ...rules, part: limit }))
          reference.apply(current, rules, productsOf(limit))
          const again = await planOf(engine, current, { ...rules, part: limit })

          expect(contentOf(model)).toEqual(expectedOf(reference))
          expect([again.steps, again.changes]).toEqual([[], []])
          if (editsBeforeUndo) await undoRun(engine, reference, { run, before, edits: editsBeforeUndo })
        }
        await state.close()
      }),
      { numRuns, seed: 4_711 },
    )
  },
)
