import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { RecordScanner, type Scanned } from '../../../src/wire/record-scanner.ts'
import { readResultSet } from '../../../src/wire/result-set-reader.ts'
import { type Element, readXml } from '../../contract/xml-tree.ts'
import { liveBytes } from './live-bytes.ts'
import { golden, readRecords, specOf } from './read-events.ts'
import { damaged, page } from '../../support/any-result-set.ts'
import { isWhole } from '../../support/whole.ts'

const spec = 'Product+Inventory+(Variants+PricingAdvanced)'
const childrenOf: Readonly<Record<string, readonly string[]>> = {
  Product: ['Inventory', 'Variants'],
  Variants: ['PricingAdvanced'],
  Inventory: [],
  PricingAdvanced: [],
}

/** What two readers make of a document: its records, or that it is not usable. */
type Reading = readonly RecordTree[] | 'refused'

async function ours(document: string, chunk: number): Promise<Reading> {
  try {
    return await readRecords(document, { spec, chunk })
  } catch (error) {
    if (error instanceof OperationalError) return 'refused'
    throw error
  }
}

/** The records of an element tree that saxes read, by the rules of docs/api.md, "Response format of GET"; throws where one is broken. */
function recordOf({ name, children: parts, text }: Element): RecordTree {
  const below = childrenOf[name] ?? []
  const fields = new Map<string, string>()
  if (text.trim() !== '') throw new Error('text beside fields')
  for (const part of parts) {
    if (below.includes(part.name)) continue
    if (part.name in childrenOf || (part.children.length > 0 && !isDeclared(part.name))) continue
    if (part.children.length > 0 || fields.has(part.name)) throw new Error(`${part.name} twice or not text`)
    fields.set(part.name, part.text)
  }
  return {
    resource: name as RecordTree['resource'],
    fields: Object.fromEntries(fields),
    children: Object.fromEntries(below.map((child) => [child, parts.filter((part) => part.name === child).map(recordOf)])),
  }
}

function isDeclared(field: string): boolean {
  return ['sku', 'title', 'comment', 'code', 'price', 'uid', 'quantity'].includes(field)
}

function reference(document: string): Reading {
  try {
    if (/<!DOCTYPE/i.test(document)) return 'refused'
    const root = readXml(document)
    const isUsable = root.name === 'ResultSet' && root.text.trim() === '' && root.children.every(({ name }) => name === 'Product')
    if (!isUsable || root.attributes['totalResultsReturned'] !== String(root.children.length)) return 'refused'
    return root.children.map(recordOf)
  } catch {
    return 'refused'
  }
}

test('a page reads as saxes reads it, whatever form its elements have and wherever its bytes are cut', { timeout: 120_000 }, async () => {
  let records = 0
  await fc.assert(
    fc.asyncProperty(page, fc.integer({ min: 1, max: 400 }), async (document, chunk) => {
      const read = await ours(document, chunk)
      expect(read).toEqual(reference(document))
      records += read.length
    }),
    { numRuns: isWhole ? 10_000 : 300 },
  )
  expect(records).toBeGreaterThan(200)
})

test('a damaged page is refused, or reads as saxes reads it', { timeout: 120_000 }, async () => {
  const seen = { refused: 0, read: 0 }
  await fc.assert(
    fc.asyncProperty(damaged(page), fc.integer({ min: 1, max: 400 }), async (document, chunk) => {
      const read = await ours(document, chunk)
      seen[read === 'refused' ? 'refused' : 'read'] += 1
      expect(read).toEqual(read === 'refused' ? 'refused' : reference(document))
    }),
    { numRuns: isWhole ? 20_000 : 400 },
  )
  expect(Math.min(seen.refused, seen.read)).toBeGreaterThan(20)
})

/** What the scanner makes of a text that begins with a record. */
function firstOf(text: string, rooted: string): Scanned {
  const scanner = new RecordScanner(specOf(rooted), { fieldNamed: (_, name) => name })
  scanner.begin(text, 0)
  return scanner.read(0)
}

