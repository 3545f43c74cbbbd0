import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../unit/emulator/store-request.ts'

/** Expectations written by hand from platform.md; what it does not show is named with its row of assumptions.md. */
const store = await startEmulator({ key: 'contract-key' })
const send = storeRequest(store)
const post = (spec: string, ...nodes: string[]) => send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)

beforeEach(() => store.reset())
afterAll(() => store.close())

test('a ResultSet carries its counts, a namespace and the schema; a record its href and id', async () => {
  await post('UserGroups', '<UserGroup><code>vip &amp; co</code><title>VIP</title></UserGroup>')

  const seen = await send('GET', 'UserGroups/')

  expect(seen.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(seen.text).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<ResultSet xmlns="urn:online-store:api:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
        ` xsi:schemaLocation="urn:online-store:api:v3 ${store.url}/API/V3/UserGroups.xsd" session=""` +
        ' startResultIndex="0" totalResults="1" totalResultsReturned="1">',
      '<UserGroup href="/API/V3/UserGroup/vip%20%26%20co" id="Model::UserGroup::vip &amp; co"><code>vip &amp; co</code><title>VIP</title>' +
        '<description/><subscribable/><subscribe_text/><parent_code/></UserGroup>',
      '</ResultSet>',
      '',
    ].join('\n'),
  )
})

test('no match: 200 with an empty ResultSet', async () => {
  const seen = await send('GET', 'Product/?sku=nothing')

  expect([seen.status, seen.counts, seen.records]).toEqual([200, '0 0 0', []])
})

test('GET of a single record: counts of 1, the href leads back to it; a missing one is 404 with the documented message', async () => {
  await post('Variants', '<Variant><code>a/b +c</code><sku>A</sku></Variant>')

  const found = await send('GET', 'Variant/a%2Fb%20+c?_fields=sku')
  const missing = await send('GET', 'Variants/nope')
  const wildcard = await send('GET', 'Variants/a%25')

  expect([found.status, found.counts, found.records]).toEqual([200, '0 1 1', ['<Variant><sku>A</sku></Variant>']])
  expect(found.text).toContain('href="/API/V3/Variant/a%2Fb%20%2Bc"')
  expect([missing.status, faultOf(missing)]).toEqual([404, '404 Variant nope not found'])
  expect(faultOf(wildcard)).toBe('404 Variant a% not found')
})

test('a specification embeds related records, with brackets for nested joins and with aliases', async () => {
  await post(
    'Product+AdvancedPricing+(Variant+AdvancedPricing)',
    '<Product><sku>A</sku><PricingAdvanced><price>9</price></PricingAdvanced>' +
      '<Variant><code>A-1</code><PricingAdvanced><start>1</start><price>2</price></PricingAdvanced></Variant><Variant><code>A-2</code></Variant></Product>',
  )

  const seen = await send('GET', 'Products+AdvancedPricing+(Variant+AdvancedPricing)/?_fields=sku|AdvancedPricing:start,price|Variant:code')
  const backwards = await send('GET', 'PricingAdvanced+Product/?_fields=price|Product:sku')

  expect(seen.records).toEqual([
    '<Product><sku>A</sku><PricingAdvanced><start>0</start><price>9</price></PricingAdvanced>' +
      '<Variant><code>A-1</code><PricingAdvanced><start>1</start><price>2</price></PricingAdvanced></Variant><Variant><code>A-2</code></Variant></Product>',
  ])
  expect(backwards.records).toEqual([
    '<PricingAdvanced><price>9</price><Product><sku>A</sku></Product></PricingAdvanced>',
    '<PricingAdvanced><price>2</price></PricingAdvanced>',
  ])
})

test('a join through a link table, and one level of joins costs one query each (1,000 parents answer at once)', async () => {
  const products = Array.from(
    { length: 1000 },
    (_, n) => `<Product><sku>P${n}</sku><ProdCat><cat_code>c${n % 7}</cat_code></ProdCat></Product>`,
  )
  await post('Product+ProdCat', ...products)
  await post('Cat', ...Array.from({ length: 7 }, (_, n) => `<Cat><code>c${n}</code></Cat>`))

  const seen = await send('GET', 'Product+Cat/?_fields=sku|Cat:code')

  expect(seen.records).toHaveLength(1000)
  expect(seen.records.filter((record) => /^<Product><sku>P\d+<\/sku><Cat><code>c\d<\/code><\/Cat><\/Product>$/.test(record))).toHaveLength(
    1000,
  )
})

test('what cannot be joined is 406, an unknown resource 404 (R30)', async () => {
  const seen = await Promise.all(
    ['Product+Customer/', 'Nothing/', 'Product+Nothing/', 'Product+Inventory+Inventory/', 'Product+(Inventory/'].map((spec) =>
      send('GET', spec),
    ),
  )

  expect(seen.map(faultOf)).toEqual([
    '406 Invalid fields specified: Customer',
    '404 Nothing not found',
    '404 Nothing not found',
    '406 Invalid fields specified: Inventory',
    '406 Invalid fields specified: Product+(Inventory',
  ])
})

