import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { virtualClock } from '../../support/virtual-clock.ts'
import { applyPlan } from '../../../src/apply/apply-plan.ts'
import { checkConverged } from '../../../src/apply/check-converged.ts'
import { planLive } from '../../../src/workspace/plan-live.ts'
import type { Progress } from '../../../src/workspace/progress.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import type { Desired, DesiredRecord } from '../../../src/records/desired.ts'
import type { StoreFieldNames } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { openState } from '../../../src/state/open-state.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { record } from '../../support/apply-bench.ts'

const source = { file: 'a.yaml', start: 0, end: 1 }
const picture = new TextEncoder().encode('a picture')
const wantedPicture = {
  path: 'images/items/tee.jpg',
  from: 'images/tee.jpg',
  size: picture.length,
  sha256: createHash('sha256').update(picture).digest('hex'),
  source,
}

function desired({ resource, fields, children }: RecordTree): DesiredRecord {
  const lists = Object.entries(children).map(([name, rows]) => [name, rows.map(desired)])
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
      desired(
        record('Cat', { code: 'tees', name: 'T-shirts' }, { CatParent: [record('CatParent', { cat_code: 'tees', parent_code: '0' })] }),
      ),
    ],
    Product: [desired(tee)],
  },
  files: [wantedPicture],
}

interface Site extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly progress: Progress[]
  plan(wanted?: Desired): Promise<Plan>
  apply(plan: Plan): Promise<string>
}

const now = (): Date => new Date('2026-11-20T07:00:00Z')

async function startSite(fieldNames: StoreFieldNames = {}): Promise<Site> {
  const emulator = await startEmulator()
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities, fieldNames })
  const state = await openState(':memory:')
  const progress: Progress[] = []
  let runs = 0
  return {
    emulator,
    progress,
    plan: (wanted = catalogue) =>
      planLive({
        desired: wanted,
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

test('plan, apply, and nothing is left: on the real embedded store', async () => {
  await using site = await startSite()

  const plan = await site.plan()
  const outcome = await site.apply(plan)
  const again = await checkConverged(() => site.plan())

  expect(plan.changes.map(({ address, action }) => `${action} ${address}`)).toContain('create product.TEE')
  expect(plan).toMatchObject({ madeAt: '2026-11-20T07:00:00.000Z', notices: ['prune is not in force yet'], estimate: { uploads: 1 } })
  const address = /^http:\/\/127\.0\.0\.1:\d+(?:\/files)?$/
  const { baseUrl, filesUrl } = plan.madeFrom.store
  expect([plan.madeFrom.store.name, baseUrl, filesUrl]).toEqual(['local', expect.stringMatching(address), `${baseUrl}/files`])
  expect(outcome).toBe('done')
  expect(again).toEqual({ converged: true, left: [], cannot: [] })
})

test('the certificate has a line for all that was read, and the second plan downloads no picture', async () => {
  await using site = await startSite()
  await site.apply(await site.plan())
  site.emulator.clearRequests()

  const plan = await site.plan()

  const lines = plan.madeFrom.certificate.map(({ resource, seen, total, orphans }) => [resource, seen, total, orphans.length])
  expect(lines.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual(
    ['Cat', 'CatParent', 'Options', 'PricingAdvanced', 'ProdCat', 'Product', 'VariantOptions', 'Variants'].map((resource) =>
      resource === 'PricingAdvanced' ? [resource, 0, 0, 0] : [resource, 1, 1, 0],
    ),
  )
  const requests = site.emulator.requests().map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
  expect(requests.filter((line) => !line.startsWith('GET /API/'))).toEqual(['PROPFIND /files/shop/images/items/'])
  expect(requests.length).toBe(9)
  expect(site.progress).toContainEqual({ kind: 'reading-store', resource: 'Product', records: 1 })
})

test('a picture of the same size that nobody remembers is downloaded once and then known', async () => {
  await using site = await startSite()
  const { filesUrl, site: name, key } = site.emulator
  const other = new TextEncoder().encode('b picture')
  await fetch(`${filesUrl}/${name}/images/items/tee.jpg`, {
    method: 'PUT',
    body: other,
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
  })
  site.emulator.clearRequests()

  const plans = [await site.plan(), await site.plan()]

  const downloads = site.emulator.requests().filter(({ method, path }) => method === 'GET' && path.startsWith('/files/'))
  expect(downloads.length).toBe(1)
  const files = plans.map(({ changes }) => changes.find(({ address }) => address === 'file.images/items/tee.jpg'))
  expect(files.map((change) => change?.kind === 'file' && change.file.before?.size)).toEqual([9, 9])
})

test('rows that hang on nothing are named and do not block', async () => {
  await using site = await startSite()
  await site.apply(await site.plan())
  site.emulator.seed([
    record('ProdCat', { sku: 'GONE', cat_code: 'tees' }),
    record('Options', { code: 'GONE-size', sku: 'GONE', o_group: 'size' }),
  ])

  const plan = await site.plan()

  const orphans = plan.madeFrom.certificate.filter(({ orphans }) => orphans.length > 0)
  expect(orphans).toEqual([
    { resource: 'Options', seen: 1, total: 2, orphans: ['GONE / size'] },
    { resource: 'ProdCat', seen: 1, total: 2, orphans: ['GONE / tees'] },
  ])
  expect(plan.changes).toEqual([])
})

function entry(sku: string, uid: string): RecordTree {
  return record('PricingAdvanced', { uid, sku, start: '0', end: '9999999', price: '5' })
}

test('prices of variants are no orphans where variants are not managed', async () => {
  await using site = await startSite()
  site.emulator.seed([
    record('Product', { sku: 'TEE', title: 'Tee', advanced_pricing: 'true', price: '5' }),
    record('Variants', { code: 'TEE-s', sku: 'TEE' }),
    entry('TEE', '1'),
    entry('TEE-s', '2'),
    entry('GONE', '3'),
  ])
  const wanted = record('Product', { sku: 'TEE', advanced_pricing: 'true', price: '5' }, { PricingAdvanced: [entry('TEE', '')] })
  const withGrid: Desired = { roots: { Product: [desired(wanted)] }, files: [] }

  const { madeFrom } = await site.plan(withGrid)

  expect(madeFrom.certificate.find(({ resource }) => resource === 'PricingAdvanced')).toEqual({
    resource: 'PricingAdvanced',
    seen: 2,
    total: 3,
    orphans: ['GONE /  /  / 0 / 9999999'],
  })
})

test("option values are refused where the store's own schema has other fields (W40)", async () => {
  await using site = await startSite({ VariantOptions: { variant_code: 'variant' } })

  const planning = site.plan()

  await expect(planning).rejects.toMatchObject({
    code: 'store-fault',
    message:
      'VariantOptions has the fields code, sku, variant_code, o_group, o_value in store local, but planogram would write code, sku, variant, o_group, o_value.',
    fix: "Name the fields in planogram.yaml, under stores.local.fields.VariantOptions (planogram's name: the store's name).",
  })
})
