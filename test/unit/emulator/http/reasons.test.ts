import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const store = await startEmulator({ switches: { longestUrl: '65536' } })
const send = storeRequest(store)
afterAll(() => store.close())

const search = (expression: string): string => `Product/?_search=${encodeURIComponent(expression)}`

test.each([
  ['GET', 'Product/?_results=0', undefined, 406, 'R3'],
  ['GET', 'Product/?_results=many', undefined, 406, 'R3'],
  ['GET', 'Product/?_start=-1', undefined, 406, 'R4'],
  ['GET', 'Product/?_match=foo', undefined, 406, 'R8'],
  ['GET', 'Product/?_match=foo&_results=0', undefined, 406, 'R8'],
  ['GET', 'Product/?_result=10', undefined, 406, 'R6'],
  ['GET', 'Product/?_results=5&_results=6', undefined, 406, 'R6'],
  ['GET', 'Product/A?_results=5', undefined, 406, 'R6'],
  ['GET', search('price LIKE 1'), undefined, 406, 'R25'],
  ['GET', search('price = 1 AND'), undefined, 406, 'R25'],
  ['POST', 'Product', '<Product><sku>A</sku><ProdCat><cat_code>c</cat_code></ProdCat></Product>', 406, 'W16'],
  ['POST', 'Product', '<Product><sku>A</sku><colour>red</colour></Product>', 406, 'W17'],
  ['POST', 'Shipping', '<Shipping><code>post</code></Shipping>', 405, 'R39'],
  ['PUT', 'Shipping/post', '<Shipping><title>Post</title></Shipping>', 405, 'R39'],
  ['DELETE', 'Shipping/post', undefined, 405, 'R39'],
  ['DELETE', 'Shipping?code=post', undefined, 405, 'R39'],
  ['POST', 'Product', '<Product><sku>A</sku><price>12,5</price></Product>', 400, 'W25'],
  ['POST', 'Product', '<Product><title>T</title></Product>', 400, 'W25'],
  ['POST', 'Product', '<Product><sku>A</title></Product>', 400, 'R31'],
  ['POST', 'Order?send_email=true', '<Order><order_number>1</order_number><status>sent</status></Order>', 400, 'M1'],
  ['POST', 'Shipments', '<Shipment><order_number>1</order_number><send_email>1</send_email></Shipment>', 400, 'M1'],
  ['POST', 'ApiAccess', '<ApiAccess><resources>Frob</resources></ApiAccess>', 400, 'R39'],
  ['POST', 'ApiAccess', '<ApiAccess><key>mine</key></ApiAccess>', 400, 'R39'],
  ['PUT', 'ApiAccess/k1', '<ApiAccess><title>T</title></ApiAccess>', 400, 'R39'],
  ['DELETE', 'Product?sku=', undefined, 400, 'W29'],
  ['DELETE', 'Product?sku=&title=', undefined, 400, 'W29'],
  ['DELETE', 'Product?brand=&brand=NOPE', undefined, 400, 'W29'],
  ['DELETE', 'Product?brand=NOPE&brand=', undefined, 400, 'W29'],
  ['DELETE', 'Product?brand=NOPE&brand=&title=&title=x', undefined, 400, 'W29'],
  ['DELETE', 'PricingAdvanced?sku=A&sku=', undefined, 400, 'W29'],
  ['DELETE', 'Webhooks?name=NewOrder&name=', undefined, 400, 'H5'],
  ['DELETE', 'Webhooks?name=', undefined, 400, 'H5'],
])('%s %.60s is refused with the row of its assumption', async (method, path, node, status, row) => {
  const seen = await send(method, path, node === undefined ? undefined : `<ResultSet>${node}</ResultSet>`)

  expect([seen.status, seen.headers.get('x-emulator-reason')?.split(':')[0]]).toEqual([status, row])
})

test('a write of Shipping is refused as read-only', async () => {
  const seen = await send('POST', 'Shipping', '<ResultSet><Shipping><code>post</code></Shipping></ResultSet>')

  expect([seen.status, seen.text]).toEqual([405, expect.stringContaining('Shipping is read-only; POST is not supported')])
})

test.each(['Product/?_fields=frob', search('frob = 1')])('%s is refused as the document shows, without an assumption', async (path) => {
  const seen = await send('GET', path)

  expect([seen.status, seen.headers.get('x-emulator-reason')]).toEqual([406, null])
})

test.each([
  ['a long expression', search(`title = '${'x'.repeat(8200)}'`)],
  ['many brackets', search(`${'('.repeat(70)}price = 1${')'.repeat(70)}`)],
  ['many NOTs', search(`${'NOT '.repeat(70)}price = 1`)],
  ['many terms', search(Array.from({ length: 1100 }, () => 'price=1').join(' OR '))],
])('%s is refused as over the limits of _search', async (_, path) => {
  const seen = await send('GET', path)

  expect([seen.status, seen.headers.get('x-emulator-reason')?.split(':')[0]]).toEqual([406, 'R31'])
})

test('shipping methods are seeded and read', async () => {
  store.seed([{ resource: 'Shipping', fields: { code: 'post', title: 'Post' }, children: {} }])

  const seen = await send('GET', 'Shipping/')
  const options = await send('OPTIONS', 'Shipping/')

  expect(seen.records).toEqual(['<Shipping><code>post</code><title>Post</title></Shipping>'])
  expect((await send('POST', 'Shipping', '<ResultSet/>')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test('a DELETE whose only filter is empty removes nothing, whatever the switches', async () => {
  await using other = await startEmulator({ switches: { webhookDeleteAll: 'all' } })
  const request = storeRequest(other)
  await request('POST', 'Product', '<ResultSet><Product><sku>A</sku></Product></ResultSet>')
  await request('POST', 'Webhooks', '<ResultSet><Webhook><name>NewOrder</name><url>http://127.0.0.1/</url></Webhook></ResultSet>')

  const statuses = [
    await request('DELETE', 'Product?title='),
    await request('DELETE', 'Webhooks?name='),
    await request('DELETE', 'Product?title=&brand='),
  ].map(({ status }) => status)

  expect(statuses).toEqual([400, 400, 400])
  expect((await request('GET', 'Product/')).counts).toBe('0 1 1')
  expect((await request('GET', 'Webhooks/')).counts).toBe('0 1 1')
})