/** How many records of a document the scanner reads by itself, from the first to the end. */
function scanned(document: string, rooted: string): { read: number; last: string } {
  const scanner = new RecordScanner(specOf(rooted), { fieldNamed: (_, name) => name })
  scanner.begin(document, 0)
  let at = document.indexOf('>', document.indexOf('<ResultSet')) + 1
  for (let read = 0; ; read += 1) {
    const found = scanner.read(at)
    if (found === 'more' || found === 'other') return { read, last: document.slice(at).trim() }
    at = found.end
  }
}

test.each([
  ['product-with-prices-and-variants.xml', 'Product+PricingAdvanced+(Variants+PricingAdvanced)'],
  ['order-with-lines-tax-and-discounts.xml', 'Order+Orderline+OrderlineTax+OrderlineDiscounts'],
  ['customer-with-groups.xml', 'Customer+(UserCustomerGroups+UserGroups)'],
])('all records of %s are in the form that the scanner reads', (name, rooted) => {
  const { read, last } = scanned(golden(name), rooted)

  expect(last).toBe('</ResultSet>')
  expect(read).toBeGreaterThan(0)
})

test.each([
  ['a comment', '<Product><!-- x --><sku>A</sku></Product>'],
  ['a namespace', '<p:Product xmlns:p="urn:p"><p:sku>A</p:sku></p:Product>'],
  ['a field twice', '<Product><sku>A</sku><sku>B</sku></Product>'],
  ['an attribute twice', '<Product id="1" id="2"><sku>A</sku></Product>'],
  ['an unknown reference', '<Product><sku>&nbsp;</sku></Product>'],
  ['nested markup', '<Product><title>a<b>c</b></title></Product>'],
  ['a resource that was not requested', '<Product><ProdCat><cat_code>a</cat_code></ProdCat></Product>'],
  ['a name of every object', '<Product><constructor>1</constructor></Product>'],
  ['the end of CDATA in text', '<Product><title>a]]>b</title></Product>'],
  ['text between fields', '<Product>x<sku>A</sku></Product>'],
  ['another resource', '<Cat><code>A</code></Cat>'],
])('%s is left to the general reader', (_, element_) => {
  const found = firstOf(element_, spec)

  expect(found).toBe('other')
})

const row = (attributes: string): string =>
  `<Product href="/API/V3/Product/A" id="Model::Product::A"><Inventory${attributes}><quantity>1</quantity></Inventory></Product>`

test.each([
  ' href="/API/V3/Inventory/A" id="Model::Inventory::A"',
  ' href="" id=""',
  ' href="a>b" id="\'c\'"',
  ' href="a" id="b" ',
  '\n  href="a"\tid="b"',
  ' id="b" href="a"',
  ' href="a"',
])('a start tag with%s is read', (attributes) => {
  const found = firstOf(row(attributes), 'Product+Inventory')

  const inventory = { resource: 'Inventory', fields: { quantity: '1' }, children: {} }
  expect(found).toEqual({ record: { resource: 'Product', fields: {}, children: { Inventory: [inventory] } }, end: row(attributes).length })
})

test.each([
  ' href="a<b" id="4"',
  ' href="a" id="<"',
  ' href="a" id="4',
  ' href="a id="4"',
  ' href="a"id="4"',
  ' href="a&amp;b" id="4"',
  ' href="a" id="&"',
  ' href="a" href="b"',
])('a start tag with%s is left to the general reader', (attributes) => {
  const found = firstOf(row(attributes), 'Product+Inventory')

  expect(found).toBe('other')
})

test('a value does not keep the page in memory that it was read from', async () => {
  const filler = 'x'.repeat(60_000)
  async function* pages(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('<ResultSet startResultIndex="0" totalResults="400" totalResultsReturned="400">')
    for (let at = 0; at < 400; at += 1) {
      const title = `The title of product number ${String(at)} is kept`
      yield new TextEncoder().encode(`<Product><sku>P-${String(at)}</sku><title>${title}</title><comment>${filler}</comment></Product>`)
    }
    yield new TextEncoder().encode('</ResultSet>')
  }
  const before = liveBytes()

  const titles: string[] = []
  for await (const events of readResultSet(pages(), specOf('Product'), { names: {} }))
    for (const event of events) if (event.type === 'record') titles.push(event.record.fields['title'] ?? '')
  const kept = liveBytes() - before

  expect(titles).toHaveLength(400)
  expect(titles[399]).toBe('The title of product number 399 is kept')
  expect(kept / 1e6).toBeLessThan(4)
})
