import { expect, test } from 'vitest'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'

test('a run of one plan does not get the changes of another one with its name: nothing is written, and its undo stays whole', async () => {
  const { folder, store, state, emulator } = await openEmptyShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' })
  const first = await loadCatalogue({ root: folder.root })
  await apply({ plan: await plan({ catalogue: first, store, state }), catalogue: first, store, state, runId: 'nightly' })
  folder.write('shop.yaml', 'products: { MUG: { title: Mug, price: 8 }, CUP: { title: Cup, price: 3 } }\n')
  const catalogue = await loadCatalogue({ root: folder.root })
  const made = await plan({ catalogue, store, state })
  const before = emulator.writes.entries().length

  const refused = await apply({ plan: made, catalogue, store, state, runId: 'nightly' }).catch((error: unknown) => error)
  const written = emulator.writes.entries().length - before
  const other = await apply({ plan: made, catalogue, store, state, runId: 'nightly-2' })
  const undone = await planUndo({ run: 'nightly-2', store, state, config: catalogue.config })

  expect(refused).toMatchObject({ code: 'wrong-usage', message: expect.stringContaining('There is a run nightly already, of plan ') })
  expect(written).toBe(0)
  expect(other.outcome).toBe('done')
  expect(undone.changes.map(({ address }) => address)).toContain('product.CUP')
})

test('neither does a run of another store with the same plan', async () => {
  const { folder, store, state, emulator } = await openEmptyShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' })
  const catalogue = await loadCatalogue({ root: folder.root })
  await apply({ plan: await plan({ catalogue, store, state }), catalogue, store, state, runId: 'nightly' })
  emulator.reset()
  const { url, filesUrl, site, key, capabilities } = emulator
  const staging = openStore({ name: 'staging', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const made = await plan({ catalogue, store: staging, state })

  const refused = await apply({ plan: made, catalogue, store: staging, state, runId: 'nightly' }).catch((error: unknown) => error)

  expect(refused).toMatchObject({
    code: 'wrong-usage',
    message: expect.stringContaining('There is a run nightly already, of store local '),
  })
  expect(emulator.records('Product')).toEqual([])
  await staging.close()
})
