import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEqualRecords } from '../../../src/records/equal-records.ts'
import type { KnownRecords, ReadRecord } from '../../../src/resources/record-tree.ts'
import { productPage, readRecords } from './read-events.ts'

const spec = 'Product+ProdCat+(Variants+PricingAdvanced)'
const nothing: KnownRecords = { find: () => undefined }

function page(records: readonly string[]): string {
  const count = `totalResults="${records.length}" totalResultsReturned="${records.length}"`
  return `<ResultSet startResultIndex="0" ${count}>${records.join('\n')}</ResultSet>`
}

const text = fc.constantFrom('a', 'Ø & b', '</Product>', ']]>', '', 'a\r\nb')
const value = fc.oneof(
  text.map((plain) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;')),
  text.map((plain) => (plain.includes(']]>') ? '' : `<![CDATA[${plain}]]>`)),
)
const price = value.map((own) => `<PricingAdvanced><uid>1</uid><price>${own}</price></PricingAdvanced>`)
const variant = fc
  .tuple(value, fc.array(price, { maxLength: 3 }))
  .map(([title, prices]) => `<Variants><code>v</code><title>${title}</title>${prices.join('')}</Variants>`)
const product = fc
  .tuple(fc.nat(3), value, fc.array(variant, { maxLength: 2 }))
  .map(([sku, title, below]) => `<Product><sku>P-${sku}</sku><title>${title}</title>${below.join('')}</Product>`)

/** What is known of a record that is not read again. */
function skeletonOf(record: ReadRecord | undefined): unknown {
  const variants = record?.children.Variants ?? []
  const prices = variants.reduce((sum, { children: { PricingAdvanced: rows = [] } }) => sum + rows.length, 0)
  const rows = { Variants: variants.length, PricingAdvanced: prices }
  return { resource: 'Product', fields: { sku: record?.fields['sku'] }, children: {}, rows }
}

function withPlainRows({ rows, ...record }: ReadRecord): unknown {
  const { Variants, PricingAdvanced } = Object.fromEntries(rows ?? [])
  return rows ? { ...record, rows: { Variants: Variants ?? 0, PricingAdvanced: PricingAdvanced ?? 0 } } : record
}

test('a record whose text is known is not read again, and has its key and the numbers of its rows', async () => {
  const seen = { known: 0, read: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { maxLength: 5 }),
      fc.array(product, { maxLength: 3 }),
      fc.integer({ min: 1, max: 300 }),
      async (first, more, chunk) => {
        const equal = openEqualRecords()
        const before = await readRecords(page(first), { spec, chunk, known: nothing })
        for (const record of before) equal.add(record)
        const document = page([...more, ...first])

        const [plain, again] = [await readRecords(document, { spec }), await readRecords(document, { spec, chunk, known: equal })]

        expect(again).toHaveLength(plain.length)
        const expected = again.map((record, at) => (record.rows ? skeletonOf(plain[at]) : { ...plain[at], digest: record.digest }))
        expect(again.map(withPlainRows)).toEqual(expected)
        seen.known += again.filter(({ rows }) => rows).length
        seen.read += again.filter(({ rows }) => !rows).length
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(seen.known, seen.read)).toBeGreaterThan(100)
})

test('without known records a record has no digest; an end tag in CDATA leaves it without one too', async () => {
  const inner = '<sku>A</sku><title><![CDATA[a</Product>]]></title>'

  const [plain, digested] = [
    await readRecords(productPage(inner), { spec }),
    await readRecords(productPage(inner), { spec, known: nothing }),
  ]
  const [usual] = await readRecords(productPage('<sku>A</sku>'), { spec, known: nothing })

  expect(digested).toEqual(plain)
  expect(plain[0]?.fields['title']).toBe('a</Product>')
  expect(usual?.digest).toHaveLength(32)
})

test.each(['<sku>A</sku><title>b</title>', '<sku>A</sku><title>a </title>', '<title>a</title><sku>A</sku>'])(
  'another text is read: %s',
  async (inner) => {
    const equal = openEqualRecords()
    for (const record of await readRecords(productPage('<sku>A</sku><title>a</title>'), { spec, known: equal })) equal.add(record)

    const [record] = await readRecords(productPage(inner), { spec, known: equal })

    expect([equal.size, record?.rows, record?.fields['title']?.trim().length]).toEqual([1, undefined, 1])
  },
)
