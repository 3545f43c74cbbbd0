import { expect } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
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
import type { StoreRequest } from '../unit/emulator/store-request.ts'

const halfBad = async (send: StoreRequest) => [
  short(await send('POST', 'Product', body(product('A'), product(''), product('B')))),
  await counts(send, 'Product/'),
]
const links = (...cats: string[]) => product('A', cats.map((cat) => `<ProdCat><cat_code>${cat}</cat_code></ProdCat>`).join(''))
const nested = async (send: StoreRequest) => {
  await send('POST', 'Product+ProdCat', body(links('a', 'b')))
  await send('POST', 'Product+ProdCat', body(links('c')))
  return counts(send, 'ProdCat/')
}

/** A write whose answer is lost, seen before and after so many milliseconds. */
const lateWrite =
  (milliseconds: number) =>
  async (send: StoreRequest, { clock, faults }: RunningEmulator): Promise<unknown> => {
    clock.freeze()
    faults.add({ on: { method: 'POST' }, do: { kind: 'lost-answer' } })
    const reply = await send('POST', 'UserGroups', body(group('a'))).then(short, () => 'lost')
    const before = await counts(send, 'UserGroups/')
    clock.advance(milliseconds)
    return [reply, before, await counts(send, 'UserGroups/')]
  }

/** Every value of the switches of rows W but the defaults, and the defaults where they are worth a look. */
export const switchesOfWrites: AssumptionCases = {
  'writeReply rsp-ok': { turned: { writeReply: 'rsp-ok' }, act: twice('UserGroups', group('a')), seen: ['200 <rsp', '0 1 1'] },
  'writeReply empty-204': { turned: { writeReply: 'empty-204' }, act: twice('UserGroups', group('a')), seen: ['204 empty', '0 1 1'] },
  'writeReply 201': { turned: { writeReply: '201' }, act: twice('UserGroups', group('a')), seen: ['201 <ResultSet', '0 1 1'] },
  'batch atomic': { turned: {}, act: halfBad, seen: ['400 Product.sku: the key is missing', '0 0 0'] },
  'batch stop': { turned: { batch: 'stop' }, act: halfBad, seen: ['400 Product.sku: the key is missing', '0 1 1'] },
  'batch continue': { turned: { batch: 'continue' }, act: halfBad, seen: ['400 Product.sku: the key is missing', '0 2 2'] },
  'unknownUid insert': {
    turned: { unknownUid: 'insert' },
    act: twice('PricingAdvanced', '<PricingAdvanced><uid>9</uid><sku>A</sku><price>1</price></PricingAdvanced>'),
    seen: ['200 <ResultSet', '0 1 1'],
  },
  'links upsert': { turned: {}, act: twice('ProdCat', place, place), seen: ['200 <ResultSet', '0 1 1'] },
  'links duplicate': { turned: { links: 'duplicate' }, act: twice('ProdCat', place, place), seen: ['200 <ResultSet', '0 2 2'] },
  'links error': {
    turned: { links: 'error' },
    act: twice('ProdCat', place, place),
    seen: ['400 ProdCat: this sku, cat_code already exists', '0 1 1'],
  },
  'attributes label': { turned: {}, act: twice('ProductAttributes', attribute('x'), attribute('y')), seen: ['200 <ResultSet', '0 1 1'] },
  'attributes label+value': {
    turned: { attributes: 'label+value' },
    act: twice('ProductAttributes', attribute('x'), attribute('y'), attribute('x')),
    seen: ['200 <ResultSet', '0 2 2'],
  },
  'attributes always-insert': {
    turned: { attributes: 'always-insert' },
    act: twice('ProductAttributes', attribute('x'), attribute('x')),
    seen: ['200 <ResultSet', '0 2 2'],
  },
  'nested merge': { turned: {}, act: nested, seen: '0 3 3' },
  'nested replace': { turned: { nested: 'replace' }, act: nested, seen: '0 1 1' },
  'unknownField ignore': {
    turned: { unknownField: 'ignore', unset: 'omit' },
    act: written('<colour>red</colour>'),
    seen: '<Product href="/API/V3/Product/A" id="Model::Product::A"><sku>A</sku></Product>\n',
  },
  'unknownField store': {
    turned: { unknownField: 'store', unset: 'omit' },
    act: written('<colour>red</colour>'),
    seen: '<Product href="/API/V3/Product/A" id="Model::Product::A"><sku>A</sku><colour>red</colour></Product>\n',
  },
  'putMissing create': {
    turned: { putMissing: 'create' },
    act: async (send) => [
      (await send('PUT', 'Product/A', body('<Product><title>T</title></Product>'))).records,
      short(await send('PUT', 'PricingAdvanced/7', body('<PricingAdvanced/>'))),
    ],
    seen: [['<Product><sku>A</sku><title>T</title></Product>'], '404 PricingAdvanced 7 not found'],
  },
  'unset omit': {
    turned: { unset: 'omit' },
    act: written('<title/>'),
    seen: '<Product href="/API/V3/Product/A" id="Model::Product::A"><sku>A</sku><title></title></Product>\n',
  },
  'numbers shortest': {
    turned: { unset: 'omit' },
    act: written('<price>012.50</price>', 'Product/A?_fields=price'),
    seen: expect.stringContaining('<price>12.5</price>'),
  },
  'numbers two-decimals': {
    turned: { numbers: 'two-decimals' },
    act: written('<price>12.5</price>'),
    seen: expect.stringContaining('<price>12.50</price>'),
  },
  'numbers verbatim': {
    turned: { numbers: 'verbatim' },
    act: written('<price>012.50</price>', 'Product/?price=12.5'),
    seen: expect.stringContaining('<price>012.50</price>'),
  },
  'booleans words': { turned: {}, act: written('<inactive>1</inactive>'), seen: expect.stringContaining('<inactive>true</inactive>') },
  'booleans digits': {
    turned: { booleans: 'digits' },
    act: written('<inactive>true</inactive>'),
    seen: expect.stringContaining('<inactive>1</inactive>'),
  },
  'tooLong truncate': {
    turned: { tooLong: 'truncate' },
    act: twice('Cat', `<Cat><code>${'x'.repeat(65)}</code></Cat>`, `<Cat><code>${'x'.repeat(64)}</code></Cat>`),
    seen: ['200 <ResultSet', '0 1 1'],
  },
  'references accept': { turned: {}, act: twice('ProdCat', place), seen: ['200 <ResultSet', '0 1 1'] },
  'references reject': {
    turned: { references: 'reject' },
    act: twice('ProdCat', place),
    seen: ['400 ProdCat.sku: there is no Product &quot;A&quot;', '0 0 0'],
  },
  'references reject, top level': {
    turned: { references: 'reject' },
    act: twice('Cat+CatParent', '<Cat><code>c</code><CatParent><parent_code>0</parent_code></CatParent></Cat>'),
    seen: ['200 <ResultSet', '0 1 1'],
  },
  'deletes shown': {
    turned: { deletes: 'shown' },
    act: async (send) => [
      short(await send('DELETE', 'Product/A')),
      short(await send('DELETE', 'Cat?code=A')),
      short(await send('DELETE', 'PricingAdvanced?sku=A')),
      short(await send('DELETE', 'PricingAdvanced?start=0')),
      short(await send('DELETE', 'Webhooks/1')),
    ],
    seen: [
      '405 DELETE is not supported here',
      '405 DELETE is not supported here',
      '200 <rsp',
      '406 Invalid fields specified: start',
      '404 Webhook 1 not found',
    ],
  },
  'autoInventory yes': {
    turned: { autoInventory: 'yes' },
    act: async (send) => [
      short(await send('POST', 'Product', body(product('A'), product('A')))),
      (await send('GET', 'Inventory/')).records,
    ],
    seen: ['200 <ResultSet', ['<Inventory><sku>A</sku><quantity>0</quantity></Inventory>']],
  },
  'text verbatim': { turned: {}, act: written('<title> a&#13;\nb </title>'), seen: expect.stringContaining('<title> a&#13;\nb </title>') },
  'text trim': { turned: { text: 'trim' }, act: written('<title> a b </title>'), seen: expect.stringContaining('<title>a b</title>') },
  'text lf': { turned: { text: 'lf' }, act: written('<title>a&#13;\nb</title>'), seen: expect.stringContaining('<title>a\nb</title>') },
  'pricingRules reject': {
    turned: { pricingRules: 'reject' },
    act: async (send) => [
      await shorts(
        send,
        ['POST PricingAdvanced', body(entry('<start>0</start><end>9</end>'))],
        ['POST PricingAdvanced', body(entry('<start>0</start><end>9</end>'), entry('<start>10</start>'))],
        ['POST PricingAdvanced', body(entry('<start>5</start>'))],
        ['POST Product+PricingAdvanced', body(product('B', '<PricingAdvanced><price>1</price><start>3</start></PricingAdvanced>'))],
      ),
      await counts(send, 'PricingAdvanced/'),
    ],
    seen: [
      [
        '400 PricingAdvanced: the price grid of A is invalid (gap)',
        '200 <ResultSet',
        '400 PricingAdvanced: the price grid of A is invalid (overlap)',
        '400 PricingAdvanced: the price grid of B is invalid (gap)',
      ],
      '0 2 2',
    ],
  },
  'currencies 400': {
    turned: { currencies: '400' },
    act: twice('PricingAdvanced', entry(''), entry('<currency_code>XXX</currency_code>')),
    seen: ['400 PricingAdvanced.currency_code: &quot;XXX&quot; is not a currency', '0 1 1'],
  },
  'cascade owned': {
    turned: { cascade: 'owned' },
    act: async (send) => {
      const tree = `<PricingAdvanced><price>1</price></PricingAdvanced><Variant><code>A-1</code><Inventory><quantity>3</quantity></Inventory></Variant><ProdCat><cat_code>c</cat_code></ProdCat>`
      await send(
        'POST',
        'Product+PricingAdvanced+ProdCat+(Variants+Inventory)',
        body(product('A', tree), product('B', '<ProdCat><cat_code>c</cat_code></ProdCat>')),
      )
      await send('POST', 'Order+Orderlines', body('<Order><Orderline><sku>A</sku></Orderline></Order>'))
      await send('DELETE', 'Product/A')
      const left = ['PricingAdvanced', 'Variants', 'Inventory', 'ProdCat', 'Orderlines'].map((name) => counts(send, `${name}/`))
      await Promise.all(left)
      await send('POST', 'Cat', body('<Cat><code>c</code></Cat>'))
      await send('DELETE', 'Cat?code=c')
      return [...(await Promise.all(left)), await counts(send, 'ProdCat/')]
    },
    seen: ['0 0 0', '0 0 0', '0 0 0', '0 1 1', '0 1 1', '0 0 0'],
  },
  'collation nocase': {
    turned: { collation: 'nocase' },
    act: async (send) => [
      await twice('Product', product('A_b', '<title>Blue</title>'), product('a_B', '<brand>x</brand>'))(send),
      await shorts(send, ['GET Product/A_B'], ['PUT Product/a_b', body(product('a_b'))]),
      await counts(send, 'Product/?sku=A_B'),
      await counts(send, 'Product/?title=BL%25'),
      await counts(send, 'Product/?sku=AxB%25'),
      await counts(send, `Product/?_search=${encodeURIComponent("title = 'bLUE'")}`),
    ],
    seen: [['200 <ResultSet', '0 1 1'], ['200 <ResultSet', '200 <ResultSet'], '0 1 1', '0 1 1', '0 0 0', '0 1 1'],
  },
  'slug generate': {
    turned: { slug: 'generate' },
    act: async (send) => {
      const title = '<title>Crème &amp; more</title>'
      await send('POST', 'Product', body(product('A', title), product('B', title), product('C', '<slug>own</slug>'), product('D')))
      await send('POST', 'Cat', body('<Cat><code>c</code><slug>own</slug></Cat>'))
      await send('POST', 'Product', body(product('A', '<title>Other</title>'), product('B', '<slug>own</slug>')))
      return (await send('GET', 'Product/?_fields=slug')).records.concat((await send('GET', 'Cat/?_fields=slug')).records)
    },
    seen: ['creme-more', 'own-3', 'own', 'd']
      .map((slug) => `<Product><slug>${slug}</slug></Product>`)
      .concat('<Cat><slug>own-2</slug></Cat>'),
  },
  'weights 2': {
    turned: { weights: '2' },
    act: written('<weight>0.125</weight><volume>1.1</volume><price>0.125</price>', 'Product/A?_fields=price,weight,volume'),
    seen: expect.stringContaining('<price>0.125</price><weight>0.13</weight><volume>1.1</volume>'),
  },
  'weights 1': {
    turned: { weights: '1' },
    act: written('<weight>0.049</weight><volume>1.25</volume>', 'Product/A?_fields=weight,volume'),
    seen: expect.stringContaining('<weight>0</weight><volume>1.3</volume>'),
  },
  'lag 200': {
    turned: { lag: '200' },
    act: async (send) => {
      await send('POST', 'Product', body(product('A')))
      const atOnce = await counts(send, 'Product/')
      await expect.poll(() => counts(send, 'Product/'), { timeout: 2000 }).toBe('0 1 1')
      return [atOnce, short(await send('GET', 'Product/A'))]
    },
    seen: ['0 0 0', '200 <ResultSet'],
  },
  'variantOptions renamed': {
    turned: { variantOptions: 'renamed', unset: 'omit' },
    act: async (send) => [
      await shorts(
        send,
        [
          'POST VariantOptions',
          body('<VariantOptions><sku>A</sku><variant>A-1</variant><option>size</option><choice>s</choice></VariantOptions>'),
        ],
        ['POST VariantOptions', body('<VariantOptions><sku>A</sku><variant_code>A-1</variant_code></VariantOptions>')],
        ['GET VariantOptions/?variant_code=A-1'],
      ),
      (await send('GET', 'VariantOptions/?variant=A-1&_fields=option,choice')).records,
      (await send('GET', 'VariantOptions.xsd')).text.match(/name="(?:variant|variant_code|option|choice)"/g),
    ],
    seen: [
      [
        '200 <ResultSet',
        '406 Invalid fields specified: variant_code',
        expect.stringMatching(/^406 Invalid fields specified: variant_code/),
      ],
      ['<VariantOptions><option>size</option><choice>s</choice></VariantOptions>'],
      ['name="variant"', 'name="option"', 'name="choice"'],
    ],
  },
  'lateCommit 1': { turned: { lateCommit: '1' }, act: lateWrite(1_000), seen: ['lost', '0 0 0', '0 1 1'] },
  'lateCommit 30': { turned: { lateCommit: '30' }, act: lateWrite(30_000), seen: ['lost', '0 0 0', '0 1 1'] },
}