const four = ['A-1', 'A-2', 'B_1', 'b_1'].map(
  (sku, n) => `<Product><sku>${sku}</sku><brand>${n < 2 ? 'North' : 'South'}</brand><inactive>${n === 1}</inactive></Product>`,
)

test.each([
  ['sku=A-1', ['A-1']],
  ['sku=A-1&sku=b_1', ['A-1', 'b_1']],
  ['sku=A-%25', ['A-1', 'A-2']],
  ['sku=%251', ['A-1', 'B_1', 'b_1']],
  ['sku=A%', ['A-1', 'A-2']],
  ['sku=A-%25&brand=North&inactive=1', ['A-2']],
  ['inactive=0', ['A-1', 'B_1', 'b_1']],
  ['sku=A-1&brand=South', []],
  ['sku=A-1&brand=South&_match=any', ['A-1', 'B_1', 'b_1']],
  ['sku=B-%25', []],
  ['sku=a-1', []],
  ['title=', ['A-1', 'A-2', 'B_1', 'b_1']],
  ['sku=A-1%27%20OR%201=1', []],
  ['sku=[A]-1', []],
  ['_start=1&_results=2', ['A-2', 'B_1']],
  ['_start=9', []],
])('GET Product/?%s finds %j', async (query, expected) => {
  await post('Product', ...four)

  const seen = await send('GET', `Product/?${query}&_fields=sku`)

  expect(seen.status).toBe(200)
  expect(seen.records).toEqual(expected.map((sku) => `<Product><sku>${sku}</sku></Product>`))
})

test('pages: start and counts, the maximum of 2000, and the total of a filter', async () => {
  await post(
    'ProductAttributes',
    ...Array.from({ length: 2005 }, (_, n) => `<ProductAttributes><sku>S${n % 5}</sku><label>${n}</label></ProductAttributes>`),
  )

  const counts = await Promise.all(
    ['', '?_start=2000', '?_results=5000', '?_results=3&_start=4', '?sku=S1&_results=1', '?_start=9000'].map((query) =>
      send('GET', `ProductAttributes/${query}`),
    ),
  )

  expect(counts.map((seen) => seen.counts)).toEqual(['0 2005 2000', '2000 2005 5', '0 2005 2000', '4 2005 3', '0 401 1', '9000 2005 0'])
})

test('_fields: related lists after a pipe; every wrong name in one 406', async () => {
  await post(
    'Product+Inventory',
    '<Product><sku>A</sku><title>T</title><meta_title>M</meta_title><Inventory><quantity>3</quantity></Inventory></Product>',
  )

  const chosen = await send('GET', 'Product+Inventory/?_fields=title,meta_title|Inventory:quantity')
  const wrong = await send('GET', 'Product+Inventory/?nope=1&_fields=title,stok|Inventory:quantity,qty|Cat:code')

  expect(chosen.records).toEqual([
    '<Product><title>T</title><meta_title>M</meta_title><Inventory><quantity>3</quantity></Inventory></Product>',
  ])
  expect([wrong.status, faultOf(wrong)]).toEqual([406, '406 Invalid fields specified: nope,stok,qty,Cat'])
})

test.each([
  '_result=10',
  '_results=0',
  '_results=ten',
  '_start=-1',
  '_match=all',
  '_search=sku%3D',
  '_results=1&_results=2',
  'Inventory.quantity=1',
])('GET Product/?%s is 406 (R3, R5 to R7)', async (query) => {
  const seen = await send('GET', `Product/?${query}`)

  expect([seen.status, faultOf(seen).startsWith('406 Invalid fields specified: ')]).toEqual([406, true])
})

test('POST creates, and updates what its key names; other fields stay', async () => {
  await post('Customer', '<Customer><username>ada</username><email>a@x.example</email><city>Oslo</city></Customer>')

  const reply = await post('Customer', '<Customer><username>ada</username><email>b@x.example</email></Customer>')

  expect(reply.status).toBe(200)
  expect(reply.records).toEqual(['<Customer><username>ada</username><email>b@x.example</email><city>Oslo</city></Customer>'])
  expect((await send('GET', 'Customer/')).counts).toBe('0 1 1')
})

const product = (sort: number) =>
  `<Product><sku>A</sku><Inventory><sku>A</sku><quantity>${sort}</quantity></Inventory><ProdCat><cat_code>c1</cat_code><sort>${sort}</sort></ProdCat>` +
  `<ProdCat><cat_code>c2</cat_code><sku>A</sku></ProdCat></Product>`

test('POST nests related nodes in their parent and fills in its key; a pair that exists is updated (W12)', async () => {
  await post('Product+Inventory+ProdCat', product(1))

  await post('Product+Inventory+ProdCat', product(2))

  const seen = await send('GET', 'Product+Inventory+ProdCat/')
  expect(seen.records).toEqual([
    '<Product><sku>A</sku><Inventory><sku>A</sku><quantity>2</quantity></Inventory>' +
      '<ProdCat><sku>A</sku><cat_code>c1</cat_code><sort>2</sort></ProdCat><ProdCat><sku>A</sku><cat_code>c2</cat_code></ProdCat></Product>',
  ])
})

