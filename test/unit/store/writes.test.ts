import { expect, test } from 'vitest'
import { parameterBytes } from '../../../src/records/target-bytes.ts'
import { formatFault } from '../../../src/wire/fault.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

function storeAt(baseUrl: string): StoreClient {
  const fieldNames = { VariantOptions: { variant_code: 'variant' } }
  return openStore({ name: 'test', baseUrl, filesUrl: null, siteName: null, key: 'k', fieldNames, sleep: () => Promise.resolve() })
}

const tee = { resource: 'Product', fields: { sku: 'A' }, children: {} } as const

test('a write is one request under the names of the store', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(204).end())
  const store = storeAt(server.url)

  await store.post('VariantOptions', [{ resource: 'VariantOptions', fields: { variant_code: 'A-1', o_value: 's' }, children: {} }])
  await store.deletePrices(['A', 'B & C'])
  await store.deleteRow('Options', { code: 'A/size' })
  await store.deleteRow('VariantOptions', { variant_code: 'A-1', o_group: 'size' })

  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /API/V3/VariantOptions',
    'DELETE /API/V3/PricingAdvanced?sku=A&sku=B%20%26%20C',
    'DELETE /API/V3/Options/A%2Fsize',
    'DELETE /API/V3/VariantOptions?variant=A-1&o_group=size',
  ])
  expect(server.seen[0]?.body).toContain('<variant>A-1</variant>')
  expect(store.requests()).toEqual({ reads: 0, writes: 4, uploads: 0 })
})

