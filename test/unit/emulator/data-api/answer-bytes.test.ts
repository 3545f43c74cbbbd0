import { expect, test } from 'vitest'
import type { Switches } from '../../../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { basic } from '../store-request.ts'

const long = 'é€😀 & '.repeat(12_000)

const odd: RecordTree = {
  resource: 'Product',
  fields: { sku: `A/1 &"<'é`, title: `<b>"x" & 'y'</b>\r\n\tz]]>`, description: '', price: '19.5', inactive: 'true', meta_a: '1 < 2' },
  children: { ProdCat: [{ resource: 'ProdCat', fields: { sku: `A/1 &"<'é`, cat_code: 'c>1', sort: '10' }, children: {} }] },
}

const path = `Product+ProdCat/?_fields=${encodeURIComponent('sku,title,description,price,inactive,brand,meta_a,meta_b|ProdCat:cat_code,sort')}`

/** The lines of an answer behind the root element; the bytes are decoded as one text. */
async function linesOf(records: readonly RecordTree[], request: string, switches: Partial<Switches> = {}): Promise<readonly string[]> {
  await using store = await startEmulator({ switches, seed: { records } })
  const response = await fetch(`${store.url}/API/V3/${request}`, { headers: { authorization: basic(store.key) } })
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer())
  return text.replaceAll(store.url, 'http://store').split('\n').slice(2)
}

const start = `<Product href="/API/V3/Product/A%2F1%20%26%22%3C'%C3%A9" id="Model::Product::A/1 &amp;&quot;&lt;'é"><sku>A/1 &amp;&quot;&lt;'é</sku>`
const title = `<title>&lt;b&gt;&quot;x&quot; &amp; 'y'&lt;/b&gt;&#13;\n\tz]]&gt;</title>`
const link = '<ProdCat href="/API/V3/ProdCat/1" id="Model::ProdCat::1"><cat_code>c&gt;1</cat_code><sort>10</sort></ProdCat></Product>'
const rest = `<description></description><price>19.5</price><inactive>true</inactive><brand/><meta_a>1 &lt; 2</meta_a><meta_b/>`

test.each<[string, Partial<Switches>, string]>([
  ['by default', {}, `${start}${title}${rest}${link}`],
  ['unset: omit', { unset: 'omit' }, `${start}${title}${rest.replaceAll(/<\w+\/>/g, '')}${link}`],
  ['numbers: two-decimals', { numbers: 'two-decimals' }, `${start}${title}${rest.replace('19.5', '19.50')}${link}`],
  ['numbers: verbatim', { numbers: 'verbatim' }, `${start}${title}${rest}${link}`],
  ['booleans: digits', { booleans: 'digits' }, `${start}${title}${rest.replace('true', '1')}${link}`],
  ['nodes: as-asked', { nodes: 'as-asked' }, `${start}${title}${rest}${link}`],
  ['collation: nocase', { collation: 'nocase' }, `${start}${title}${rest}${link}`],
  ['href: absolute', { href: 'absolute' }, `${start}${title}${rest}${link}`.replaceAll('href="', 'href="http://store')],
])('odd values are written as they were: %s', async (_, switches, expected) => {
  const lines = await linesOf([odd], path, switches)

  expect(lines.join('\n')).toBe(`${expected}\n</ResultSet>\n`)
})

test('a text longer than a piece is whole, with each of its characters', async () => {
  const record: RecordTree = { resource: 'Product', fields: { sku: 'L', comment: long }, children: {} }

  const lines = await linesOf(
    [record, record].map((each, n) => ({ ...each, fields: { ...each.fields, sku: `L${n}` } })),
    'Product/?_fields=comment',
  )

  expect(lines).toEqual([
    ...['L0', 'L1'].map(
      (sku) =>
        `<Product href="/API/V3/Product/${sku}" id="Model::Product::${sku}"><comment>${long.replaceAll('&', '&amp;')}</comment></Product>`,
    ),
    '</ResultSet>',
    '',
  ])
})

/** The categories of a product, in the order of an answer. */
function categoriesOf(n: number): readonly string[] {
  return n % 3 === 0 ? [] : [`a${n % 7}`, 'b']
}

/** 120 products, of which each third has no category and the others two; `b` is a category of all others. */
const many = Array.from({ length: 120 }, (_, n): RecordTree => {
  const sku = `P-${String(n).padStart(3, '0')}`
  const codes = categoriesOf(n).toReversed()
  return {
    resource: 'Product',
    fields: { sku },
    children: { ProdCat: codes.map((cat_code) => ({ resource: 'ProdCat', fields: { sku, cat_code }, children: {} })) },
  }
})

test('each record of a page has its own related records, in their order, beyond the rows that are read together', async () => {
  const lines = await linesOf(many, `Product+ProdCat/?_fields=${encodeURIComponent('sku|ProdCat:cat_code')}`)

  const seen = lines.map((line) => line.replaceAll(/ (?:href|id)="[^"]*"/g, ''))
  expect(seen).toEqual([
    ...many.map(({ fields }, n) => {
      const nested = categoriesOf(n).map((code) => `<ProdCat><cat_code>${code}</cat_code></ProdCat>`)
      return `<Product><sku>${fields['sku']}</sku>${nested.join('')}</Product>`
    }),
    '</ResultSet>',
    '',
  ])
})

test('a related record that belongs to several records of a page is written in each', async () => {
  const category: RecordTree = { resource: 'Cat', fields: { code: 'b', name: 'B & C' }, children: {} }

  const lines = await linesOf([category, ...many], `Product+Cat/?_fields=${encodeURIComponent('sku|Cat:name')}`)

  const cat = '<Cat href="/API/V3/Cat/b" id="Model::Cat::b"><name>B &amp; C</name></Cat>'
  expect(lines.filter((line) => line.includes(cat)).length).toBe(80)
})

test.each([
  ['1000000000000000000000000', '1000000000000000000000000.00'],
  ['9999999999999999.99', '9999999999999999.99'],
  ['1.005', '1.01'],
  ['0.994', '0.99'],
  ['-0.001', '0.00'],
  ['-1.5', '-1.50'],
  ['7', '7.00'],
  ['', ''],
])('numbers: two-decimals writes %s as %s', async (price, written) => {
  const record: RecordTree = { resource: 'Product', fields: { sku: 'P', price }, children: {} }

  const [line] = await linesOf([record], 'Product/?_fields=price', { numbers: 'two-decimals' })

  expect(line).toBe(`<Product href="/API/V3/Product/P" id="Model::Product::P"><price>${written}</price></Product>`)
})
