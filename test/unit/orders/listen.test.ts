import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openOrderFeed } from '../../../src/orders/listen/order-feed.ts'
import { receiveNotifications } from '../../../src/orders/listen/receive-notifications.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { orderKey, orderOf, startOrderShop } from '../../support/order-shop.ts'

test('a key that the store refuses ends the orders, and is no fault to wait for', async () => {
  await using shop = await startOrderShop([orderOf(1)])
  const store = openStore({ name: 'live', baseUrl: shop.emulator.url, filesUrl: null, siteName: null, key: orderKey })
  const faults: string[] = []
  const feed = openOrderFeed({
    store,
    pollMs: 5_000,
    sleep: () => Promise.resolve(),
    stop: new AbortController().signal,
    onFault: ({ code }) => faults.push(code),
  })
  shop.emulator.faults.add({ on: { method: 'GET' }, do: { kind: 'status', status: 401 }, times: 'always' })

  await expect(feed.orders().next()).rejects.toMatchObject({ code: 'store-refused-key' })
  await store.close()

  expect(faults).toEqual([])
})

test('the receiver ends while somebody has sent the half of a notification', async () => {
  const receiver = await receiveNotifications({ port: 0, path: '/', onNotification: () => undefined })
  const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n{')
  // The answer to `Expect` says that the server has read the head.
  await once(socket, 'data')
  const closed = once(socket, 'close')

  await receiver[Symbol.asyncDispose]()

  expect(await closed).toHaveLength(1)
})