/** An answer of a store or of something in front of it. */
interface Sent {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const records = '<?xml version="1.0"?>\n<ResultSet totalResults="1"><Product><sku>A</sku></Product></ResultSet>\n<!-- served by web 3 -->\n'
const page = '<!doctype html><html><body>proxy</body></html>'
const long = `<ResultSet totalResults="1"><Product><comment>${'x'.repeat(3_000_000)}</comment></Product></ResultSet>`

/** Posts one record to a store with this answer: `written`, or what its error says the request did. */
async function postedTo({ status, body, headers }: Sent): Promise<unknown> {
  await using server = await startScriptedStore((_, response) => void response.writeHead(status, headers).end(body))
  const store = storeAt(server.url)
  const came = await store.post('Product', [tee]).then(
    () => 'written',
    (error: { message: string; context: unknown }) => [error.message.replace(/127[^ ]+/, 'HOST'), error.context],
  )
  await store.close()
  expect(server.seen.length).toBe(1)
  return came
}

test.each<[name: string, sent: Sent]>([
  ['204', { status: 204 }],
  ['201 without a body', { status: 201 }],
  ['201 with records', { status: 201, body: records }],
  ['200 with records', { status: 200, body: records }],
  ['200 with 3 MB of records', { status: 200, body: long }],
  ['200 with an empty ResultSet', { status: 200, body: '\uFEFF<s:ResultSet xmlns:s="urn:x" totalResults="0"/>' }],
  ['200 with rsp ok', { status: 200, body: '<rsp stat="ok" version="3.0"/>' }],
  ['200 with an open rsp ok', { status: 200, body: '<?xml version="1.0"?><rsp stat="ok" version="3.0"></rsp>' }],
])('a write is done after %s', async (_, sent) => {
  expect(await postedTo(sent)).toBe('written')
})

const context = (status: number, more: Readonly<Record<string, string | number>> = {}): object => ({ status, answer: 'refused', ...more })

test.each<[name: string, sent: Sent, message: string, context: object]>([
  [
    '400',
    { status: 400, body: formatFault(400, 'Product A: price "x" is no number') },
    'HOST refused POST Product (400): Product A: price "x" is no number.',
    context(400, { fault: 1 }),
  ],
  ['400 with a page', { status: 400, body: page }, 'HOST answered POST Product with a web page instead of XML (400).', context(400)],
  ['a fault with 200', { status: 200, body: formatFault(400, 'no') }, 'HOST refused POST Product (400): no.', context(400, { fault: 1 })],
  ['413', { status: 413 }, 'HOST refused POST Product (413).', context(413)],
  ['413 with a page', { status: 413, body: page }, 'HOST refused POST Product (413).', context(413)],
  ['414', { status: 414 }, 'HOST refused POST Product (414).', context(414)],
  ['429', { status: 429 }, 'HOST is busy and refused POST Product (429).', context(429)],
  [
    '429 with Retry-After',
    { status: 429, headers: { 'retry-after': '3' } },
    'HOST is busy and refused POST Product (429).',
    context(429, { retryAfter: 3 }),
  ],
  [
    '429 with a page and Retry-After',
    { status: 429, body: page, headers: { 'retry-after': '3' } },
    'HOST is busy and refused POST Product (429).',
    context(429, { retryAfter: 3 }),
  ],
  [
    '503 with a page and Retry-After',
    { status: 503, body: page, headers: { 'retry-after': '7' } },
    'HOST is busy and refused POST Product (503).',
    context(503, { retryAfter: 7 }),
  ],
  [
    '503 with Retry-After',
    { status: 503, headers: { 'retry-after': '7' } },
    'HOST is busy and refused POST Product (503).',
    context(503, { retryAfter: 7 }),
  ],
  [
    '503 with the date of Retry-After',
    { status: 503, headers: { date: 'Mon, 04 May 2026 03:02:01 GMT', 'retry-after': 'Mon, 04 May 2026 03:02:21 GMT' } },
    'HOST is busy and refused POST Product (503).',
    context(503, { retryAfter: 20 }),
  ],
  [
    '503 with an odd Retry-After',
    { status: 503, headers: { 'retry-after': 'soon' } },
    'HOST is busy and refused POST Product (503).',
    context(503),
  ],
  ['501', { status: 501 }, 'HOST refused POST Product (501).', context(501)],
])('after %s nothing was written', async (_, sent, message, expected) => {
  expect(await postedTo(sent)).toEqual([message, expected])
})

const serverError = (status: number): string => `HOST answered POST Product with a server error (${status}).`
const noAnswer = (status: number): string => `HOST answered POST Product with something that is no answer of the Data API (${status}).`
const cutOff = 'The answer of HOST to POST Product is cut off (200).'

test.each<[name: string, sent: Sent, message: string]>([
  ['500', { status: 500 }, serverError(500)],
  ['502', { status: 502 }, serverError(502)],
  ['a bare 503', { status: 503 }, serverError(503)],
  ['504', { status: 504 }, serverError(504)],
  ['408', { status: 408 }, 'HOST gave up waiting for POST Product (408).'],
  ['a page with 502', { status: 502, body: page }, 'HOST answered POST Product with a web page instead of XML (502).'],
  ['a page with a bare 503', { status: 503, body: page }, 'HOST answered POST Product with a web page instead of XML (503).'],
  ['a page with 200', { status: 200, body: page }, 'HOST answered POST Product with a web page instead of XML.'],
  ['a page with 201', { status: 201, body: page }, 'HOST answered POST Product with a web page instead of XML (201).'],
  ['200 without a body', { status: 200 }, cutOff],
  ['200 with a text', { status: 200, body: 'OK' }, noAnswer(200)],
  ['200 with JSON', { status: 200, body: '{"ok":true}' }, noAnswer(200)],
  ['200 with other XML', { status: 200, body: '<result>ok</result>' }, noAnswer(200)],
  ['200 with an rsp that says nothing', { status: 200, body: '<rsp version="3.0"/>' }, noAnswer(200)],
  ['200 with a fault without a code', { status: 200, body: '<rsp stat="fail"/>' }, noAnswer(200)],
  ['202', { status: 202, body: records }, noAnswer(202)],
  ['200 with half of the records', { status: 200, body: records.slice(0, 70) }, cutOff],
  ['200 with half of a tag', { status: 200, body: '<ResultSet totalRes' }, cutOff],
  ['200 with most of 3 MB of records', { status: 200, body: long.slice(0, -20) }, cutOff],
])('after %s nobody knows what the store did', async (_, sent, message) => {
  const { status } = sent

  expect(await postedTo(sent)).toEqual([message, { status, answer: 'lost' }])
})

test('a fault of the server inside 200 is lost too, and so is a redirect', async () => {
  const fault = await postedTo({ status: 200, body: formatFault(500, 'a dead lot') })
  const redirect = await postedTo({ status: 302, headers: { location: 'https://elsewhere.example/' } })

  expect(fault).toEqual(['HOST answered POST Product with a server error (500): a dead lot.', { status: 500, answer: 'lost', fault: 1 }])
  expect(redirect).toEqual([expect.stringContaining('redirects to elsewhere.example'), { status: 302, answer: 'lost' }])
})

test('a refusal whose words are cut off is still a refusal', async () => {
  await using server = await startScriptedStore((_, response) => {
    response.writeHead(400, { 'content-length': '900' })
    response.write('<rsp stat="fail"', () => response.socket?.destroy())
  })
  const store = storeAt(server.url)

  const came = await store.post('Product', [tee]).catch((error: { context: unknown }) => error.context)

  expect(came).toEqual({ status: 400, answer: 'refused' })
  await store.close()
})

test('the target of a DELETE of prices has as many bytes as are counted before it is sent', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(204).end())
  const store = storeAt(server.url)
  const skus = ['A', 'B & C', '秋冬', 'W 1/2"', 'é']

