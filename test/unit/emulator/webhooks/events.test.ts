import { expect, test } from 'vitest'
import type { EmulatorOptions } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { type Seen, storeRequest } from '../store-request.ts'
import { startReceiver } from './receiver.ts'

const now = () => new Date('2026-03-01T10:00:00Z')
const hook = (url: string, name = 'NewOrder') => `<Webhook><name>${name}</name><url>${url}</url></Webhook>`

async function shop(options: EmulatorOptions, ...hooks: string[]) {
  const store = await startEmulator({ now, ...options })
  const send = storeRequest(store)
  const post = (spec: string, ...nodes: string[]): Promise<Seen> => send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)
  if (hooks.length > 0) await post('Webhooks', ...hooks)
  return { store, send, post, [Symbol.asyncDispose]: () => store.close() }
}

test('a new order is told once to every address subscribed to NewOrder', async () => {
  await using target = await startReceiver()
  await using shopped = await shop({}, hook(`${target.url}/a`), hook(`${target.url}/b?x=1`), hook(`${target.url}/c`, 'OrderChanged'))

  await shopped.post(
    'Order+Orderline',
    '<Order><username>ada</username><total_numeric>12.50</total_numeric><Orderline><sku>A</sku></Orderline></Order>',
  )
  await shopped.store.webhooks.settled()

  const body = {
    event: 'NewOrder',
    order_number: '1',
    order: { order_number: '1', order_date: '2026-03-01 10:00:00', username: 'ada', total_numeric: '12.5' },
  }
  expect(
    target.received
      .map(({ method, path, body: told }) => [path, method, told])
      .toSorted(([one], [two]) => String(one).localeCompare(String(two))),
  ).toEqual([
    ['/a', 'POST', body],
    ['/b?x=1', 'POST', body],
  ])
  expect(target.received[0]?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-emulator-assumption': 'H2',
    connection: 'close',
  })
  expect(shopped.store.webhooks.deliveries()).toEqual(
    ['/a', '/b?x=1'].map((path, at) => ({
      id: at + 1,
      at: '2026-03-01 10:00:00',
      event: 'NewOrder',
      hook: String(at + 1),
      url: `${target.url}${path}`,
      body: JSON.stringify(body),
      state: 'delivered',
      attempts: [{ at: '2026-03-01 10:00:00', status: 204, error: null, tookMs: expect.any(Number) }],
    })),
  )
})

test('neither an update, nor a PUT, nor a seed, nor a body that was taken back tells anybody (H4)', async () => {
  await using target = await startReceiver()
  await using shopped = await shop({}, hook(target.url))
  shopped.store.seed([{ resource: 'Order', fields: { order_number: '7' }, children: {} }])

  await shopped.post('Order', '<Order><order_number>7</order_number><status>new</status></Order>')
  await shopped.send('PUT', 'Order/7', '<ResultSet><Order><integrated>1</integrated></Order></ResultSet>')
  const broken = await shopped.post('Order', '<Order/>', '<Order><nitems>many</nitems></Order>')
  await shopped.post('Orderlines', '<Orderline><order_number>7</order_number></Orderline>')
  await shopped.store.webhooks.settled()

  expect([broken.status, (await shopped.send('GET', 'Order/')).counts]).toEqual([400, '0 1 1'])
  expect([target.received, shopped.store.webhooks.deliveries()]).toEqual([[], []])
})

test('an order that the same body creates and then changes is told once; one with a number of its own, too', async () => {
  await using target = await startReceiver()
  await using shopped = await shop({}, hook(target.url))

  await shopped.post(
    'Order',
    '<Order><order_number>42</order_number></Order>',
    '<Order><order_number>42</order_number><status>x</status></Order>',
  )
  await shopped.post('Customer+Order', '<Customer><username>ada</username><Order><status>nested</status></Order></Customer>')
  await shopped.store.webhooks.settled()

  expect(target.received.map(({ body }) => (body as { order_number: string }).order_number)).toEqual(['42', '43'])
})

test.each([
  ['stop' as const, ['1']],
  ['continue' as const, ['1', '2']],
])('batch %s: told are the orders that stay', async (batch, numbers) => {
  await using target = await startReceiver()
  await using shopped = await shop({ switches: { batch } }, hook(target.url))

  const seen = await shopped.post('Order', '<Order/>', '<Order><nitems>many</nitems></Order>', '<Order/>')
  await shopped.store.webhooks.settled()

  expect(seen.status).toBe(400)
  expect(target.received.map(({ body }) => (body as { order_number: string }).order_number).toSorted()).toEqual(numbers)
})

test.each([
  ['event' as const, { event: 'NewOrder', order_number: '1', order: expect.objectContaining({ order_number: '1' }) }],
  ['flat' as const, { event: 'NewOrder', order_number: 1, order_date: '2026-03-01 10:00:00' }],
  ['number' as const, { order_number: '1' }],
])('webhookPayload %s', async (webhookPayload, body) => {
  await using target = await startReceiver()
  await using shopped = await shop({ switches: { webhookPayload } }, hook(target.url))

  await shopped.post('Order', '<Order/>')
  await shopped.store.webhooks.settled()

  expect(target.received.map((told) => told.body)).toEqual([body])
})

test('two hundred orders in one body: each is told once', async () => {
  await using target = await startReceiver()
  await using shopped = await shop({}, hook(target.url))

  await shopped.post('Order', ...Array.from({ length: 200 }, () => '<Order/>'))
  await shopped.store.webhooks.settled()

  const numbers = target.received.map(({ body }) => Number((body as { order_number: string }).order_number))
  expect(numbers.toSorted((one, two) => one - two)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})

test('subscriptions: the same name and url again keeps the id; DELETE by url, also where it holds a %', async () => {
  await using shopped = await shop(
    {},
    hook('http://127.0.0.1/a%20b'),
    hook('http://127.0.0.1/aXb'),
    hook('http://127.0.0.1/a%20b', 'Other'),
  )
  const again = await shopped.post('Webhooks', hook('http://127.0.0.1/a%20b'))

  await shopped.send('DELETE', `Webhooks?url=${encodeURIComponent('http://127.0.0.1/a%20b')}`)

  expect(again.records).toEqual(['<Webhook><id>1</id><name>NewOrder</name><url>http://127.0.0.1/a%20b</url></Webhook>'])
  expect((await shopped.send('GET', 'Webhooks/?_fields=id,url')).records).toEqual([
    '<Webhook><id>2</id><url>http://127.0.0.1/aXb</url></Webhook>',
  ])
  expect((await shopped.send('DELETE', 'Webhooks?colour=red')).text).toContain('Invalid fields specified: colour')
})

test('a subscription that is gone is told nothing more', async () => {
  await using target = await startReceiver()
  await using shopped = await shop({}, hook(target.url))
  await shopped.send('DELETE', 'Webhooks?name=NewOrder')

  await shopped.post('Order', '<Order/>')
  await shopped.store.webhooks.settled()

  expect(target.received).toEqual([])
})
