import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { type ResourceName, resources } from '../../../../src/resources/registry.ts'
import { relations } from '../../../../src/resources/relations.ts'
import { parseXsdFields } from '../../../../src/wire/xsd-fields.ts'
import { hasXmllint, schemaFaults, type Validated } from '../../../support/xmllint.ts'
import { faultOf, storeRequest } from '../store-request.ts'

const folder = await mkdtemp(join(tmpdir(), 'planogram-schema-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const xmllint = await hasXmllint()

/** The shapes that platform.md shows, and joins of some depth. */
const shapes = [
  'Order+Orderline',
  'Order+Orderline+OrderlineTax+OrderlineDiscounts',
  'Order+Orderlines+OrderlineDiscounts+OrderlineTax+(Shipments+ShipmentLines)',
  'Product+Inventory+ProdCat',
  'Customer+UserCustomerGroups',
  'Customer+(UserCustomerGroups+UserGroups)',
  'Product+AdvancedPricing+(Variant+AdvancedPricing)',
  'Product+Inventory+Merchandising+PricingAdvanced+ProdAccessGroup+ProductAttributes+Options+ExtraImages+ProdCat+(Variants+PricingAdvanced+Inventory+VariantOptions)',
  'Products+(ProdCat+(Cat+CatParent))',
  'ProductAttributes+Product',
  'Shipments+ShipmentLines',
]
const singles = resources.map(({ name }) => name)
const pairs = relations.map(({ parent, child }) => `${parent}+${child}`)

/** Values that every resource may have, two records of each; what a resource lacks is left out. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  order_number: ['1', '2'],
  username: ['ada', 'b & <c>'],
  sku: ['A', 'B'],
  code: ['1', '2'],
  uid: ['1', '2'],
  id: ['1', '2'],
  cat_code: ['1', '2'],
  parent_code: ['0', '1'],
  group_code: ['1', ''],
  orderline_code: ['1-1', 'TOTAL_COST'],
  shipment_code: ['1', '2'],
  variant_code: ['1', '2'],
  o_group: ['size', 'colour'],
  label: ['Material', 'Fit'],
  name: ['NewOrder', 'OrderChanged'],
  url: ['http://127.0.0.1/a?b=1&c', 'https://shop.example/'],
  subscribable: ['public', ''],
  option_type: ['Matrix', ''],
}

/** Texts whose format the document shows. */
const formatted: Readonly<Record<string, string>> = { o_value: 's=Small & <b>', price: 's=1', discount: '10%', rate: '25%' }

/** A value of each kind, and its counterpart in the second record. */
const byKind: Readonly<Record<string, readonly [string, string]>> = {
  flag: ['true', ''],
  integer: ['-12', ''],
  decimal: ['12.5', ''],
  timestamp: ['2026-12-01', ''],
}

function valueOf(name: string, kind: string, at: 0 | 1): string {
  const known = (kind === 'text' && at === 0 ? formatted[name] : undefined) ?? values[name]?.[at]
  return known ?? byKind[kind]?.[at] ?? (at === 0 ? `${name} <b>&amp;</b> "\u{1F600}"` : '')
}

/** Required fields may not be empty, so the second record has them too. */
function recordOf(resource: (typeof resources)[number], at: 0 | 1): RecordTree {
  const fields = Object.entries(resource.fields).flatMap(([name, field]): [string, string][] => {
    const value = field.kind === 'choice' && values[name] === undefined ? (field.values[0] ?? '') : valueOf(name, field.kind, at)
    if (resource.name === 'Orderlines' && name === 'code') return [[name, `${at + 1}-1`]]
    if (field.required && value === '') return [[name, valueOf(name, field.kind, 0)]]
    return value === '' && name.length % 2 === 0 ? [] : [[name, value]]
  })
  const meta = resource.metaFields ? { meta_title: 'T', meta_own: 'x' } : {}
  return { resource: resource.name, fields: { ...Object.fromEntries(fields), ...meta }, children: {} }
}

function seedAll(store: RunningEmulator): void {
  store.seed(resources.flatMap((resource) => [recordOf(resource, 0), recordOf(resource, 1)]))
}

let files = 0
async function keep(text: string): Promise<string> {
  files += 1
  const path = join(folder, `${files}.xml`)
  await writeFile(path, text)
  return path
}

async function checkSpecs(store: RunningEmulator, specs: readonly string[]): Promise<{ faults: readonly string[]; records: number }> {
  const send = storeRequest(store)
  const pairs: Validated[] = []
  let records = 0
  for (const spec of specs) {
    const [schema, document] = await Promise.all([send('GET', `${spec}.xsd`), send('GET', `${spec}/`)])
    pairs.push([await keep(schema.text), await keep(document.text)])
    records += Number(document.counts.split(' ')[2])
  }
  const told = await schemaFaults(pairs)
  return { faults: told.flatMap((fault, index) => (fault === null ? [] : [`${specs[index]}: ${fault}`])), records }
}

test.skipIf(!xmllint)(
  'xmllint takes the schema of every resource, relation and shape, and it validates our documents',
  async () => {
    await using store = await startEmulator()
    seedAll(store)
    const specs = [...singles, ...pairs, ...shapes]

    const seen = await checkSpecs(store, specs)

    expect(seen.faults).toEqual([])
    expect(seen.records).toBeGreaterThanOrEqual(2 * specs.length)
    expect(specs.length).toBeGreaterThan(80)
  },
  60_000,
)

test.skipIf(!xmllint)('the schema describes the documents of every way to write them (W22 to W24, R16, R19)', async () => {
  await using store = await startEmulator({
    switches: { nodes: 'as-asked', unset: 'omit', booleans: 'digits', numbers: 'two-decimals', href: 'absolute' },
  })
  seedAll(store)

  const seen = await checkSpecs(store, shapes)
  const document = await storeRequest(store)('GET', 'Products+AdvancedPricing/')

  expect(seen).toEqual({ faults: [], records: 2 * shapes.length })
  expect(document.text).toContain(`${store.url}/API/V3/Products+AdvancedPricing.xsd"`)
  expect(document.text).toMatch(/<Products [^>]*>.*<AdvancedPricing /)
})

test.skipIf(!xmllint).each([
  ['<Product><sku>A</sku><price>12.5</price><inactive>1</inactive><meta_keywords>k</meta_keywords><title/></Product>', null],
  ['<Product><inactive/><price/><option_type/><Inventory><quantity/></Inventory></Product>', null],
  ['<Product><title>twice in any order</title><sku>A</sku></Product><Product/>', null],
  ['<Product><inactive>yes</inactive></Product>', 'inactive'],
  ['<Product><inactive>TRUE</inactive></Product>', 'inactive'],
  ['<Product><price>12,5</price></Product>', 'price'],
  ['<Product><price>1e5</price></Product>', 'price'],
  ['<Product><option_type>Advanced</option_type></Product>', 'option_type'],
  ['<Product><colour>red</colour></Product>', 'colour'],
  ['<Product><meta_other>x</meta_other></Product>', 'meta_other'],
  ['<Product><Merchandising><sku>A</sku></Merchandising></Product>', 'Merchandising'],
  ['<Product><Inventory><quantity>1.5</quantity></Inventory></Product>', 'quantity'],
  [`<Product><Options><code>${'\u{1F600}'.repeat(64)}</code></Options></Product>`, null],
  [`<Product><Options><code>${'x'.repeat(65)}</code></Options></Product>`, 'code'],
  ['<Product>stray text</Product>', 'Product'],
  ['<Product size="1"/>', 'size'],
  ['<Inventory/>', 'Inventory'],
  ['<Product xmlns="urn:other"/>', 'Product'],
])('against Product+Inventory+Options: %s', async (nodes, at) => {
  await using store = await startEmulator()
  const schema = await keep((await storeRequest(store)('GET', 'Product+Inventory+Options.xsd')).text)
  const document = await keep(`<ResultSet xmlns="urn:online-store:api:v3">${nodes}</ResultSet>`)

  const [fault] = await schemaFaults([[schema, document]])

  const named = fault && [...fault.matchAll(/(?:Element '(?:\{[^}]*\})?|attribute ')(\w+)'/g)].map((match) => match[1])
  expect(named ?? [null]).toContain(at)
})

test('the schema names the fields of every resource; the engine reads them back', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)

  const seen = await Promise.all(
    resources.map(async ({ name, node }) => [name, parseXsdFields((await send('GET', `${name}.xsd`)).text, node)] as const),
  )

  const meta = ['meta_description', 'meta_keywords', 'meta_title']
  const expected = resources.map(({ name, fields, metaFields }): [ResourceName, string[]] => [
    name,
    [...Object.keys(fields), ...(metaFields ? meta : [])],
  ])
  expect(seen).toEqual(expected)
  expect(seen.length).toBe(25)
})

test('a specification that is none has no schema, and a schema takes no parameters', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)

  const seen = await Promise.all(
    ['Nope.xsd', 'Product+Nope.xsd', 'Product+Customer.xsd', 'Product.xsd?sku=A', 'Product.xsd/'].map((path) => send('GET', path)),
  )

  expect(seen.map((answer) => (answer.status === 200 ? 200 : faultOf(answer)))).toEqual([
    '404 Nope not found',
    '404 Nope not found',
    '406 Invalid fields specified: Customer',
    '406 Invalid fields specified: sku',
    200,
  ])
})
