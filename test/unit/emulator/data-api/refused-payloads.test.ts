import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, faultOf, storeRequest } from '../store-request.ts'

const store = await startEmulator({ maxBody: 200_000 })
const send = storeRequest(store)

afterAll(() => store.close())

const good = '<Product><sku>GOOD</sku></Product>'

test.each([
  ['', '400 The body is not well-formed XML: 1:0: document must contain a root element.'],
  ['plain', '400 The body is not well-formed XML: 1:5: text data outside of root node.'],
  ['<ResultSet>', '400 The body is not well-formed XML: 1:11: unclosed tag: ResultSet'],
  ['<ResultSet><Product></ResultSet>', '400 The body is not well-formed XML: 1:32: unexpected close tag.'],
  ['<ResultSet/><ResultSet/>', '400 The body is not well-formed XML: 1:23: documents may contain only one root.'],
  ['<ResultSet><x:Product/></ResultSet>', '400 The body is not well-formed XML: 1:23: unbound namespace prefix: &quot;x&quot;.'],
  ['<!DOCTYPE r [<!ENTITY a "b">]><ResultSet/>', '400 A document type declaration is not accepted'],
  ['<ResultSet><Product><sku>&a;</sku></Product></ResultSet>', '400 The body is not well-formed XML: 1:28: undefined entity.'],
  ['<?xml version="1.0" encoding="latin1"?><ResultSet/>', '400 The encoding latin1 is not supported, only UTF-8'],
  [
    '<?xml version="1.1"?><ResultSet><Product><sku>A</sku><title>a&#1;b</title></Product></ResultSet>',
    '400 XML 1.1 is not supported, only 1.0',
  ],
  [`<?xml version='1.1' encoding="UTF-8"?><ResultSet>${good}</ResultSet>`, '400 XML 1.1 is not supported, only 1.0'],
  [`<?xml version="1.2"?><ResultSet>${good}</ResultSet>`, '400 XML 1.2 is not supported, only 1.0'],
  ['<Products/>', '400 The root element must be ResultSet, not Products'],
  ['<ResultSet/>', '400 The ResultSet contains no Product node'],
  ['<ResultSet><Cat/></ResultSet>', '400 A Product node is expected, not Cat'],
  ['<ResultSet>text</ResultSet>', '400 Text outside of a field: text'],
  ['<ResultSet><Product>text</Product></ResultSet>', '400 Text outside of a field: text'],
  ['<ResultSet><Product><sku>A</sku><sku>B</sku></Product></ResultSet>', '400 Product.sku: given twice'],
  ['<ResultSet><Product><sku><b/></sku></Product></ResultSet>', '400 Product.sku: contains the element b; a field contains text only'],
  ['<ResultSet><Product><title>x</title></Product></ResultSet>', '400 Product.sku: the key is missing'],
  [
    '<ResultSet><Product><sku>A</sku><a>1</a><constructor>2</constructor></Product></ResultSet>',
    '406 Invalid fields specified: a,constructor',
  ],
  [
    '<ResultSet><Product><sku>A</sku><ProdCat><cat_code>c</cat_code></ProdCat></Product></ResultSet>',
    '406 Invalid fields specified: ProdCat',
  ],
  [
    '<ResultSet><Product><sku>A</sku><price>12,5</price></Product></ResultSet>',
    '400 Product.price: &quot;12,5&quot; is not of kind decimal',
  ],
  [
    '<ResultSet><Product><sku>A</sku><inactive>yes</inactive></Product></ResultSet>',
    '400 Product.inactive: &quot;yes&quot; is not true, false, 1 or 0',
  ],
  ...['constructor', '__proto__'].map((text) => [
    `<ResultSet><Product><sku>A</sku><inactive>${text}</inactive></Product></ResultSet>`,
    `400 Product.inactive: &quot;${text}&quot; is not true, false, 1 or 0`,
  ]),
  [
    '<ResultSet><Product><sku>A</sku><option_type>simple</option_type></Product></ResultSet>',
    '400 Product.option_type: &quot;simple&quot; is not one of Simple, Matrix',
  ],
  [`<ResultSet>${good}<Product><sku></sku></Product></ResultSet>`, '400 Product.sku: the key is missing'],
])('POST Product of %j is refused and writes nothing', async (body, fault) => {
  const seen = await send('POST', 'Product', body)

  expect(faultOf(seen)).toBe(fault)
  expect((await send('GET', 'Product/')).counts).toBe('0 0 0')
})

