import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../store-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const store = await startEmulator({ now: () => time })
const send = storeRequest(store)
const post = (spec: string, ...nodes: string[]) => send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)

beforeEach(() => {
  store.reset()
  time = new Date('2026-03-01T10:00:00Z')
})
afterAll(() => store.close())

test('the store numbers orders, their lines, taxes and discounts', async () => {
  const line = '<Orderline><sku>A</sku></Orderline>'
  await post('Order+Orderline', `<Order>${line}${line}</Order>`, `<Order>${line}</Order>`)
  await post('Orderlines', '<Orderline><order_number>1</order_number><sku>B</sku></Orderline>')
  await post(
    'Order+OrderlineTax+OrderlineDiscounts',
    '<Order><order_number>1</order_number><OrderlineTax><price>2.5</price></OrderlineTax><OrderlineDiscounts><orderline_code>TOTAL_COST</orderline_code></OrderlineDiscounts></Order>',
  )

  expect((await send('GET', 'Order/?_fields=order_number')).records.join('').match(/\d+/g)).toEqual(['1', '2'])
  expect(
    (await send('GET', 'Orderlines/?_fields=code')).records
      .join('')
      .match(/\d+-\d+/g)
      ?.toSorted(),
  ).toEqual(['1-1', '1-2', '1-3', '2-1'])
  expect((await send('GET', 'OrderlineTax/?_fields=code')).records).toEqual(['<OrderlineTax><code>1</code></OrderlineTax>'])
  expect((await send('GET', 'OrderlineDiscounts/?_fields=code')).records).toEqual([
    '<OrderlineDiscounts><code>1</code></OrderlineDiscounts>',
  ])
})

test('an order that was synchronised is no longer among integrated=0, and its update_date moves', async () => {
  await post('Order', '<Order/>', '<Order/>')
  time = new Date('2026-03-05T08:00:00Z')

  await send('PUT', 'Order/1', '<ResultSet><Order><order_number>1</order_number><integrated>true</integrated></Order></ResultSet>')

  expect((await send('GET', 'Order/?integrated=0&_fields=order_number')).records).toEqual(['<Order><order_number>2</order_number></Order>'])
  expect((await send('GET', 'Order/1?_fields=order_date,update_date')).records).toEqual([
    '<Order><order_date>2026-03-01 10:00:00</order_date><update_date>2026-03-05 08:00:00</update_date></Order>',
  ])
})

test('POST Order?send_email=true sets the status and tells the customer', async () => {
  await post('Order', '<Order><email>ada@example.com</email></Order>')

  const reply = await post('Order?send_email=true', '<Order><order_number>1</order_number><status>packed</status></Order>')

  expect(reply.records[0]).toContain('<status>packed</status>')
  expect(store.outbox.mails()).toEqual([
    {
      id: expect.any(Number),
      at: '2026-03-01 10:00:00',
      kind: 'order-status',
      order: '1',
      to: 'ada@example.com',
      subject: 'Your order 1: packed',
      text: 'The status of your order 1 is now: packed\n',
    },
  ])
  store.outbox.clear()
  await post('Order?send_email=false', '<Order><order_number>1</order_number><status>sent</status></Order>')
  await post('Order', '<Order><order_number>1</order_number><status>done</status></Order>')
  expect(store.outbox.mails()).toEqual([])
})

test.each([
  ['Order?send_email=maybe', '<Order/>', '406 Invalid fields specified: send_email'],
  ['Order?send_email=1&send_email=1', '<Order/>', '406 Invalid fields specified: send_email'],
  ['Order?send_mail=true', '<Order/>', '406 Invalid fields specified: send_mail'],
  ['Order?send_email=true&status=x', '<Order/>', '406 Invalid fields specified: status'],
  ['Product?send_email=true', '<Product><sku>A</sku></Product>', '406 Invalid fields specified: send_email'],
  ['Order?send_email=true', '<Order><order_number>1</order_number></Order>', '400 Order.status: is required with send_email'],
  ['Order?send_email=true', '<Order><status>x</status></Order>', '400 Order.order_number: is required with send_email'],
  [
    'Order?send_email=true',
    '<Order><order_number>1</order_number><status>x</status></Order>',
    '400 Order.email: is empty, so no status mail can be sent',
  ],
])('refused: POST %s of %s', async (...[spec, node, fault]) => {
  const seen = await post(spec, node)

  expect(faultOf(seen)).toBe(fault)
  expect([store.outbox.mails(), (await send('GET', 'Order/')).counts]).toEqual([[], '0 0 0'])
})
