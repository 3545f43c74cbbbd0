import { expect } from 'vitest'
import { resources } from '../../../src/resources/registry.ts'
import { basic } from '../../unit/emulator/store-request.ts'
import type { ReadStore } from '../contract-store.ts'
import { reads } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { readXml } from '../xml-tree.ts'
import type { Element } from '../xml-tree.ts'

const shapes = [
  'Order+Orderline',
  'Order+Orderline+OrderlineTax+OrderlineDiscounts',
  'Product+Inventory+ProdCat',
  'Customer+UserCustomerGroups',
  'Customer+(UserCustomerGroups+UserGroups)',
  'Product+AdvancedPricing+(Variant+AdvancedPricing)',
  'ProductAttributes+Product',
  'Shipments+ShipmentLines',
]

async function read({ send }: ReadStore, path: string): Promise<Element> {
  const { status, text } = await send('GET', path)
  expect([path, status]).toEqual([path, 200])
  return readXml(text)
}

/** Code and message of an error body. */
function faultIn({ text }: { readonly text: string }): string {
  return readXml(text)
    .children.flatMap(({ children }) => children.map((part) => part.text))
    .join(' ')
}

function counts({ attributes }: Element): (number | undefined)[] {
  return ['startResultIndex', 'totalResults', 'totalResultsReturned'].map((name) => Number(attributes[name]))
}

const root = reads(
  'the root is a ResultSet with its three counts, session, a namespace and the address of its schema file',
  [
    'Root element ResultSet with attributes',
    'GET | /API/V3/<spec>/ |',
    'A Data API at',
    'All Data API paths are relative',
    'Payloads of writes are XML',
  ],
  async (store) => {
    const seen = await store.send('GET', 'Product/')

    const found = readXml(seen.text)
    expect([seen.status, found.name, /xml/.test(seen.headers.get('content-type') ?? '')]).toEqual([200, 'ResultSet', true])
    expect(counts(found)).toEqual([0, expect.any(Number), found.children.length])
    expect(found.namespace).not.toBe('')
    expect(found.attributes['xsi:schemaLocation']?.split(/\s+/)).toEqual([
      found.namespace,
      expect.stringMatching(/\/API\/V3\/.*Product.*\.xsd$/),
    ])
  },
)

const record = reads(
  'a record is an element named for its resource with href and id; the href leads back to it',
  ['Each record is an element named for the resource', 'GET | /API/V3/<spec>/<key_value>'],
  async (store) => {
    const list = await read(store, 'Product/?_results=1')
    const first = list.children[0]
    expect(first, 'the store has no product to look at').toBeDefined()
    const path = new URL(first?.attributes['href'] ?? '', store.url).pathname.replace('/API/V3/', '')

    const single = await read(store, path)

    const sku = first?.children.find(({ name }) => name === 'sku')?.text
    expect([first?.name, first?.attributes['id']]).toEqual(['Product', `Model::Product::${sku}`])
    expect(counts(single)).toEqual([0, 1, 1])
    expect(single.children).toEqual([first])
  },
)

const fieldsOnly = reads('a single record takes _fields', ['GET | /API/V3/<spec>/<key_value>'], async (store) => {
  const sku = (await read(store, 'Product/?_results=1&_fields=sku')).children[0]?.children[0]?.text ?? ''

  const single = await read(store, `Product/${encodeURIComponent(sku)}?_fields=sku`)

  expect(single.children[0]?.children.map(({ name, text }) => [name, text])).toEqual([['sku', sku]])
})

const joined = reads(
  'every shape of specification that the document shows is answered, related records inside their parents',
  ['Shapes seen:', '`<spec>` names one resource or several', 'Parentheses group nested joins'],
  async (store) => {
    const seen = await Promise.all(shapes.map((spec) => read(store, `${spec}/?_results=5`)))

    const allowed = shapes.map((spec) => new Set(spec.match(/[A-Za-z]+/g)?.flatMap((name) => nodeNames(name))))
    const strangers = seen.flatMap(({ children }, at) =>
      children.flatMap((parent) => nested(parent)).filter((name) => !allowed[at]?.has(name)),
    )
    expect(seen.map(({ name }) => name)).toEqual(shapes.map(() => 'ResultSet'))
    expect(strangers).toEqual([])
  },
)

function nodeNames(name: string): readonly string[] {
  const found = resources.find((resource) => [resource.name, resource.node, ...resource.aliases].includes(name))
  return found ? [found.name, found.node, ...found.aliases] : [name]
}

/** Names of the elements in a record that hold elements themselves. */
function nested({ children }: Element): string[] {
  return children.filter((child) => child.children.length > 0).flatMap((child) => [child.name, ...nested(child)])
}

const names = reads(
  'singular and plural names, and AdvancedPricing beside PricingAdvanced, name the same records',
  ['Both singular and plural resource names appear'],
  async (store) => {
    const pairs = [
      ['Product', 'Products'],
      ['Order', 'Orders'],
      ['Variant', 'Variants'],
      ['AdvancedPricing', 'PricingAdvanced'],
    ]

    const seen = await Promise.all(pairs.map((pair) => Promise.all(pair.map((name) => read(store, `${name}/?_results=3`)))))

    const told = seen.map((pair) => pair.map((found) => [counts(found), found.children.map(idOf)]))
    expect(told.map(([one]) => one)).toEqual(told.map(([, other]) => other))
    expect(told.length).toBe(4)
  },
)

function idOf({ attributes }: Element): string {
  return (attributes['id'] ?? '').replace(/^Model::\w+::/, '')
}