const row = (uid: number, price: string) =>
  `<PricingAdvanced><uid>${uid}</uid><sku>A</sku><start>0</start><end>9999999</end><price>${price}</price></PricingAdvanced>`

test('PricingAdvanced: without uid a duplicate is inserted, with uid the entry is updated, defaults are 0 and 9999999', async () => {
  const entry = '<PricingAdvanced><sku>A</sku><price>10</price></PricingAdvanced>'
  await post('PricingAdvanced', entry)
  await post('PricingAdvanced', entry)

  await post('PricingAdvanced', '<PricingAdvanced><uid>2</uid><price>8.50</price></PricingAdvanced>')

  expect((await send('GET', 'PricingAdvanced/')).records).toEqual([row(1, '10'), row(2, '8.5')])
  expect(faultOf(await post('PricingAdvanced', '<PricingAdvanced><uid>77</uid><sku>A</sku><price>1</price></PricingAdvanced>'))).toBe(
    '404 PricingAdvanced 77 not found',
  )
  expect(faultOf(await post('PricingAdvanced', '<PricingAdvanced><uid>1</uid><sku>B</sku><price>1</price></PricingAdvanced>'))).toBe(
    '400 PricingAdvanced.sku: the entry 1 belongs to another sku',
  )
})

const priced = (sku: string) => `<PricingAdvanced><sku>${sku}</sku><price>1</price></PricingAdvanced>`

test('DELETE of PricingAdvanced takes all entries of each listed sku, and a uid is never given again', async () => {
  await post('PricingAdvanced', ...['A', 'A', 'B', 'C'].map(priced))

  const reply = await send('DELETE', 'PricingAdvanced?sku=A&sku=C&sku=none')

  expect([reply.status, reply.text]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="ok" version="3.0"/>\n'])
  await post('PricingAdvanced', priced('D'))
  expect((await send('GET', 'PricingAdvanced/?_fields=uid,sku')).records).toEqual([
    '<PricingAdvanced><uid>3</uid><sku>B</sku></PricingAdvanced>',
    '<PricingAdvanced><uid>5</uid><sku>D</sku></PricingAdvanced>',
  ])
})

test('PUT changes the fields of one record; an empty element clears; wrong key, missing record and joined spec are refused', async () => {
  await post('Product', '<Product><sku>A</sku><title>Old</title><brand>N</brand></Product>')

  const reply = await send('PUT', 'Product/A', '<ResultSet><Product><sku>A</sku><title>New</title><brand/></Product></ResultSet>')

  expect(reply.records).toEqual(['<Product><sku>A</sku><title>New</title><brand></brand></Product>'])
  const put = (path: string, body: string) => send('PUT', path, `<ResultSet>${body}</ResultSet>`)
  expect(faultOf(await put('Product/A', '<Product><sku>B</sku></Product>'))).toBe('400 Product.sku: is not the key of the address')
  expect(faultOf(await put('Product/B', '<Product><title>x</title></Product>'))).toBe('404 Product B not found')
  expect(faultOf(await put('Product+Inventory/A', '<Product/>'))).toBe('400 PUT supports one resource, not Product+Inventory')
  expect(faultOf(await put('Product/A', '<Product/><Product/>'))).toBe('400 PUT accepts one record, not 2')
})

test('the schema file of VariantOptions names its fields (W40), and its code is the store own', async () => {
  const schema = await send('GET', 'VariantOptions.xsd')
  const reply = await post(
    'VariantOptions',
    '<VariantOptions><sku>A</sku><variant_code>A-s</variant_code><o_group>size</o_group><o_value>s</o_value></VariantOptions>',
  )

  expect(schema.status).toBe(200)
  expect([...schema.text.matchAll(/<xs:element name="(\w+)" type/g)].map((match) => match[1])).toEqual([
    'code',
    'sku',
    'variant_code',
    'o_group',
    'o_value',
  ])
  expect(reply.records).toEqual([
    '<VariantOptions><code>1</code><sku>A</sku><variant_code>A-s</variant_code><o_group>size</o_group><o_value>s</o_value></VariantOptions>',
  ])
})

test('HEAD is a GET without a body, OPTIONS names the methods, another method is 405', async () => {
  const [head, missing, options, patch] = await Promise.all([
    send('HEAD', 'Product/'),
    send('HEAD', 'Product/none'),
    send('OPTIONS', 'Product/'),
    send('PATCH', 'Product/A'),
  ])

  expect([head.status, head.text, missing.status, missing.text]).toEqual([200, '', 404, ''])
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, DELETE, OPTIONS'])
  expect([patch.status, patch.headers.get('allow'), faultOf(patch)]).toEqual([
    405,
    'GET, HEAD, PUT, DELETE, OPTIONS',
    '405 PATCH is not supported here',
  ])
})
