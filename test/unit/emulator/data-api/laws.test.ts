import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const store = await startEmulator()
const send = storeRequest(store)

beforeEach(() => store.reset())
afterAll(() => store.close())

const isXml = (text: string) => text.isWellFormed() && !/[^\t\n\r\u0020-\uFFFD]/.test(text)
const anyText = fc.string({ unit: 'binary', maxLength: 30 }).filter(isXml)

/** Every character as a reference: nothing of the text can be read as markup, or be normalised. */
const references = (text: string) => Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('')

function textsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  let inside = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local }) => {
    inside = local === name
    if (inside) texts.push('')
  })
  parser.on('text', (text) => {
    if (inside) texts.push(`${texts.pop()}${text}`)
  })
  parser.on('closetag', () => {
    inside = false
  })
  parser.write(xml).close()
  return texts
}

test('any text that XML can carry comes back as it was sent, in a field, a key and an address', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (title, more) => {
      const sku = `k${more}`
      await send(
        'POST',
        'Product',
        `<ResultSet><Product><sku>${references(sku)}</sku><title>${references(title)}</title></Product></ResultSet>`,
      )

      const seen = await send('GET', `Product/${encodeURIComponent(sku)}`)

      expect(seen.status).toBe(200)
      expect([textsOf(seen.text, 'sku'), textsOf(seen.text, 'title')]).toEqual([[sku], [title]])
    }),
    { numRuns: 150 },
  )
})

const cell = fc.constantFrom(undefined, '', 'a', 'A', 'ab', 'b*', '[b]', 'a_b', 'axb', '?')
const pattern = fc.constantFrom('', 'a', 'A', 'b*', '[b]', 'a_b', '?', 'a%', '%b', '%', '%*%', '[%', 'a%b', "' OR 1 --")
const row = fc.record({ title: cell, brand: cell, inactive: fc.constantFrom(undefined, 'true', 'false') })
const filter = fc.oneof(
  fc.record({ field: fc.constantFrom('title' as const, 'brand' as const), values: fc.array(pattern, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    field: fc.constant('inactive' as const),
    values: fc.array(fc.constantFrom('1', '0', 'true', 'false'), { minLength: 1, maxLength: 2 }),
  }),
)

/** The rule of platform.md in plain code: `%` is any text, unset is empty, a flag that was never set is false. */
function matches(value: string | undefined, field: string, wanted: string): boolean {
  if (field === 'inactive') return (value ?? 'false') === String(wanted === '1' || wanted === 'true')
  const parts = wanted.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(value ?? '')
}

test('filters find the records that the rule of platform.md finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.uniqueArray(filter, { selector: ({ field }) => field }),
      fc.boolean(),
      async (rows, filters, any) => {
        store.reset()
        const records = rows.map((fields, n) => ({ sku: `${n}`, ...fields }))
        store.seed(
          records.map((record) => ({
            resource: 'Product',
            fields: Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
            children: {},
          })),
        )
        const query = filters.flatMap(({ field, values }) => values.map((value) => `${field}=${encodeURIComponent(value)}`))

        const seen = await send('GET', `Product/?${[...query, '_fields=sku', ...(any ? ['_match=any'] : [])].join('&')}`)

        const hit = (record: (typeof records)[number]) =>
          filters.map(({ field, values }) => values.some((value) => matches(record[field], field, value)))
        const expected = records.filter(
          (record) => filters.length === 0 || (any ? hit(record).includes(true) : !hit(record).includes(false)),
        )
        expect(seen.records).toEqual(expected.map(({ sku }) => `<Product><sku>${sku}</sku></Product>`))
      },
    ),
    { numRuns: 300 },
  )
})
