import { expect, test } from 'vitest'
import { compareCustomers } from '../../../src/orders/customers/compare-customers.ts'
import { readCustomerList } from '../../../src/orders/customers/customer-list.ts'
import { type CustomerWrite, writeCustomers } from '../../../src/orders/customers/write-customers.ts'
import { invariant } from '../../../src/errors.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { orderKey, startOrderShop } from '../../support/order-shop.ts'

test('a customer that somebody changes after it was shown is not written; the others are, and the rest after a stop by the next run', async () => {
  await using shop = await startOrderShop([{ resource: 'Customer', fields: { username: 'ann', email: 'old' }, children: {} }])
  const store = openStore({ name: 'live', baseUrl: shop.emulator.url, filesUrl: null, siteName: null, key: orderKey })
  const list = readCustomerList('username,email\nann,new\nbo,b\ncy,c\n')
  invariant(!('problems' in list), 'the list is right')
  const stopping = new AbortController()
  const shown = await compareCustomers(store, list)
  const write: CustomerWrite = {
    store,
    list,
    shown,
    recordsPerRequest: 1,
    settleMs: 0,
    sleep: () => Promise.resolve(),
    stop: stopping.signal,
    onProgress: () => stopping.abort(),
    onLost: () => undefined,
  }

  await store.post('Customer', [{ resource: 'Customer', fields: { username: 'ann', email: 'of somebody else' }, children: {} }])
  const { written, failures } = await writeCustomers(write)
  const rest = await compareCustomers(store, list)
  await store.close()

  expect(written.map(({ username }) => username)).toEqual(['bo'])
  expect([...failures]).toEqual([
    ['ann', 'changed in the store since it was shown'],
    ['cy', 'stopped before it was written'],
  ])
  expect(rest.map(({ username, action }) => `${action} ${username}`)).toEqual(['update ann', 'create cy'])
})
