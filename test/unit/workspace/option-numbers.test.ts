import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { writeDrift } from '../../../src/workspace/write-drift.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'

const files = { 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' }
const site = { name: 'shop', baseUrl: 'https://shop.example', filesUrl: null, siteName: null, key: 'key' }

test.each([
  [{ concurrency: 0 }, 'The option `concurrency` is 0, which is not a whole number of 1 or more.'],
  [{ concurrency: 1.5 }, 'The option `concurrency` is 1.5, which is not a whole number of 1 or more.'],
  [{ requestsPerSecond: 0 }, 'The option `requestsPerSecond` is 0, which is not a number of 0.001 or more.'],
  [{ timeoutMs: Number.NaN }, 'The option `timeoutMs` is NaN, which is not a whole number of 1 or more.'],
])('a store is not opened with %j', (setting, message) => {
  const opening = (): unknown => openStore({ ...site, ...setting })

  expect(opening).toThrow(expect.objectContaining({ code: 'wrong-usage', message }))
})

test.each([{ key: '' }, { key: undefined }])('a store is not opened with %j', (setting) => {
  const opening = (): unknown => openStore({ ...site, ...setting } as never)

  expect(opening).toThrow(expect.objectContaining({ code: 'store-refused-key', message: 'The key of store shop is missing.' }))
})

test('a plan is not made, and not applied, with limits of 0; one limit of an apply alone is enough', async () => {
  const { folder, store, state } = await openEmptyShop(files)
  const catalogue = await loadCatalogue({ root: folder.root })
  const made = await plan({ catalogue, store, state })

  const [planned, applied, late] = await Promise.all([
    plan({ catalogue, store, state, limits: { recordsPerRequest: 0 } }).catch((error: unknown) => error),
    apply({ plan: made, catalogue, store, state, limits: { concurrency: 0 } }).catch((error: unknown) => error),
    apply({ plan: made, catalogue, store, state, limits: { settleMs: -1 } }).catch((error: unknown) => error),
  ])
  const run = await apply({ plan: made, catalogue, store, state, limits: { concurrency: 2 } })

  expect(planned).toMatchObject({ code: 'wrong-usage', message: expect.stringContaining('`limits.recordsPerRequest` is 0') })
  expect(applied).toMatchObject({ code: 'wrong-usage', message: expect.stringContaining('`limits.concurrency` is 0') })
  expect(late).toMatchObject({ code: 'wrong-usage', message: expect.stringContaining('`limits.settleMs` is -1') })
  expect(run.outcome).toBe('done')
})

test('a catalogue with errors rejects the promise of writeDrift', async () => {
  const { folder, store, state } = await openEmptyShop({ 'shop.yaml': 'products: { MUG: { titel: Mug } }\n' })
  const catalogue = await loadCatalogue({ root: folder.root })

  const call = writeDrift({ catalogue, store, state })

  await expect(call).rejects.toMatchObject({ code: 'catalogue-invalid' })
})

test('an emulator is not started at a port that does not exist', async () => {
  const start = startEmulator({ port: 99_999 })

  await expect(start).rejects.toMatchObject({ code: 'wrong-usage', message: expect.stringContaining('`port` is 99999') })
})
