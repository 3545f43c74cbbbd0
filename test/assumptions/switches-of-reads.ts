import { expect } from 'vitest'
import { type AssumptionCases, body, counts, group, product, short, shorts, written } from './assumption-case.ts'
import type { StoreRequest } from '../unit/emulator/store-request.ts'

const search = (expression: string) => `Order/?_search=${encodeURIComponent(expression)}`
const order = '<Order><order_number>1</order_number><delivery_date>2026-11-01</delivery_date></Order>'
const orders = async (send: StoreRequest) => {
  await send('POST', 'UserGroups', body(...['c', 'a', 'b'].map(group)))
  return (await send('GET', 'UserGroups/?_fields=code')).records.join('').replace(/<[^>]*>/g, '')
}
const underscore = async (send: StoreRequest) => {
  await send('POST', 'Product', body(product('A_1'), product('AB1')))
  return counts(send, 'Product/?sku=A_1')
}

function addressOf(bytes: number): string {
  return `GET Cat/?code=${'x'.repeat(bytes - '/API/V3/Cat/?code='.length)}`
}

/** GET of an address of so many bytes, and of a longer one. */
const longest =
  (bytes: number, longer = bytes + 1) =>
  (send: StoreRequest) =>
    shorts(send, [addressOf(bytes)], [addressOf(longer)])

/** POST of a group in a body of so many bytes. */
const postOf = (bytes: number) => async (send: StoreRequest) => {
  const text = body(`<UserGroup><code>a</code><description></description></UserGroup>`)
  return short(await send('POST', 'UserGroups', text.replace('n></d', `n>${'x'.repeat(bytes - text.length)}</d`)))
}

/** Every value of the switches of rows R but the defaults. */
export const switchesOfReads: AssumptionCases = {
  'order key': { turned: {}, act: orders, seen: 'abc' },
  'order insertion': { turned: { order: 'insertion' }, act: orders, seen: 'cab' },
  'order shuffled': {
    turned: { order: 'shuffled' },
    act: orders,
    seen: 'acb',
  },
  'results reject': {
    turned: { results: 'reject' },
    act: async (send) => short(await send('GET', 'Cat/?_results=2001')),
    seen: '406 Invalid fields specified: _results',
  },
  'unknownParam ignore': {
    turned: { unknownParam: 'ignore' },
    act: async (send) => short(await send('GET', 'Cat/?_result=1')),
    seen: '200 <ResultSet',
  },
  'underscore literal': { turned: {}, act: underscore, seen: '0 1 1' },
  'underscore wildcard': { turned: { underscore: 'wildcard' }, act: underscore, seen: '0 2 2' },
  'fieldsKey always': {
    turned: { fieldsKey: 'always' },
    act: written('<title>T</title>', 'Product/A?_fields=title'),
    seen: expect.stringContaining('"><sku>A</sku><title>T</title></Product>'),
  },
  'nodes as-asked': {
    turned: { nodes: 'as-asked' },
    act: async (send) => [
      await written('', 'Product/A')(send),
      (await send('GET', 'Products/')).text.includes('<Products href="/API/V3/Product/A"'),
    ],
    seen: [expect.stringContaining('<Product '), true],
  },
  'href absolute': {
    turned: { href: 'absolute' },
    act: written(''),
    seen: expect.stringMatching(/href="http:\/\/127\.0\.0\.1:\d+\/API\/V3\/Product\/A"/),
  },
  'errorBody html': {
    turned: { errorBody: 'html' },
    act: async (send) => (await send('POST', 'Product', 'x')).text,
    seen: '<html><body><h1>400</h1></body></html>\n',
  },
  'errorBody empty': {
    turned: { errorBody: 'empty' },
    act: async (send) => [(await send('POST', 'Product', 'x')).text, short(await send('GET', 'Product/A'))],
    seen: ['', '404 Product A not found'],
  },
  'contentType text/xml': {
    turned: { contentType: 'text/xml' },
    act: async (send) => (await send('GET', 'Cat/')).headers.get('content-type'),
    seen: 'text/xml; charset=utf-8',
  },
  'namespace http://store.example/API/V3/namespace': {
    turned: { namespace: 'http://store.example/API/V3/namespace' },
    act: async (send) => [
      (await send('GET', 'Cat/')).text.includes('<ResultSet xmlns="http://store.example/API/V3/namespace"'),
      (await send('GET', 'Cat.xsd')).text.includes('targetNamespace="http://store.example/API/V3/namespace"'),
    ],
    seen: [true, true],
  },
  'timezone +02:00': {
    turned: { timezone: '+02:00' },
    options: { now: () => new Date('2026-11-20T23:30:00Z') },
    act: async (send) => {
      await send('POST', 'Order', body('<Order/>'))
      return [
        (await send('GET', 'Order/1?_fields=order_date')).records,
        await counts(send, search('order_date = NOW()')),
        await counts(send, search("order_date >= '2026-11-21'")),
      ]
    },
    seen: [['<Order><order_date>2026-11-21 01:30:00</order_date></Order>'], '0 1 1', '0 1 1'],
  },
  'dateFields order': {
    turned: { dateFields: 'order' },
    act: async (send) => {
      await send('POST', 'Order', body(order))
      return shorts(
        send,
        [`GET ${search('order_date <= NOW()')}`],
        [`GET Merchandising/?_search=${encodeURIComponent('start_date < NOW()')}`],
        [`GET Shipments/?_search=${encodeURIComponent('date < NOW()')}`],
      )
    },
    seen: ['200 <ResultSet', '406 Invalid fields specified: start_date', '406 Invalid fields specified: date'],
  },
  'dateFunctions accept': {
    turned: { dateFunctions: 'accept' },
    options: { now: () => new Date('2026-11-20T07:00:00Z') },
    act: async (send) => {
      await send('POST', 'Order', body('<Order/>'))
      return [
        await counts(send, search('YEAR(order_date) = 2026 AND MONTH(order_date) = 11 AND DAY(order_date) = 20')),
        await counts(send, search('YEAR(order_date) = 2025')),
      ]
    },
    seen: ['0 1 1', '0 0 0'],
  },
  'order random': {
    turned: { order: 'random' },
    act: async (send) => {
      await send('POST', 'UserGroups', body(...['a', 'b', 'c', 'd', 'e', 'f'].map(group)))
      const answers = await Promise.all([1, 2, 3, 4].map(async () => (await send('GET', 'UserGroups/?_fields=code')).records))
      return [new Set(answers.map(String)).size, new Set(answers.map((records) => String(records.toSorted()))).size]
    },
    seen: [4, 1],
  },
  'longestUrl 8192': { turned: {}, act: longest(8192), seen: ['200 <ResultSet', '414 The address is too long'] },
  'longestUrl 4096': { turned: { longestUrl: '4096' }, act: longest(4096), seen: ['200 <ResultSet', '414 The address is too long'] },
  'longestUrl 65536': {
    turned: { longestUrl: '65536' },
    act: longest(60_000, 66_000),
    seen: ['200 <ResultSet', '414 The address or the headers are too long'],
  },
  'largestBody 67108864': { turned: {}, act: postOf(2_000_000), seen: '200 <ResultSet' },
  'largestBody 1048576': {
    turned: { largestBody: '1048576' },
    act: async (send) => [await postOf(1_048_000)(send), await postOf(1_048_577)(send), await counts(send, 'UserGroups/')],
    seen: ['200 <ResultSet', '413 The body is larger than 1048576 bytes; send fewer records per request', '0 1 1'],
  },
}
