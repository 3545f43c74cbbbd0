import { expect, test } from 'vitest'
import { compareCustomers } from '../../../src/orders/customers/compare-customers.ts'
import { readCustomerList } from '../../../src/orders/customers/customer-list.ts'
import { type CustomerWrite, writeCustomers } from '../../../src/orders/customers/write-customers.ts'
import { invariant } from '../../../src/errors.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { orderKey, type OrderShop, startOrderShop } from '../../support/order-shop.ts'

const ann = { resource: 'Customer', fields: { username: 'ann', email: 'old' }, children: {} } as const

/** A change of Ann and two new customers, as they were shown; one is written in each request. */
async function shownWrite({ emulator }: OrderShop): Promise<CustomerWrite> {
  const store = openStore({ name: 'live', baseUrl: emulator.url, filesUrl: null, siteName: null, key: orderKey })
  const list = readCustomerList('username,email\nann,new\nbo,b\ncy,c\n')
  invariant(!('problems' in list), 'the list is right')
  return {
    store,
    list,
    shown: await compareCustomers(store, list),
    recordsPerRequest: 1,
    settleMs: 0,
    sleep: () => Promise.resolve(),
    stop: new AbortController().signal,
    onProgress: () => undefined,
    onLost: () => undefined,
  }
}

test('a customer that somebody changes after it was shown is not written; the others are, and the rest after a stop by the next run', async () => {
  await using shop = await startOrderShop([ann])
  const stopping = new AbortController()
  const write = { ...(await shownWrite(shop)), stop: stopping.signal, onProgress: () => stopping.abort() }
  const { store, list } = write

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

test('a key that the store refuses ends the write: it is not the fault of one customer after the other', async () => {
  await using shop = await startOrderShop([ann])
  const write = await shownWrite(shop)
  shop.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 401 }, times: 'always' })
  shop.emulator.clearRequests()

  await expect(writeCustomers(write)).rejects.toMatchObject({ code: 'store-refused-key' })
  await write.store.close()

  expect(shop.emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
})
