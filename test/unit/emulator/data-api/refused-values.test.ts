import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../store-request.ts'

const store = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
const send = storeRequest(store)
beforeEach(() => store.reset())
afterAll(() => store.close())

const option = (more: string): string => `<Options><code>o</code><sku>A</sku>${more}</Options>`
const promotion = (more: string): string => `<Merchandising><sku>A</sku>${more}</Merchandising>`
const tax = (rate: string): string => `<OrderlineTax><order_number>7</order_number><rate>${rate}</rate></OrderlineTax>`

const shipment = (more: string): string => `<Shipment><order_number>1</order_number>${more}</Shipment>`

test('a shipment without a date gets the present, one with a date keeps it', async () => {
  await send('POST', 'Shipments', `<ResultSet>${shipment('')}${shipment('<date>2020-01-02 03:04:05</date>')}</ResultSet>`)
  await send('PUT', 'Shipments/2', '<ResultSet><Shipment><courier>Post</courier></Shipment></ResultSet>')

  const { records } = await send('GET', 'Shipments/?_fields=code,date')

  expect(records).toEqual([
    '<Shipment><code>1</code><date>2026-11-20 07:00:00</date></Shipment>',
    '<Shipment><code>2</code><date>2020-01-02 03:04:05</date></Shipment>',
  ])
})

test.each([
  '2026-02-31 25:61:61',
  '2026-02-31',
  '2026-02-29 10:00:00',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-00-00',
  '2026-01-01 24:00:00',
  '2026-01-01 10:60:00',
  '2026-01-01 10:00:60',
])('the date %s does not exist: refused in a write and in _search', async (date) => {
  const written = await send('POST', 'Merchandising', `<ResultSet>${promotion(`<start_date>${date}</start_date>`)}</ResultSet>`)
  const searched = await send('GET', `Merchandising/?_search=${encodeURIComponent(`start_date > '${date}'`)}`)

  expect(faultOf(written)).toBe(`400 Merchandising.start_date: &quot;${date}&quot; is not a date (YYYY-MM-DD HH:MM:SS)`)
  expect(written.headers.get('x-emulator-reason')).toMatch(/^W25: /)
  expect(faultOf(searched)).toBe('406 Invalid fields specified: start_date')
  expect((await send('GET', 'Merchandising/')).counts).toBe('0 0 0')
})

test.each(['2024-02-29', '2000-02-29 23:59:59', '0001-01-01', '9999-12-31 00:00:00'])('the date %s exists', async (date) => {
  const seen = await send('POST', 'Merchandising', `<ResultSet>${promotion(`<start_date>${date}</start_date>`)}</ResultSet>`)

  expect(seen.status).toBe(200)
})

test.each([
  ['Options', option('<price>s=1.5</price>'), 'Options.price: &quot;s=1.5&quot; is not a list such as gold=3,silver=-2'],
  ['Options', option('<price>cheap</price>'), 'Options.price: &quot;cheap&quot; is not a list such as gold=3,silver=-2'],
  ['Options', option('<price>s=1,,m=2</price>'), 'Options.price: &quot;s=1,,m=2&quot; is not a list such as gold=3,silver=-2'],
  ['Options', option('<o_value>Small</o_value>'), 'Options.o_value: &quot;Small&quot; is not a list such as s=Small,m=Medium'],
  ['Options', option('<o_value>=Small</o_value>'), 'Options.o_value: &quot;=Small&quot; is not a list such as s=Small,m=Medium'],
  ['Options', option('<o_value>s=Small,</o_value>'), 'Options.o_value: &quot;s=Small,&quot; is not a list such as s=Small,m=Medium'],
  ['Merchandising', promotion('<discount>abc</discount>'), 'Merchandising.discount: &quot;abc&quot; is not a number or a percentage'],
  ['Merchandising', promotion('<discount>%</discount>'), 'Merchandising.discount: &quot;%&quot; is not a number or a percentage'],
  ['OrderlineTax', tax('abc'), 'OrderlineTax.rate: &quot;abc&quot; is not a percentage'],
  [
    'Orderlines',
    '<Orderline><code>7-1</code><order_number>8</order_number></Orderline>',
    'Orderline.code: &quot;7-1&quot; is not a line of order 8 (&lt;order_number&gt;-&lt;increment&gt;)',
  ],
  [
    'Order+Orderlines',
    '<Order><order_number>8</order_number><Orderline><code>first</code></Orderline></Order>',
    'Orderline.code: &quot;first&quot; is not a line of order 8 (&lt;order_number&gt;-&lt;increment&gt;)',
  ],
])('POST %s of %s is refused', async (spec, node, fault) => {
  const seen = await send('POST', spec, `<ResultSet>${node}</ResultSet>`)

  expect(faultOf(seen)).toBe(`400 ${fault}`)
  expect(seen.headers.get('x-emulator-reason')).toMatch(/^W25: /)
  expect((await send('GET', `${spec}/`)).counts).toBe('0 0 0')
})

test.each([
  ['Options', option('<o_value>s=Small, m=Medium=M</o_value><price>s=1,m=-2</price>')],
  ['Options', option('<o_value/><price/>')],
  ['Merchandising', promotion('<discount>12.5%</discount>')],
  ['Merchandising', promotion('<discount>5</discount>')],
  ['Merchandising', promotion('<discount/>')],
  ['OrderlineTax', tax('25%')],
  ['OrderlineTax', tax('')],
  ['Order+Orderlines', '<Order><order_number>8</order_number><Orderline><code>8-12</code></Orderline><Orderline/></Order>'],
])('POST %s of %s is accepted', async (spec, node) => {
  const seen = await send('POST', spec, `<ResultSet>${node}</ResultSet>`)

  expect(seen.status).toBe(200)
})

test('a variant code that is also a sku is accepted and listed by lint, in the inspector and as JSON', async () => {
  await send(
    'POST',
    'Product+Variants',
    '<ResultSet><Product><sku>A</sku></Product><Product><sku>B</sku><Variant><code>A</code></Variant></Product></ResultSet>',
  )

  const listed = await fetch(`${store.url}/_emulator/lint`)
  const page = await fetch(`${store.url}/_emulator/inspector/lint`)

  expect(await listed.json()).toEqual([
    { rule: 'shared-key', resource: 'Variants', key: 'A', message: 'the code of this variant of B is also the sku of a product' },
  ])
  expect(await page.text()).toContain('the code of this variant of B is also the sku of a product')
})

test.each(['http://exa mple/', 'https://[::1', 'http://shop.example:99999/', 'http://', 'ftp://shop.example/'])(
  'a webhook cannot have the address %s',
  async (url) => {
    const seen = await send('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${url}</url></Webhook></ResultSet>`)

    expect(faultOf(seen)).toBe(`400 Webhook.url: &quot;${url}&quot; is not a web address`)
  },
)
