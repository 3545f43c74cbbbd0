import { expect } from 'vitest'
import type { StoreRequest } from '../unit/emulator/store-request.ts'
import { type AssumptionCases, body, counts, entry, group, product, short, shorts } from './assumption-case.ts'

const found = (expression: string) => `UserGroups/?_search=${encodeURIComponent(expression)}`
const groups = async (send: StoreRequest, ...codes: string[]) => send('POST', 'UserGroups', body(...codes.map(group)))
const head = async (send: StoreRequest) => /<ResultSet[^>]*>/.exec((await send('GET', 'UserGroups/')).text)?.[0]
const ofOrder = (expression: string) => `Order/?_search=${encodeURIComponent(expression)}`

/** Expressions outside of the grammar (R25). */
const outside = [
  'code <> 1',
  'code = NULL',
  'code = TRUE',
  "code LIKE 'a%'",
  "code IN ('a')",
  'code + 1 = 2',
  '1=1',
  'ISNULL(code)=1',
  "'a' = 'a'",
  'code = NOW',
]

/** What each row R takes by default, as a client sees it. */
export const rowsOfReads: AssumptionCases = {
  R1: {
    act: async (send) => {
      await groups(send, 'c', 'a', 'b')
      return (await send('GET', 'UserGroups/?_fields=code')).records.join('').replace(/<[^>]*>/g, '')
    },
    seen: 'abc',
  },
  R2: { act: (send) => groups(send, 'a', 'b', 'c').then(() => counts(send, 'UserGroups/?_start=1&_results=1')), seen: '1 3 1' },
  R3: {
    act: async (send) => [
      await counts(send, 'Cat/?_results=2001'),
      ...(await shorts(send, ['GET Cat/?_results=0'], ['GET Cat/?_results=x'])),
    ],
    seen: ['0 0 0', '406 Invalid fields specified: _results', '406 Invalid fields specified: _results'],
  },
  R4: { act: (send) => groups(send, 'a').then(() => counts(send, 'UserGroups/?_start=5')), seen: '5 1 0' },
  R5: { act: (send) => shorts(send, ['GET Cat/?colour=red']), seen: ['406 Invalid fields specified: colour'] },
  R6: {
    act: (send) => shorts(send, ['GET Cat/?_result=10'], ['GET Cat/?_results=1&_results=2']),
    seen: ['406 Invalid fields specified: _result', '406 Invalid fields specified: _results'],
  },
  R7: { act: (send) => shorts(send, ['GET Product+Inventory/?quantity=3']), seen: ['406 Invalid fields specified: quantity'] },
  R8: {
    act: async (send) => {
      await groups(send, 'a', 'b', 'c')
      return counts(send, `${found("code != 'b'")}&code=a&code=b&title=x&_match=any`)
    },
    seen: '0 1 1',
  },
  R9: { act: (send) => groups(send, 'a', 'A').then(() => counts(send, 'UserGroups/?code=A%25')), seen: '0 1 1' },
  R10: { act: (send) => groups(send, 'a_1', 'ab1').then(() => counts(send, 'UserGroups/?code=a_1')), seen: '0 1 1' },
  R11: { act: (send) => groups(send, '50%', '50x').then(() => counts(send, 'UserGroups/?code=50%25')), seen: '0 2 2' },
  R12: {
    act: async (send) => {
      await send('POST', 'UserGroups', body('<UserGroup><code>a</code><title/></UserGroup>', group('b')))
      return counts(send, 'UserGroups/?title=')
    },
    seen: '0 2 2',
  },
  R13: {
    act: (send) =>
      groups(send, '50%', 'a/b', 'a+b').then(() =>
        shorts(send, ['GET UserGroups/50%25'], ['GET UserGroups/a%2Fb'], ['GET UserGroups/a+b'], ['GET UserGroups/a%25']),
      ),
    seen: ['200 <ResultSet', '200 <ResultSet', '200 <ResultSet', '404 UserGroup a% not found'],
  },
  R14: {
    act: async (send) => {
      await groups(send, 'a')
      return (await send('GET', 'UserGroups/?_fields=title')).text.split('\n')[2]
    },
    seen: '<UserGroup href="/API/V3/UserGroup/a" id="Model::UserGroup::a"><title/></UserGroup>',
  },
  R15: {
    act: async (send) => {
      await send('POST', 'Product+Inventory', body(product('A', '<title>T</title><Inventory><quantity>3</quantity></Inventory>')))
      const paths = ['_fields=sku', '_fields=|Inventory:quantity', '_fields=sku|Inventory:']
      return Promise.all(paths.map(async (query) => (await send('GET', `Product+Inventory/?${query}`)).records[0]))
    },
    seen: [
      '<Product><sku>A</sku><Inventory><sku>A</sku><quantity>3</quantity></Inventory></Product>',
      '<Product><sku>A</sku><title>T</title><Inventory><quantity>3</quantity></Inventory></Product>',
      '<Product><sku>A</sku><Inventory><sku>A</sku><quantity>3</quantity></Inventory></Product>',
    ],
  },
  R16: {
    act: async (send) => {
      await send('POST', 'AdvancedPricing', body(entry('')))
      return (await send('GET', 'AdvancedPricing/?_fields=price')).records
    },
    seen: ['<PricingAdvanced><price>1</price></PricingAdvanced>'],
  },
  R17: {
    act: async (send) => {
      await send('POST', 'ExtraImages', body('<ExtraImages><code>i</code><sku>A</sku></ExtraImages>'))
      return (await send('GET', 'ExtraImages/')).records
    },
    seen: ['<ExtraImages><code>i</code><sku>A</sku></ExtraImages>'],
  },
  R18: {
    act: async (send) => {
      await send('POST', 'Product+ProdCat', body(product('a b', '<ProdCat><cat_code>c</cat_code></ProdCat>')))
      return (await send('GET', 'Product+ProdCat/')).text.match(/ id="[^"]*"/g)
    },
    seen: [' id="Model::Product::a b"', ' id="Model::ProdCat::1"'],
  },
  R19: {
    act: (send) => groups(send, 'a b').then(async () => / href="[^"]*"/.exec((await send('GET', 'UserGroups/')).text)?.[0]),
    seen: ' href="/API/V3/UserGroup/a%20b"',
  },
  R20: { act: head, seen: expect.stringContaining('xmlns="urn:online-store:api:v3"') },
  R21: { act: head, seen: expect.stringContaining(' session="" ') },
  R22: {
    options: { now: () => new Date('2026-11-20T23:30:15Z') },
    act: async (send) => {
      await send('POST', 'Order', body('<Order/>'))
      return (await send('GET', 'Order/1?_fields=order_date')).records
    },
    seen: ['<Order><order_date>2026-11-20 23:30:15</order_date></Order>'],
  },
  R23: {
    act: async (send) => [
      ...(await shorts(
        send,
        ...['order_date', 'update_date', 'delivery_date'].map((name) => [`GET ${ofOrder(`${name} < NOW()`)}`] as const),
      )),
      ...(await shorts(
        send,
        ...['Shipments date', 'Merchandising start_date', 'Merchandising end_date'].map((pair) => {
          const [resource, name] = pair.split(' ')
          return [`GET ${resource}/?_search=${encodeURIComponent(`${name} < NOW()`)}`] as const
        }),
      )),
    ],
    seen: ['200 <ResultSet', '200 <ResultSet', '406 Invalid fields specified: delivery_date', ...['', '', ''].map(() => '200 <ResultSet')],
  },
  R24: {
    act: (send) => shorts(send, [`GET ${ofOrder('YEAR(order_date) = 2026')}`], [`GET ${ofOrder('order_date > NOW() - INTERVAL 3 MONTH')}`]),
    seen: [expect.stringMatching(/^406 Invalid fields specified: /), '200 <ResultSet'],
  },
  R25: {
    act: async (send) =>
      (await shorts(send, ...outside.map((expression) => [`GET ${found(expression)}`] as const))).map((text) => text.slice(0, 3)),
    seen: outside.map(() => '406'),
  },
  R26: {
    act: async (send) => {
      await send('POST', 'UserGroups', body('<UserGroup><code>a</code><title>it\'s "so"</title></UserGroup>'))
      const texts = [`'it''s "so"'`, `"it's ""so"""`, String.raw`'it\'s "so"'`]
      return Promise.all(texts.map((text) => counts(send, found(`title = ${text}`))))
    },
    seen: ['0 1 1', '0 1 1', '0 1 1'],
  },
  R27: {
    act: (send) =>
      groups(send, '10', '9', '010').then(() => Promise.all([counts(send, found('code = 10')), counts(send, found("code = '10'"))])),
    seen: ['0 2 2', '0 1 1'],
  },
  R28: {
    act: (send) => shorts(send, ['GET Cat/?_fields=code,one,two'], [`GET ${found('code = ')}`], [`GET ${found('code ; 1')}`]),
    seen: ['406 Invalid fields specified: one,two', '406 Invalid fields specified: _search', '406 Invalid fields specified: ;'],
  },
  R29: {
    act: (send) => shorts(send, ['GET Products/nope'], ['GET AdvancedPricing/7']),
    seen: ['404 Product nope not found', '404 PricingAdvanced 7 not found'],
  },
  R30: {
    act: (send) => shorts(send, ['GET Nothing/'], ['GET Product+Webhooks/']),
    seen: ['404 Nothing not found', '406 Invalid fields specified: Webhooks'],
  },
  R31: {
    act: async (send, { url }) => {
      const long = await send('GET', `Cat/?code=${'x'.repeat(9_000)}`)
      const none = await fetch(`${url}/API/V3/Cat/`)
      return [
        ...(await shorts(send, ['POST Cat', 'no xml'], ['PATCH Cat/a', 'x'])),
        short(long),
        (await none.text()).includes('<code>401</code>'),
      ]
    },
    seen: [expect.stringMatching(/^400 /), '405 PATCH is not supported here', expect.stringMatching(/^414 /), true],
  },
  R32: { act: async (send) => (await send('GET', 'Cat/')).headers.get('content-type'), seen: 'application/xml; charset=utf-8' },
  R33: {
    act: (send) =>
      groups(send, 'a').then(() => shorts(send, ['GET UserGroups'], ['GET UserGroups/'], ['GET UserGroups/a'], ['GET UserGroups/a/'])),
    seen: ['', '', '', ''].map(() => '200 <ResultSet'),
  },
  R34: {
    act: async (_, { url, key }) => {
      const answer = await fetch(`${url}/API/V3/Cat/?_key=${key}`, { headers: { accept: 'text/html' } })
      return [answer.headers.get('content-type'), (await answer.text()).includes('<ResultSet')]
    },
    seen: ['application/xml; charset=utf-8', true],
  },
  R35: {
    act: async (send) => {
      const [one, two] = [await send('HEAD', 'Cat/'), await send('OPTIONS', 'Cat/')]
      return [one.status, one.text, two.status, two.headers.get('allow')]
    },
    seen: [200, '', 204, 'GET, HEAD, POST, DELETE, OPTIONS'],
  },
  R36: {
    act: async (send) => {
      const { headers } = await send('GET', 'Cat/')
      return [headers.get('content-encoding'), headers.get('access-control-allow-origin')]
    },
    seen: [null, null],
  },
  R37: {
    act: async (send) => new Set((await Promise.all(Array.from({ length: 60 }, () => send('GET', 'Cat/')))).map(({ status }) => status)),
    seen: new Set([200]),
  },
  R38: {
    act: async (send) => {
      await send('POST', 'Product', body(product('A')))
      return (await send('GET', 'Product+ProdCat/')).records
    },
    seen: ['<Product><sku>A</sku></Product>'],
  },
  R39: {
    act: async (send) => {
      await send('POST', 'Shipping', body('<Shipping><code>post</code><title>By post</title></Shipping>'))
      const made = await send('POST', 'ApiAccess', body('<ApiAccess><title>for the ERP</title></ApiAccess>'))
      const read = await send('GET', 'ApiAccess/?title=for%20the%20ERP&_fields=title,key')
      return [(await send('GET', 'Shipping/')).records, /<key>[^<]{20,}<\/key>/.test(made.text), read.records]
    },
    seen: [expect.anything(), true, ['<ApiAccess><title>for the ERP</title></ApiAccess>']],
  },
  R40: {
    act: async (send) => {
      const { status, text } = await send('GET', '')
      return [status, text.includes('<rsp stat="ok" version="3.0">'), (text.match(/<resource name="/g) ?? []).length]
    },
    seen: [200, true, 25],
  },
}
