import { expect } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'
import {
  type AssumptionCases,
  attribute,
  body,
  counts,
  entry,
  group,
  place,
  product,
  short,
  shorts,
  twice,
  written,
} from './assumption-case.ts'

const links = (...cats: string[]) => product('A', cats.map((cat) => `<ProdCat><cat_code>${cat}</cat_code></ProdCat>`).join(''))
const title = (text: string) => body(product('A', `<title>${text}</title>`))
const isNull = `Product/?_search=${encodeURIComponent('ISNULL(title)')}`

const order = (more: string) => body(`<Order><order_number>7</order_number>${more}</Order>`)
const row = (value: string) =>
  `<VariantOptions><sku>A</sku><variant_code>A-1</variant_code><o_group>${value}</o_group><o_value>s</o_value></VariantOptions>`

/** What each row W takes by default, as a client sees it. */
export const rowsOfWrites: AssumptionCases = {
  W1: {
    act: async (send) => {
      const answer = await send('POST', 'PricingAdvanced', body(entry('')))
      return [answer.status, answer.counts, answer.records]
    },
    seen: [200, '0 1 1', ['<PricingAdvanced><uid>1</uid><sku>A</sku><start>0</start><end>9999999</end><price>1</price></PricingAdvanced>']],
  },
  W2: {
    act: async (send) => {
      await send('POST', 'UserGroups', body(group('a')))
      const answer = await send('PUT', 'UserGroups/a', body('<UserGroup><title>T</title></UserGroup>'))
      return [answer.status, answer.counts, answer.records]
    },
    seen: [200, '0 1 1', ['<UserGroup><code>a</code><title>T</title></UserGroup>']],
  },
  W3: {
    act: async (send) => {
      const { status, text } = await send('DELETE', 'PricingAdvanced?sku=A')
      return [status, text]
    },
    seen: [200, '<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="ok" version="3.0"/>\n'],
  },
  W4: { act: twice('Product', product('A') + product('') + product('B')), seen: ['400 Product.sku: the key is missing', '0 0 0'] },
  W5: {
    act: async (send, { url, key, faults }) => {
      const client = openStore({ name: 'test', baseUrl: url, filesUrl: null, siteName: null, key })
      faults.add({ on: { method: 'POST' }, do: { kind: 'lost-answer' } })
      const price = { resource: 'PricingAdvanced', fields: { sku: 'A', price: '1' }, children: {} } as const
      const lost: unknown = await client.post('PricingAdvanced', [price]).catch((error: { context?: unknown }) => error.context)
      await client.close()
      return [lost, await counts(send, 'PricingAdvanced/')]
    },
    seen: [{ answer: 'lost', reason: 'reset' }, '0 1 1'],
  },
  W6: { act: twice('UserGroups', group('new')), seen: ['200 <ResultSet', '0 1 1'] },
  W7: { act: twice('PricingAdvanced', entry('<uid>9</uid>')), seen: ['404 PricingAdvanced 9 not found', '0 0 0'] },
  W8: {
    act: twice('PricingAdvanced', entry(''), '<PricingAdvanced><uid>1</uid><sku>B</sku></PricingAdvanced>'),
    seen: ['400 PricingAdvanced.sku: the entry 1 belongs to another sku', '0 1 1'],
  },
  W9: { act: twice('PricingAdvanced', entry(''), entry('')), seen: ['200 <ResultSet', '0 2 2'] },
  W10: {
    act: twice('PricingAdvanced', entry('<start>5</start><end>3</end>'), entry('<start>2</start>')),
    seen: ['200 <ResultSet', '0 2 2'],
  },
  W11: {
    act: async (send) => {
      await send('POST', 'PricingAdvanced', body(entry(''), entry('<group_code/>'), entry('<group_code>vip</group_code>')))
      return counts(send, 'PricingAdvanced/?group_code=')
    },
    seen: '0 2 2',
  },
  W12: {
    act: async (send) => [
      await twice('ProdCat', place, place)(send),
      await twice(
        'CatParent',
        ...['1', '2'].map((sort) => `<CatParent><cat_code>c</cat_code><parent_code>0</parent_code><sort>${sort}</sort></CatParent>`),
      )(send),
      await twice(
        'ProdAccessGroup',
        ...['', ''].map(() => '<ProdAccessGroup><sku>A</sku><group_code>g</group_code></ProdAccessGroup>'),
      )(send),
      (await send('GET', 'CatParent/?_fields=sort')).records,
    ],
    seen: [
      ['200 <ResultSet', '0 1 1'],
      ['200 <ResultSet', '0 1 1'],
      ['200 <ResultSet', '0 1 1'],
      ['<CatParent><sort>2</sort></CatParent>'],
    ],
  },
  W13: { act: twice('ProductAttributes', attribute('x'), attribute('y')), seen: ['200 <ResultSet', '0 1 1'] },
  W14: {
    act: twice(
      'UserCustomerGroups',
      ...['', ''].map(() => '<UserCustomerGroup><username>a</username><group_code>g</group_code></UserCustomerGroup>'),
    ),
    seen: ['200 <ResultSet', '0 1 1'],
  },
  W15: { act: (send) => twice('Product+ProdCat', links('a', 'b'), links('c'))(send).then(() => counts(send, 'ProdCat/')), seen: '0 3 3' },
  W16: { act: async (send) => short(await send('POST', 'Product', body(links('a')))), seen: '406 Invalid fields specified: ProdCat' },
  W17: {
    act: (send) =>
      shorts(
        send,
        ['POST Product', body(product('A', '<colour>red</colour><shape>round</shape>'))],
        ['POST Product', body(product('A', '<meta_title>T</meta_title>'))],
        ['POST UserGroups', body('<UserGroup><code>a</code><meta_title>T</meta_title></UserGroup>')],
      ),
    seen: ['406 Invalid fields specified: colour,shape', '200 <ResultSet', '406 Invalid fields specified: meta_title'],
  },
  W18: {
    act: (send) =>
      shorts(
        send,
        ['POST Product', title('T')],
        ['PUT Product/A', body(product('B'))],
        ['PUT Product/A', body('<Product><title>U</title></Product>')],
      ),
    seen: ['200 <ResultSet', '400 Product.sku: is not the key of the address', '200 <ResultSet'],
  },
  W19: { act: (send) => shorts(send, ['PUT Product/A', title('T')]), seen: ['404 Product A not found'] },
  W20: {
    act: (send) => shorts(send, ['PUT Product+Inventory/A', title('T')], ['PUT Product/A', body(product('A'), product('A'))]),
    seen: ['400 PUT supports one resource, not Product+Inventory', '400 PUT accepts one record, not 2'],
  },
  W21: {
    act: async (send) =>
      [await written('<title>T</title>')(send), await written('<title/>', 'Product/A?_fields=title')(send)].map(
        (text) => /<title>.*<\/title>/.exec(text)?.[0],
      ),
    seen: ['<title>T</title>', '<title></title>'],
  },
  W22: {
    act: async (send) => {
      await send('POST', 'Product', body(product('A', '<title/>'), product('B')))
      const { text } = await send('GET', 'Product/?_fields=title')
      return [text.match(/<title(?:\/>|><\/title>)/g)?.length, await counts(send, isNull)]
    },
    seen: [2, '0 2 2'],
  },
  W23: { act: written('<price>012.50</price>', 'Product/?price=12.5&_fields=price'), seen: expect.stringContaining('<price>12.5</price>') },
  W24: {
    act: written('<inactive>1</inactive>', 'Product/?inactive=1&_fields=inactive'),
    seen: expect.stringContaining('<inactive>true</inactive>'),
  },
  W25: {
    act: (send) => shorts(send, ['POST Product', body(product('A', '<price>12,5</price>'))]),
    seen: ['400 Product.price: &quot;12,5&quot; is not of kind decimal'],
  },
  W26: {
    act: (send) => shorts(send, ...[64, 65].map((length) => ['POST Cat', body(`<Cat><code>${'é'.repeat(length)}</code></Cat>`)] as const)),
    seen: ['200 <ResultSet', expect.stringMatching(/^400 Cat\.code: .* is longer than 64 characters$/)],
  },
  W27: { act: twice('ProdCat', place), seen: ['200 <ResultSet', '0 1 1'] },
  W28: {
    act: (send) =>
      shorts(send, ['POST Product', body(product('A'), product('B'))], ['DELETE Product/A'], ['DELETE Product?sku=B'], ['GET Product/B']),
    seen: ['200 <ResultSet', '200 <rsp', '200 <rsp', '404 Product B not found'],
  },
  W29: {
    act: (send) => shorts(send, ['DELETE PricingAdvanced'], ['DELETE PricingAdvanced?sku=A&sku='], ['DELETE PricingAdvanced?sku=A%25']),
    seen: [
      '400 DELETE of PricingAdvanced needs a field to select the records by',
      '400 DELETE of PricingAdvanced needs a field to select the records by: an empty value of sku selects every record without one',
      '400 DELETE does not support % in a value',
    ],
  },
  W30: {
    act: (send) => shorts(send, ['DELETE PricingAdvanced?sku=A'], ['DELETE Product/A']),
    seen: ['200 <rsp', '404 Product A not found'],
  },
  W31: {
    act: async (send) => {
      await send('POST', 'Product+PricingAdvanced', body(product('A', '<PricingAdvanced><price>1</price></PricingAdvanced>')))
      await send('DELETE', 'Product/A')
      await send('POST', 'Product', body(product('A')))
      return (await send('GET', 'Product+PricingAdvanced/A?_fields=sku|PricingAdvanced:price')).records
    },
    seen: ['<Product><sku>A</sku><PricingAdvanced><price>1</price></PricingAdvanced></Product>'],
  },
  W32: { act: twice('Product', product('a'), product('A')), seen: ['200 <ResultSet', '0 2 2'] },
  W33: {
    act: async (send) => {
      await send('POST', 'Variants', body('<Variant><code>A-1</code><sku>A</sku></Variant>'))
      await send('POST', 'PricingAdvanced', body('<PricingAdvanced><sku>A-1</sku><price>7</price></PricingAdvanced>'))
      return (await send('GET', 'Variants+PricingAdvanced/?_fields=code|PricingAdvanced:price')).records
    },
    seen: ['<Variant><code>A-1</code><PricingAdvanced><price>7</price></PricingAdvanced></Variant>'],
  },
  W34: { act: (send) => twice('Product', product('A'))(send).then(() => counts(send, 'Inventory/')), seen: '0 0 0' },
  W35: {
    act: async (send) => {
      await send('POST', 'Product', body(product('A', '<slug>x</slug>'), product('B', '<slug>x</slug>'), product('C', '<title>T</title>')))
      return (await send('GET', 'Product/?_fields=slug')).records
    },
    seen: ['<Product><slug>x</slug></Product>', '<Product><slug>x</slug></Product>', '<Product></Product>'],
  },
  W36: { act: written('<title> a&#13;\nb </title>'), seen: expect.stringContaining('<title> a&#13;\nb </title>') },
  W37: {
    act: async (send, store) => {
      await send('POST', 'Product', title('first'))
      store.betweenRequests(() => store.seed([{ resource: 'Product', fields: { sku: 'A', brand: 'other' }, children: {} }]))
      const { headers, records } = await send('PUT', 'Product/A', title('last'))
      return [headers.get('etag'), records]
    },
    seen: [null, ['<Product><sku>A</sku><title>last</title><brand>other</brand></Product>']],
  },
  W38: { act: twice('Product', product('A')), seen: ['200 <ResultSet', '0 1 1'] },
  W39: {
    options: { now: () => new Date('2026-11-20T07:00:00Z') },
    act: async (send) => {
      await send('POST', 'Order', order('<total_numeric>9.5</total_numeric><order_date>2020-01-01</order_date>'))
      const first = await send('GET', 'Order/7?_fields=total_numeric,order_date,update_date')
      await send('POST', 'Order', order('<update_date>2021-01-01 00:00:00</update_date>'))
      return [first.records, (await send('GET', 'Order/7?_fields=update_date')).records]
    },
    seen: [
      [
        '<Order><order_date>2020-01-01 00:00:00</order_date><update_date>2026-11-20 07:00:00</update_date><total_numeric>9.5</total_numeric></Order>',
      ],
      ['<Order><update_date>2021-01-01 00:00:00</update_date></Order>'],
    ],
  },
  W40: {
    act: async (send) => {
      await send('POST', 'VariantOptions', body(row('size'), row('colour')))
      return (await send('GET', 'VariantOptions/')).records
    },
    seen: ['size', 'colour'].map(
      (name, at) =>
        `<VariantOptions><code>${at + 1}</code><sku>A</sku><variant_code>A-1</variant_code><o_group>${name}</o_group><o_value>s</o_value></VariantOptions>`,
    ),
  },
  W41: { act: written('<image>nowhere.jpg</image>'), seen: expect.stringContaining('<image>nowhere.jpg</image>') },
  W43: {
    act: written('<weight>0.123456789</weight>', 'Product/A?_fields=weight'),
    seen: expect.stringContaining('<weight>0.123456789</weight>'),
  },
  W44: {
    act: twice('PricingAdvanced', entry('<currency_code>XXX</currency_code>')),
    seen: ['200 <ResultSet', '0 1 1'],
  },
  W45: {
    act: async (send, store) => {
      const fields = '<code>o</code><sku>A</sku><o_value>s=Small,s=Other</o_value><price>q=+3</price>'
      const reply = short(await send('POST', 'Options', body(`<Options>${fields}</Options>`)))
      const found = await (await fetch(`${store.url}/_emulator/lint`)).json()
      return [reply, found]
    },
    seen: ['200 <ResultSet', expect.arrayContaining([expect.objectContaining({ rule: 'value', resource: 'Options', key: 'o' })])],
  },
  W42: {
    act: async (send, { clock, faults }) => {
      faults.add({ on: { nth: 1 }, do: { kind: 'lost-answer' } }, { on: { nth: 2 }, do: { kind: 'status', status: 504 } })
      const replies = [
        await send('POST', 'UserGroups', body(group('lost'))).then(short, () => 'lost'),
        await send('POST', 'UserGroups', body(group('gateway'))).then(short, () => 'lost'),
      ]
      clock.advance(3_600_000)
      return [replies, (await send('GET', 'UserGroups/?_fields=code')).records]
    },
    seen: [['lost', expect.stringMatching(/^504 /)], ['<UserGroup><code>lost</code></UserGroup>']],
  },
}
