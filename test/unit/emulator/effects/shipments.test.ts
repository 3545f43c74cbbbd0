import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../store-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const store = await startEmulator({ now: () => time })
const send = storeRequest(store)
const post = (spec: string, ...nodes: string[]) => send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)
const shipment = (fields: string) => post('Shipments+ShipmentLines', `<Shipment><order_number>1</order_number>${fields}</Shipment>`)
const lines = async () => (await send('GET', 'Orderlines/?_fields=code,status,update_date')).records

beforeEach(async () => {
  store.reset()
  time = new Date('2026-03-01T10:00:00Z')
  await post(
    'Order+Orderline',
    '<Order><email>ada@example.com</email><Orderline><sku>A</sku></Orderline><Orderline><sku>B</sku></Orderline></Order>',
    '<Order><Orderline><sku>C</sku></Orderline></Order>',
  )
  time = new Date('2026-03-02T11:30:00Z')
})
afterAll(() => store.close())

test('ship_all marks every line of the order as shipped, and no line of another', async () => {
  await shipment('<ship_all>1</ship_all>')

  expect(await lines()).toEqual([
    '<Orderline><code>1-1</code><status>shipped</status><update_date>2026-03-02 11:30:00</update_date></Orderline>',
    '<Orderline><code>1-2</code><status>shipped</status><update_date>2026-03-02 11:30:00</update_date></Orderline>',
    '<Orderline><code>2-1</code><update_date>2026-03-01 10:00:00</update_date></Orderline>',
  ])
  expect(store.outbox.mails()).toEqual([])
})

test('the status of a shipped line is configurable (M2)', async () => {
  await using other = await startEmulator({ shippedStatus: 'sent' })
  const ask = storeRequest(other)
  await ask('POST', 'Order+Orderline', '<ResultSet><Order><Orderline><sku>A</sku></Orderline></Order></ResultSet>')

  await ask('POST', 'Shipments', '<ResultSet><Shipment><order_number>1</order_number><ship_all>true</ship_all></Shipment></ResultSet>')

  expect((await ask('GET', 'Orderlines/?_fields=status')).records).toEqual(['<Orderline><status>sent</status></Orderline>'])
})

test('archive takes the order off the pending list and moves its update_date', async () => {
  await shipment('<archive>true</archive>')

  expect((await send('GET', 'Order/?_fields=order_number,archived,update_date')).records).toEqual([
    '<Order><order_number>1</order_number><update_date>2026-03-02 11:30:00</update_date><archived>true</archived></Order>',
    '<Order><order_number>2</order_number><update_date>2026-03-01 10:00:00</update_date></Order>',
  ])
})

test('send_email mails the address of the order under the default subject, with the notes', async () => {
  await shipment('<notes>Handle with care</notes><courier>Post</courier><tracking_number>T1</tracking_number><send_email>1</send_email>')

  expect(store.outbox.mails()).toEqual([
    {
      id: expect.any(Number),
      at: '2026-03-02 11:30:00',
      kind: 'shipment',
      order: '1',
      to: 'ada@example.com',
      subject: 'Shipment for your order 1',
      text: 'Handle with care\nSent with Post\nTracking number: T1\n',
    },
  ])
})

test('email_to and email_subject win; all three are empty in every read', async () => {
  const reply = await shipment(
    '<send_email>true</send_email><email_to>bob@example.com</email_to><email_subject>On its\n way</email_subject><ShipmentLines><orderline_code>1-1</orderline_code><qty>1</qty></ShipmentLines>',
  )

  const read = await send('GET', 'Shipments+ShipmentLines/1')
  const found = store.outbox.mails().map(({ to, subject }) => [to, subject])
  expect(found).toEqual([['bob@example.com', 'On its way']])
  for (const { text } of [reply, read]) expect(text).toMatch(/<send_email\/><email_to\/><email_subject\/>/)
  expect(read.text).toContain('<orderline_code>1-1</orderline_code>')
})

test('nobody to mail is refused, and nothing of the shipment stays', async () => {
  const seen = await post(
    'Shipments',
    '<Shipment><order_number>2</order_number><ship_all>1</ship_all><send_email>1</send_email></Shipment>',
  )

  expect(faultOf(seen)).toBe('400 Shipment.email_to: is empty, and the order 2 has no email address')
  expect((await send('GET', 'Shipments/')).counts).toBe('0 0 0')
  expect((await lines()).join('')).not.toContain('shipped')
})

test('flags that say false, a PUT and a seed set nothing off', async () => {
  await shipment('<ship_all>0</ship_all><archive>false</archive><send_email>false</send_email>')
  await send('PUT', 'Shipments/1', '<ResultSet><Shipment><ship_all>1</ship_all><send_email>1</send_email></Shipment></ResultSet>')
  store.seed([
    { resource: 'Shipments', fields: { order_number: '1', ship_all: 'true', send_email: 'true', archive: 'true' }, children: {} },
  ])

  expect((await lines()).join('')).not.toContain('shipped')
  expect((await send('GET', 'Order/?archived=true')).counts).toBe('0 0 0')
  expect(store.outbox.mails()).toEqual([])
})

test('a shipment nested before the lines of its order ships them all the same', async () => {
  await post(
    'Order+Shipments+Orderline',
    '<Order><Shipment><ship_all>1</ship_all></Shipment><Orderline><sku>D</sku></Orderline><Orderline><sku>E</sku></Orderline></Order>',
  )

  expect((await send('GET', 'Orderlines/?order_number=3&_fields=status')).records).toEqual([
    '<Orderline><status>shipped</status></Orderline>',
    '<Orderline><status>shipped</status></Orderline>',
  ])
})

test('a mail of a write that is taken back is taken back with it', async () => {
  const seen = await post(
    'Shipments',
    '<Shipment><order_number>1</order_number><send_email>1</send_email></Shipment>',
    '<Shipment><order_number>one</order_number></Shipment>',
  )

  expect(faultOf(seen)).toBe('400 Shipment.order_number: &quot;one&quot; is not of kind integer')
  expect(store.outbox.mails()).toEqual([])
})
