import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../store-request.ts'

const store = await startEmulator()
const send = storeRequest(store)
const post = (spec: string, ...nodes: string[]) => send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)

beforeEach(() => store.reset())
afterAll(() => store.close())

const hook = (name: string, at: string) => `<Webhook><name>${name}</name><url>http://127.0.0.1/${at}</url></Webhook>`

test('Webhooks: the same name and url again updates, the id is returned, DELETE by id, by name and url, by name', async () => {
  const reply = await post(
    'Webhooks',
    hook('NewOrder', 'a'),
    hook('NewOrder', 'b'),
    hook('NewOrder', 'a'),
    hook('Other', 'a'),
    hook('Other', 'c'),
  )
  expect(reply.records.map((record) => /<id>(.*)<\/id>/.exec(record)?.[1])).toEqual(['1', '2', '3', '4'])

  await send('DELETE', 'Webhooks/2')
  await send('DELETE', `Webhooks?name=Other&url=${encodeURIComponent('http://127.0.0.1/c')}`)
  await send('DELETE', 'Webhooks?name=NewOrder')

  expect((await send('GET', 'Webhooks/?_fields=id')).records).toEqual(['<Webhook><id>3</id></Webhook>'])
  expect(faultOf(await send('DELETE', 'Webhooks'))).toBe('400 DELETE of Webhooks needs a field to select the records by')
  expect(faultOf(await post('Webhooks', hook('new_order', 'a')))).toBe(
    '400 Webhook.name: &quot;new_order&quot; is not an event name in PascalCase',
  )
})

test('DELETE with an empty value removes nothing, unless a field without one selects the records (W29)', async () => {
  await post('Product', ...['A', 'B'].map((sku) => `<Product><sku>${sku}</sku></Product>`))
  await post(
    'PricingAdvanced',
    ...['', 'vip'].map((group) => `<PricingAdvanced><sku>A</sku><price>1</price><group_code>${group}</group_code></PricingAdvanced>`),
  )

  const refused = await send('DELETE', 'Product?brand=&brand=NOPE')
  const narrowed = await send('DELETE', 'PricingAdvanced?sku=A&group_code=')

  expect(faultOf(refused)).toBe(
    '400 DELETE of Product needs a field to select the records by: an empty value of brand selects every record without one',
  )
  expect((await send('GET', 'Product/?_fields=sku')).records).toEqual([
    '<Product><sku>A</sku></Product>',
    '<Product><sku>B</sku></Product>',
  ])
  expect(narrowed.status).toBe(200)
  expect((await send('GET', 'PricingAdvanced/?_fields=group_code')).records).toEqual([
    '<PricingAdvanced><group_code>vip</group_code></PricingAdvanced>',
  ])
})

test('generic DELETE (W28 to W30): by key, by fields, refused without a filter or with a wildcard; nothing cascades', async () => {
  await post(
    'Product+ProdCat',
    '<Product><sku>A</sku><ProdCat><cat_code>c1</cat_code></ProdCat><ProdCat><cat_code>c2</cat_code></ProdCat></Product>',
  )

  const seen = [await send('DELETE', 'ProdCat?sku=A&cat_code=c1'), await send('DELETE', 'Product/A'), await send('DELETE', 'Product/A')]

  expect(seen.map(({ status }) => status)).toEqual([200, 200, 404])
  expect((await send('GET', 'ProdCat/')).records).toEqual(['<ProdCat><sku>A</sku><cat_code>c2</cat_code></ProdCat>'])
  expect(faultOf(await send('DELETE', 'ProdCat'))).toBe('400 DELETE of ProdCat needs a field to select the records by')
  expect(faultOf(await send('DELETE', 'ProdCat?sku=%25'))).toBe('400 DELETE does not support % in a value')
  expect(faultOf(await send('DELETE', 'Product+ProdCat?sku=A'))).toBe('400 DELETE supports one resource, not Product+ProdCat')
})

test.each([{ switches: { underscore: 'wildcard' } }, { profile: 'hostile' }] as const)(
  'an underscore in a DELETE matches only itself: %j',
  async (options) => {
    const prices = ['A_B', 'AXB', 'A__'].map((sku) => ({ resource: 'PricingAdvanced', fields: { sku, price: '1' }, children: {} }) as const)
    await using other = await startEmulator({ ...options, seed: { records: prices } })

    const removed = await storeRequest(other)('DELETE', 'PricingAdvanced?sku=A_B&sku=A__')

    expect([removed.status, other.records('PricingAdvanced').map(({ fields }) => fields['sku'])]).toEqual([200, ['AXB']])
  },
)
