import { expect, test } from 'vitest'
import { openRehearsal } from '../../../src/rehearse/open-rehearsal.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
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
