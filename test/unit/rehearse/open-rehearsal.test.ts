import { expect, test } from 'vitest'
import { openRehearsal } from '../../../src/rehearse/open-rehearsal.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { startSite } from '../../support/site.ts'

const noCatalogue = {
  config: { currencies: { default: null, rates: {} }, timezone: 'UTC' },
  desired: { files: [] },
  sources: { readPicture: () => Promise.reject(new Error('the catalogue has no pictures')) },
}

/** A store in which the price of one product is no number. */
function withOddPrice(store: StoreClient, sku: string): StoreClient {
  return {
    ...store,
    async *readAll(scope) {
      for await (const record of store.readAll(scope))
        yield record.fields['sku'] === sku ? { ...record, fields: { ...record.fields, price: 'on request' } } : record
    },
  }
}

test('a record that the embedded store refuses is named, and the others are copied', async () => {
  const skus = ['MUG', 'CUP', 'TEE']
  const products = skus.map((sku) => ({ resource: 'Product', fields: { sku, title: sku, price: '8' }, children: {} }) as const)
  await using site = await startSite({ seed: { records: products } })
  const state = await openState(':memory:')

  await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store: withOddPrice(site.store, 'CUP'), state } })
  const copied = rehearsal.emulator.records('Product').map(({ fields }) => fields['sku'])
  await state.close()

  expect(rehearsal.notes).toEqual([
    expect.stringMatching(/^product\.CUP is not in the copy\. The embedded store refuses the seed\. .*price/),
  ])
  expect(copied).toEqual(['MUG', 'TEE'])
})

test('what a key may not read is named, and the copy refuses it as the store does', async () => {
  const records = [{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8' }, children: {} }] as const
  await using site = await startSite({ seed: { records } })
  const { url, capabilities } = site.emulator
  site.emulator.keys.add({ key: 'narrow-key', deny: ['Webhooks', 'Merchandising'] })
  const store = openStore({ name: 'local', baseUrl: url, filesUrl: null, siteName: '', key: 'narrow-key', capabilities })
  const state = await openState(':memory:')

  await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store, state } })
  const read = rehearsal.connection.store.count('Merchandising')

  await expect(read).rejects.toThrow('This key has no access to Merchandising.')
  expect(await rehearsal.connection.store.count('Product')).toBe(1)
  expect(rehearsal.notes).toEqual([
    expect.stringMatching(/no access to Merchandising\. The copy has no promotions, and refuses to read them too\.$/),
    expect.stringMatching(/no access to Webhooks\. The copy has no webhooks, and refuses to read them too\.$/),
  ])
  await state.close()
  await store.close()
})

test('a rehearsal does not wait for a lost request of an earlier run, which cannot reach the copy', async () => {
  await using site = await startSite()
  const state = await openState(':memory:')
  const name = storeNameInState(site.store)
  const [at, later] = ['2026-11-20T07:00:00.000Z', '2999-01-01T00:00:00.000Z']
  const { fence } = await state.acquireLease({ store: name, holder: 'a killed process', at, expiresAt: later })
  const counts = { create: 1, update: 0, remove: 0, cannot: 0 }
  await state.startRun({ id: 'run-1', store: name, planHash: '', at, plan: new Uint8Array(), fence, overrides: [], counts })
  await state.intend('run-1', fence, { number: 1, step: 's1', operations: ['o1'], at, settlesAt: later })

  await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store: site.store, state } })
  const unsettled = [await state.unsettled(name), await rehearsal.connection.state.unsettled(name)]
  await state.close()

  expect(unsettled.map(({ length }) => length)).toEqual([1, 0])
})