  await store.deletePrices(skus)

  const path = '/API/V3/PricingAdvanced'.length
  expect(server.seen.map(({ url }) => Buffer.byteLength(url))).toEqual([skus.reduce((sum, sku) => sum + parameterBytes('sku', sku), path)])
  await store.close()
})

test('deleting a missing row succeeds, and a delete that could match other rows is never sent', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(404).end(formatFault(404, 'Options x not found')))
  const store = storeAt(server.url)

  await store.deleteRow('Options', { code: 'x' })
  await store.deleteRow('Options', { code: 'wool-50%', sku: 'WOOL 50%', o_group: 'size' })
  const wild = store.deleteRow('ProductAttributes', { sku: 'A', label: '100%' })

  await expect(wild).rejects.toThrow('A ProductAttributes row of "100%" cannot be deleted')
  await expect(Promise.resolve().then(() => store.deletePrices([]))).rejects.toThrow('would delete all of them')
  await expect(store.deleteRow('ProdCat', {})).rejects.toThrow('would delete all rows')
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /API/V3/Options/x',
    'DELETE /API/V3/Options/wool-50%25',
  ])
})

test('a 404 that is not of the platform is no deletion', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(404).end('<html>no such page</html>'))
  const store = storeAt(server.url)

  const came = await store.deleteRow('Options', { code: 'x' }).catch((error: { message: string }) => error.message)

  expect(came).toBe(`${new URL(server.url).host} answered DELETE Options with 404 (not found).`)
  await store.close()
})

test('field names are read from the schema of the store, null where it has none', async () => {
  const schema =
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="VariantOptions"><xs:complexType><xs:all><xs:element name="code"/><xs:element name="variant"/></xs:all></xs:complexType></xs:element></xs:schema>'
  await using server = await startScriptedStore((request, response) => {
    if (request.url === '/API/V3/VariantOptions.xsd') response.writeHead(200).end(schema)
    else response.writeHead(404).end()
  })
  const store = storeAt(server.url)

  const shown = await store.schemaFields('VariantOptions')
  const none = await store.schemaFields('Options')

  expect(shown).toEqual(['code', 'variant'])
  expect(none).toBe(null)
})
