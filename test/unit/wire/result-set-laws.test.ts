import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { readResultSet } from '../../../src/wire/result-set-reader.ts'
import { formatResultSet } from '../../../src/wire/result-set-writer.ts'
import { liveBytes } from './live-bytes.ts'
import { golden, readEvents, readRecords, specOf } from './read-events.ts'
import { isWhole } from '../../support/whole.ts'

const spec = 'Product+Inventory+(Variants+PricingAdvanced)'

/** Any text that XML can carry: no control characters, no half pairs. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          '&',
          '&amp;',
          '&nbsp;',
          '<',
          '</sku>',
          ']]>',
          '<![CDATA[',
          '<!--',
          '"',
          "'",
          '\r',
          '\n',
          ' ',
          '&#39;',
          'é',
          '🍵',
          '</Product>',
        ),
      )
      .map((parts) => parts.join('')),
  )
  .map((value) => value.replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ''))

function fieldsOf(...names: string[]): fc.Arbitrary<Record<string, string>> {
  const listed = fc.subarray(names).chain((some) => fc.tuple(...some.map((name) => fc.tuple(fc.constant(name), text))))
  return listed.map((entries) => Object.fromEntries(entries))
}

function some(
  resource: RecordTree['resource'],
  fields: fc.Arbitrary<Record<string, string>>,
  children: fc.Arbitrary<RecordTree['children']> = fc.constant({}),
): fc.Arbitrary<RecordTree[]> {
  return fc.array(fc.record({ resource: fc.constant(resource), fields, children }), { maxLength: 3 })
}

const prices = some('PricingAdvanced', fieldsOf('uid', 'sku', 'price', 'group_code'))
const variants = some('Variants', fieldsOf('code', 'description'), fc.record({ PricingAdvanced: prices }))
const products = some(
  'Product',
  fieldsOf('sku', 'title', 'comment', 'meta_title', 'house_code'),
  fc.record({ Inventory: some('Inventory', fieldsOf('sku', 'quantity')), Variants: variants }),
)

/** A body as a store would answer it: with totals on its root. */
function answer(records: readonly RecordTree[]): string {
  const totals = `startResultIndex="0" totalResults="${records.length}" totalResultsReturned="${records.length}"`
  return formatResultSet(records, {}).replace('<ResultSet', `<ResultSet ${totals}`)
}

test('what is written reads back as the same records, for any text and any cut of the bytes', async () => {
  await fc.assert(
    fc.asyncProperty(products, fc.integer({ min: 1, max: 64 }), async (records, chunk) => {
      expect(await readRecords(answer(records), { spec, chunk })).toEqual(records)
    }),
    { numRuns: isWhole ? 1_000 : 30, seed: 4_711 },
  )
})

test.each([
  ['product-with-inventory-and-categories.xml', 'Product+Inventory+ProdCat'],
  ['any-prefix.xml', 'Cat+CatParent'],
])('%s reads the same wherever its bytes are cut, also inside a character', async (name, spec) => {
  const document = golden(name)
  const whole = await readEvents(document, { spec })

  const cut = await Promise.all([1, 2, 3, 5, 7, 11, 64, 1000].map((chunk) => readEvents(document, { spec, chunk })))

  expect(cut).toEqual(cut.map(() => whole))
  expect(whole.length).toBeGreaterThan(1)
})

test('records are yielded as they arrive: the first before the second has arrived', async () => {
  const taken: string[] = []
  async function* slowly(): AsyncGenerator<Uint8Array> {
    const parts = [
      '<ResultSet startResultIndex="0" totalResults="2" totalResultsReturned="2"><Product><sku>A</sku></Product>',
      '<Product><sku>B</sku></Product></ResultSet>',
    ]
    for (const part of parts) {
      taken.push('sent')
      yield new TextEncoder().encode(part)
    }
  }

  for await (const events of readResultSet(slowly(), specOf('Product'), { names: {} }))
    for (const event of events) taken.push(event.type === 'record' ? (event.record.fields['sku'] ?? '') : event.type)

  expect(taken).toEqual(['sent', 'header', 'A', 'sent', 'B'])
})

async function drained(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const event of events) count += event ? 1 : 0
  return count
}

test('an endless record is refused instead of filling the memory', async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill('x'.charCodeAt(0))
  let sent = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('<ResultSet startResultIndex="0" totalResults="1" totalResultsReturned="1"><Product><title>')
    for (; sent < 100; sent += 1) yield megabyte
  }

  const reading = drained(readResultSet(endless(), specOf('Product'), { names: {} }))

  await expect(reading).rejects.toThrow('one element of it is larger than 32 million characters')
  expect(sent).toBeLessThan(40)
})

/** Records of 40 kB; the memory is measured after 250, and after each 500 more. `PLANOGRAM_FULL=1` reads a page of 80 MB. */
const count = isWhole ? 2000 : 300

test('memory is limited by one record: a page of 12 MB or more never needs 8 MB', { timeout: 60_000 }, async () => {
  const record = new TextEncoder().encode(`<Product><sku>A</sku><comment>${'x'.repeat(40_000)}</comment></Product>`)
  async function* page(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(`<ResultSet startResultIndex="0" totalResults="${count}" totalResultsReturned="${count}">`)
    for (let sent = 0; sent < count; sent += 1) yield record
    yield new TextEncoder().encode('</ResultSet>')
  }
  const before = liveBytes()

  let highest = -Infinity
  let seen = 0
  for await (const events of readResultSet(page(), specOf('Product'), { names: {} })) {
    seen += events.filter(({ type }) => type === 'record').length
    if (seen % 500 === 250) highest = Math.max(highest, liveBytes() - before)
  }

  expect(seen).toBe(count)
  expect(highest / 1e6).toBeLessThan(8)
})
