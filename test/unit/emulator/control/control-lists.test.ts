import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'
import { type Answer, controlRequest } from './control-request.ts'

const store = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
const send = storeRequest(store)
const control = (method: string, path: string, headers?: Record<string, string>): Promise<Answer> =>
  controlRequest(store.url, { method, path, headers })
beforeEach(() => store.reset())
afterAll(() => store.close())

const orders = '<ResultSet><Order><order_number>9</order_number><email>ann@example.org</email></Order></ResultSet>'

test('the outbox as JSON, as its page shows it', async () => {
  await send('POST', 'Order', orders)
  await send('POST', 'Order?send_email=true', '<ResultSet><Order><order_number>9</order_number><status>paid</status></Order></ResultSet>')
  const seen = await control('GET', 'outbox', {})
  const cleared = await control('DELETE', 'outbox')

  expect(seen).toEqual({
    status: 200,
    body: [
      {
        id: expect.any(Number),
        at: '2026-11-20 07:00:00',
        kind: 'order-status',
        order: '9',
        to: 'ann@example.org',
        subject: 'Your order 9: paid',
        text: 'The status of your order 9 is now: paid\n',
      },
    ],
  })
  expect([cleared.status, await control('GET', 'outbox')]).toEqual([204, { status: 200, body: [] }])
})

test('deliveries as JSON; one is sent again, all are deleted', async () => {
  // The address of the store itself, which refuses the notification with 405.
  await send('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${store.url}/hook</url></Webhook></ResultSet>`)
  await send('POST', 'Order', orders)
  await store.webhooks.settled()
  const { body } = await control('GET', 'deliveries', {})
  const [first] = store.webhooks.deliveries()
  const resent = await control('POST', `deliveries/${first?.id}/resend`)
  const wrong = [
    await control('POST', 'deliveries/x/resend'),
    await control('POST', `deliveries/${first?.id}`),
    await control('POST', 'deliveries/999999/resend'),
    await control('POST', `deliveries/${first?.id}/resend`, {}),
  ]
  await control('DELETE', 'deliveries')

  expect(body).toEqual([{ ...first }])
  expect(body).toMatchObject([{ event: 'NewOrder', state: 'failed', attempts: [{ status: 405 }] }])
  expect(resent).toMatchObject({ status: 200, body: { id: first?.id, attempts: [{ status: 405 }, { status: 405 }] } })
  expect(wrong.map(({ status }) => status)).toEqual([404, 404, 400, 403])
  expect(store.webhooks.deliveries()).toEqual([])
})

test('lint as JSON', async () => {
  const none = await control('GET', 'lint', {})
  await send('POST', 'ProdCat', '<ResultSet><ProdCat><sku>NONE</sku><cat_code>none</cat_code></ProdCat></ResultSet>')
  const seen = await control('GET', 'lint', {})

  expect(none).toEqual({ status: 200, body: [] })
  expect(seen.body).toContainEqual(expect.objectContaining({ rule: 'reference', resource: 'ProdCat', message: expect.any(String) }))
})

test.each([
  ['PUT', 'health', 'GET, HEAD'],
  ['POST', 'outbox', 'GET, HEAD, DELETE'],
  ['GET', 'reset', 'POST'],
])('%s /_emulator/%s is refused with the methods that it supports', async (method, path, allow) => {
  const answer = await fetch(`${store.url}/_emulator/${path}`, { method, headers: { 'x-emulator': '1' } })

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  expect(await answer.json()).toEqual({ error: `${method} is not supported here` })
})
