import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordText } from '../../../src/catalogue/record-text.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { Children } from '../../../src/resources/record-tree.ts'
import { fieldOf } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { canonicalValue } from '../../../src/resources/scalar.ts'

/** The text as its grammar says, without what is remembered. */
function plainText({ resource, fields, children, onCreate }: DesiredRecord): string {
  const partsOf = (all: Fields): string =>
    `{${Object.keys(all)
      .toSorted()
      .map((name) => {
        const value = canonicalValue(fieldOf(resource, name), all[name] ?? '')
        return `${name}=${value.length}:${value};`
      })
      .join('')}}`
  const rowsOf = (all: Children<DesiredRecord>): string => {
    const lists = Object.entries(all).map(([name, rows]) => `${name}=${rows.length}:${rows.map(plainText).toSorted().join('')}`)
    return lists.length === 0 ? '' : `[${lists.toSorted().join('')}]`
  }
  return `${resource}${partsOf(fields)}${rowsOf(children)}${onCreate ? `+${partsOf(onCreate.fields)}${rowsOf(onCreate.children)}` : ''}`
}

const at = { file: '', start: 0, end: 0 }
const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '1',
    '01.50',
    '1.5',
    'true',
    'a',
    'b',
    'ab',
    'a\r\nb',
    ' a ',
    '\u{1f600}',
    '\uffff',
    ';}',
    '1:a;',
    'x'.repeat(600),
  ),
  fc.string({ maxLength: 12 }),
)
const fields = fc
  .shuffledSubarray(['sku', 'title', 'price', 'inactive', 'start', 'end', 'group_code', 'meta_x'])
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), value))))
  .map((entries): Fields => Object.fromEntries(entries))
const row = fc
  .record({ resource: fc.constantFrom('PricingAdvanced' as const, 'Variants' as const), fields })
  .map((given): DesiredRecord => ({ ...given, children: {}, source: at, spans: {} }))
const child = fc
  .record({ row, rows: fc.array(row, { maxLength: 3 }), isNested: fc.boolean() })
  .map(({ row: one, rows, isNested }): DesiredRecord => (isNested ? { ...one, children: { PricingAdvanced: rows } } : one))
const children = fc.dictionary(fc.constantFrom('Variants', 'ProdCat', 'PricingAdvanced', 'Inventory'), fc.array(child, { maxLength: 6 }))
const record = fc
  .record({ fields, children, onCreate: fc.option(fc.record({ fields, children }), { nil: undefined }) })
  .map(({ onCreate, ...given }): DesiredRecord => {
    return { resource: 'Product', ...given, source: at, spans: {}, ...(onCreate && { onCreate }) }
  })

test('the text of a record is what its grammar says, whatever records came before', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
      expect(records.map(recordText)).toEqual(records.map(plainText))
    }),
    { numRuns: 500 },
  )
})

function withRows(rows: readonly DesiredRecord[]): DesiredRecord {
  return { resource: 'Product', fields: { sku: 'A' }, children: { Variants: rows }, source: at, spans: {} }
}

test('rows in another order have the same text', () => {
  const rows = fc
    .array(child, { maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(rows, ([one, other]) => {
      expect(recordText(withRows(one))).toBe(recordText(withRows(other)))
    }),
  )
})