test.each([
  [
    'Product+ProdCat',
    '<Product><sku>A</sku><ProdCat><sku>B</sku><cat_code>c</cat_code></ProdCat></Product>',
    '400 ProdCat.sku: &quot;B&quot; is not the value of the record that contains it',
  ],
  ['Product+ProdCat', '<Product><sku>A</sku><ProdCat><sort>1</sort></ProdCat></Product>', '400 ProdCat.cat_code: a value is required'],
  [
    'Product+Cat',
    '<Product><sku>A</sku><Cat><code>c</code></Cat></Product>',
    '400 Cat cannot be nested in Product in a write; write ProdCat instead',
  ],
  ['PricingAdvanced', '<PricingAdvanced><sku>A</sku></PricingAdvanced>', '400 PricingAdvanced.price: a value is required'],
  ['Cat', `<Cat><code>${'x'.repeat(65)}</code></Cat>`, `400 Cat.code: &quot;${'x'.repeat(60)}&quot; is longer than 64 characters`],
])('POST %s of %j is refused', async (spec, node, fault) => {
  const seen = await send('POST', spec, `<ResultSet>${node}</ResultSet>`)

  expect(faultOf(seen)).toBe(fault)
  expect((await send('GET', `${spec.split('+')[0]}/`)).counts).toBe('0 0 0')
})

test('limits count characters, any prefix and CDATA are accepted, text stays text', async () => {
  const code = '\u{1F600}'.repeat(64)
  const body = `<s:ResultSet xmlns:s="urn:any"><s:Cat><s:code>${code}</s:code><s:name><![CDATA[007 <b>&amp;]]> 1.50&#13;\n</s:name><s:slug> </s:slug></s:Cat></s:ResultSet>`

  const seen = await send('POST', 'Cat', body)

  expect([
    seen.status,
    seen.text.includes(`<code>${code}</code><name>007 &lt;b&gt;&amp;amp; 1.50&#13;\n</name>`),
    seen.text.includes('<slug> </slug>'),
  ]).toEqual([200, true, true])
})

const raw = (body: string | Uint8Array<ArrayBuffer> | ReadableStream) =>
  fetch(`${store.url}/API/V3/Product`, {
    method: 'POST',
    headers: { authorization: basic(store.key) },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })

test('a deep body and a body that is not UTF-8 are 400, one over the limit is 413 with or without a length', async () => {
  const big = new TextEncoder().encode(`<ResultSet>${' '.repeat(300_000)}`)
  const stream = new Blob([big]).stream()

  const seen = [
    await raw(`<ResultSet><Product>${'<x>'.repeat(20_000)}`),
    await raw(new Uint8Array([60, 0xff])),
    await raw(big),
    await raw(stream),
  ]

  expect(seen.map(({ status }) => status)).toEqual([400, 400, 413, 413])
  expect(await seen[3]?.text()).toContain('<msg>The body is larger than 200000 bytes; send fewer records per request</msg>')
})

test.each([
  ['gzip', 415],
  ['br, gzip', 415],
  ['identity', 200],
])('a body with Content-Encoding %s: %i', async (coding, status) => {
  const body = coding === 'identity' ? `<ResultSet>${good}</ResultSet>` : gzipSync(`<ResultSet>${good}</ResultSet>`)
  const headers = { authorization: basic(store.key), 'content-encoding': coding }

  const answer = await fetch(`${store.url}/API/V3/Product`, { method: 'POST', headers, body })

  expect([answer.status, (await answer.text()).includes(`Content-Encoding ${coding} is not supported`)]).toEqual([status, status === 415])
})

test('a file with Content-Encoding is refused, too: its bytes would be stored as they were sent', async () => {
  const headers = { authorization: basic(store.key), 'content-encoding': 'gzip' }

  const answer = await fetch(`${store.filesUrl}/shop/a.txt`, { method: 'PUT', headers, body: gzipSync('text') })

  expect([answer.status, store.file('a.txt')]).toEqual([415, null])
})
