import { expect, test } from 'vitest'
import { checkConverged } from '../../../src/apply/check-converged.ts'
import { packPlan } from '../../../src/apply/packed-plan.ts'
import type { State } from '../../../src/state/state.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'
import { change, field, planOf, updatedProduct } from '../../support/sample-plan.ts'
import { startPlanSite } from '../../support/plan-site.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

test('plan, apply, and nothing is left: on the real embedded store', async () => {
  await using site = await startPlanSite()

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
  await using site = await startPlanSite()
  await site.apply(await site.plan())
  site.emulator.clearRequests()

  const plan = await site.plan()

  const lines = plan.madeFrom.certificate.map(({ resource, seen, total, orphans }) => [resource, seen, total, orphans])
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
  await using site = await startPlanSite()
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

test("option values are refused where the store's own schema has other fields (W40)", async () => {
  await using site = await startPlanSite({ VariantOptions: { variant_code: 'variant' } })

  const planning = site.plan()

  await expect(planning).rejects.toMatchObject({
    code: 'store-fault',
    message:
      'VariantOptions has the fields code, sku, variant_code, o_group, o_value in store local, but planogram would write code, sku, variant, o_group, o_value.',
    fix: "Name the fields in planogram.yaml, under stores.local.fields.VariantOptions (planogram's name: the store's name).",
  })
})

test('what the store has no operation for is named, and counts as converged', async () => {
  const cannot = change({ address: 'group.vip', action: 'cannot', resource: 'UserGroups', reason: 'The platform has no operation.' })
  const update = updatedProduct('MUG', [field('title', 'Mug', 'Cup')])

  const ends = await Promise.all([[cannot], [cannot, update]].map((changes) => checkConverged(() => Promise.resolve(planOf(changes)))))

  expect(ends).toEqual([
    { converged: true, left: [], cannot: [cannot] },
    { converged: false, left: [update], cannot: [cannot] },
  ])
})

test('a run that was not completed and whose plan is of another version stops no plan', async () => {
  const { folder, emulator, store, state } = await openEmptyShop({
    'planogram.yaml': 'manage: { drift: keep }\n',
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n',
  })
  const catalogue = await loadCatalogue({ root: folder.root })
  emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 400 }, times: 'always' })
  const made = await plan({ catalogue, store, state })
  const run = await apply({ plan: made, catalogue, store, state, clock: virtualClock() })

  const bytes = await packPlan(['{ "format_version": 99 }'])
  const ofOtherVersion: State = { ...state, planOf: () => Promise.resolve(bytes) }
  const again = await plan({ catalogue, store, state: ofOtherVersion })

  expect(run.outcome).toBe('partial')
  expect(again.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['create product.MUG'])
})