const schema = reads('the schema file of a specification is there', ['A schema file for a specification is referenced'], async (store) => {
  const seen = await store.send('GET', 'Product+Inventory.xsd')

  const elements = readXml(seen.text)
  expect([seen.status, elements.name, elements.namespace]).toEqual([200, 'schema', 'http://www.w3.org/2001/XMLSchema'])
  expect(seen.text).toContain('name="stock_message"')
})

const nothing = reads('no match is 200 with an empty ResultSet', ['No match: 200', 'Search with no matches'], async (store) => {
  const seen = await store.send('GET', 'Product/?sku=no-product-has-this-sku')

  const found = readXml(seen.text)
  expect([seen.status, found.children, counts(found).slice(1)]).toEqual([200, [], [0, 0]])
})

const missing = reads(
  'a single record that does not exist is 404 with the documented body',
  [
    'GET of a single record whose key does not exist',
    'Error body for the Data API',
    'GET | /API/V3/<spec>/<key_value>',
    'The Data API is version 3',
  ],
  async (store) => {
    const seen = await store.send('GET', 'Product/no-product-has-this-sku')

    const rsp = readXml(seen.text)
    const [error] = rsp.children
    expect([seen.status, rsp.name, rsp.attributes['stat'], rsp.attributes['version'], error?.name]).toEqual([
      404,
      'rsp',
      'fail',
      '3.0',
      'error',
    ])
    expect(error?.children.map(({ name, text }) => [name, text])).toEqual([
      ['code', '404'],
      ['msg', 'Product no-product-has-this-sku not found'],
    ])
  },
)

const invalid = reads(
  'an invalid field in a filter, in _fields or in _search, and an expression that is none, are 406 with the documented message',
  ['Search or _fields names an invalid field', '_search expression (a restricted', 'Field names are exact'],
  async (store) => {
    const queries = [
      'colour=red',
      '_fields=colour',
      `_search=${encodeURIComponent("colour = 'red'")}`,
      `_search=${encodeURIComponent('sku LIKE 1')}`,
      'SKU=A',
    ]

    const seen = await Promise.all(queries.map((query) => store.send('GET', `Product/?${query}`)))

    expect(seen.map(({ status }) => status)).toEqual(queries.map(() => 406))
    expect(seen.map(faultIn).filter((text) => !text.startsWith('406 Invalid fields specified: '))).toEqual([])
    expect(seen.slice(0, 2).map(faultIn)).toEqual(['406 Invalid fields specified: colour', '406 Invalid fields specified: colour'])
  },
)

const pages = reads(
  'pages: _results cuts, _start counts from zero, 2000 is the default and the maximum',
  ['_results=<n>', '_start=<n>', 'Records per page'],
  async (store) => {
    const whole = await read(store, 'Product/?_fields=sku')
    const page = await read(store, 'Product/?_fields=sku&_results=2&_start=1')
    const most = await read(store, 'Product/?_fields=sku&_results=2000')

    const total = counts(whole)[1] ?? 0
    expect(whole.children.length).toBe(Math.min(2000, total))
    expect(most.children).toEqual(whole.children)
    expect([total, page.children]).toEqual([counts(page)[1], whole.children.slice(1, 3)])
  },
)

const fieldLists = reads(
  '_fields: the primary list without a prefix, related ones after a pipe with name and colon',
  ['_fields=<list>', '_fields for related resources', 'The list for the primary resource has no prefix', 'Shape: `<field>'],
  async (store) => {
    const seen = await read(
      store,
      'Product+Variant+PricingAdvanced/?_results=50&_fields=sku,title|Variant:description|PricingAdvanced:price,start',
    )

    const records = seen.children.flatMap((parent) => [parent, ...parent.children.filter(({ children }) => children.length > 0)])
    const strangers = records.flatMap(({ name, children }) => {
      const asked = asks[name.replace(/s$/, '').replace(/^AdvancedPricing$/, 'PricingAdvanced')] ?? []
      return children.filter((child) => child.children.length === 0 && !asked.includes(child.name)).map((child) => `${name}.${child.name}`)
    })
    expect(strangers).toEqual([])
    expect(records.filter(({ name }) => name === 'Product').length).toBeGreaterThan(0)
  },
)

/** What the proof above asks of each resource, with its key, which a store may always send (assumptions.md R14). */
const asks: Readonly<Record<string, readonly string[]>> = {
  Product: ['sku', 'title'],
  Variant: ['code', 'description'],
  PricingAdvanced: ['uid', 'price', 'start'],
}

const bothWays = reads(
  'the key is taken as the user name of basic authentication, whatever the password, or as the parameter _key',
  ['Authentication by an application key', 'Every request is made over HTTPS', 'Recommended: HTTP basic', 'Fallback: query parameter'],
  async (store) => {
    const address = `${store.url}/API/V3/Product/?_results=1`
    const withPassword = `Basic ${Buffer.from(`${store.key}:whatever`).toString('base64')}`

    const seen = await Promise.all([
      fetch(address, { headers: { authorization: basic(store.key) } }),
      fetch(address, { headers: { authorization: withPassword } }),
      fetch(`${address}&_key=${encodeURIComponent(store.key)}`),
      fetch(address),
    ])

    expect(seen.map(({ ok }) => ok)).toEqual([true, true, true, false])
    await Promise.all(seen.map((answer) => answer.text()))
  },
)

/** What any store can be asked without changing it. */
export const readingProofs: readonly Proof[] = [
  root,
  record,
  fieldsOnly,
  joined,
  names,
  schema,
  nothing,
  missing,
  invalid,
  pages,
  fieldLists,
  bothWays,
]
