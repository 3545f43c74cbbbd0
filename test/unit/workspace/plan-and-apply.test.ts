import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { virtualClock } from '../../support/virtual-clock.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { CatalogueInvalid } from '../../../src/workspace/catalogue-invalid.ts'
import { checkSavedPlan } from '../../../src/workspace/check-saved-plan.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import type { Progress } from '../../../src/workspace/progress.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { startSite } from '../../support/site.ts'

const shopText = [
  'groups:\n  dealer: { title: Dealers }',
  'categories:\n  mugs: { name: Mugs }',
  'products:',
  '  MUG: { title: Mug, price: 8.50, categories: [mugs] }',
  '  CUP: { title: Cup, price: 4 }',
  '',
].join('\n')

const now = (): Date => new Date('2026-11-20T07:00:00Z')

test('a catalogue and a store are enough: plan, apply, and the run is in the state of the config', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite()
  const { store } = site

  const catalogue = await loadCatalogue({ root: shop.root })
  const made = await plan({ catalogue, store })
  const run = await apply({ plan: made, catalogue, store })
  const again = await plan({ catalogue, store })

  expect(made.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'create group.dealer',
    'create category.mugs',
    'create category.mugs/parent.0',
    'create product.MUG',
    'create product.MUG/category.mugs',
    'create product.CUP',
  ])
  expect([run.outcome, again.changes, again.steps]).toEqual(['done', [], []])
  expect(run.id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{4}$/)
  const state = await openState(join(shop.root, '.planogram', 'state.db'))
  const runs = await state.runs()
  await state.close()
  expect(runs.map(({ id, outcome }) => [id, outcome])).toEqual([[run.id, 'done']])
})

test('every default can be replaced: state, time, name of the run, limits, a signal that stops it, events', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite()
  const { store } = site
  const state = await openState(':memory:')
  const catalogue = await loadCatalogue({ root: shop.root, now: now() })
  const events: string[] = []
  const stop = new AbortController()

  const made = await plan({ catalogue, store, state, now, limits: { recordsPerRequest: 1 } })
  const run = await apply({
    plan: made,
    catalogue,
    store,
    state,
    clock: virtualClock(),
    runId: 'first',
    stop: stop.signal,
    limits: { concurrency: 1, settleMs: 60_000 },
    onEvent: ({ type }) => {
      events.push(type)
      if (type === 'step-ended') stop.abort()
    },
  })

  expect(made.madeAt).toBe('2026-11-20T07:00:00.000Z')
  expect(made.steps.filter(({ stage }) => stage === 'products').length).toBe(2)
  expect([run.id, run.outcome, run.steps.length]).toEqual(['first', 'interrupted', 1])
  expect(events).toEqual(['run-started', 'step-started', 'step-ended', 'stopping', 'run-ended'])
  expect(await state.runs()).toMatchObject([{ id: 'first', startedAt: '2026-11-20T07:00:00.000Z', outcome: 'interrupted' }])
  expect(existsSync(join(shop.root, '.planogram'))).toBe(false)
  await state.close()
})

test('a catalogue with errors is refused with its problems, and the store receives nothing', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { titel: Mug }\n  CUP: { price: x }\n' })
  await using site = await startSite()
  const catalogue = await loadCatalogue({ root: shop.root })

  const error: unknown = await plan({ catalogue, store: site.store }).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(CatalogueInvalid)
  expect(error).toMatchObject({ code: 'catalogue-invalid', message: 'The catalogue has 2 errors; nothing was sent to a store.' })
  expect(error instanceof CatalogueInvalid && error.problems.map(({ rule }) => rule)).toEqual(['unknown-key', 'wrong-type'])
  expect(site.emulator.requests()).toEqual([])
})

test('a plan for another store is refused before anything is sent', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite()
  await using other = await startSite({}, 'staging')
  const catalogue = await loadCatalogue({ root: shop.root })
  const made = await plan({ catalogue, store: site.store })

  const tries = await Promise.allSettled([
    apply({ plan: made, catalogue, store: other.store }),
    checkSavedPlan(made, { catalogue, store: other.store }),
  ])

  const message: unknown = expect.stringMatching(
    /^The plan is for store local \(http:\S+\), not for staging \(http:\S+\)\. Nothing was written\.$/,
  )
  expect(tries).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { code: 'plan-stale', message } })))
  expect(other.emulator.requests()).toEqual([])
})

test('a plan for a store with another address of its files is refused, and the message names that address', async () => {
  using shop = shopFolder({ 'shop.yaml': shopText })
  await using site = await startSite()
  const catalogue = await loadCatalogue({ root: shop.root })
  const made = await plan({ catalogue, store: site.store })
  const { name, baseUrl, filesUrl } = site.store
  const { madeFrom } = made
  const withoutFiles = { ...made, madeFrom: { ...madeFrom, store: { name, baseUrl, filesUrl: null } } }

  const applied = apply({ plan: withoutFiles, catalogue, store: site.store })

  await expect(applied).rejects.toMatchObject({
    code: 'plan-stale',
    message: `The plan is for store local with no files_url, not with files_url ${filesUrl}. Nothing was written.`,
  })
})

test('progress is reported before the first product is read, and each stage reports counts', async () => {
  const products = Array.from({ length: 250 }, (_, index) => `  A${index}: { title: A, price: 1 }\n`)
  const text = `products:\n${products.join('')}`
  using shop = shopFolder({ 'shop.yaml': text })
  await using site = await startSite()
  site.emulator.seed([{ resource: 'Product', fields: { sku: 'A0', title: 'B' }, children: {} }])
  const seen: (Progress | 'first product')[] = []
  const onProgress = (progress: Progress): void => void seen.push(progress)
  const store: StoreClient = {
    ...site.store,
    readAll: async function* (scope) {
      for await (const record of site.store.readAll(scope)) {
        if (scope.resource === 'Product') seen.push('first product')
        yield record
      }
    },
  }

  const catalogue = await loadCatalogue({ root: shop.root, onProgress })
  const read = seen.splice(0)
  const made = await plan({ catalogue, store, onProgress })

  expect([read[0], read[1], read[2], read.at(-1)]).toEqual(
    [
      [0, 0, 0],
      [1, text.length, 0],
      [1, text.length, 10],
      [1, text.length, 250],
    ].map(([documents, bytes, products]) => ({ kind: 'reading-catalogue', documents, bytes, products })),
  )
  expect(seen).toEqual([
    { kind: 'reading-store', resource: 'Product', records: 0 },
    'first product',
    { kind: 'reading-store', resource: 'Product', records: 1 },
    { kind: 'comparing', resource: 'Product', records: 100 },
    { kind: 'comparing', resource: 'Product', records: 200 },
    { kind: 'comparing', resource: 'Product', records: 250 },
    { kind: 'guards', changes: 250 },
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((steps) => ({ kind: 'planning', changes: 250, steps })),
    ...made.steps.map((_, done) => ({ kind: 'ordering', done, all: 10 })),
  ])
})
