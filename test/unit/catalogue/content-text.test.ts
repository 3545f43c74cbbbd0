import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openNames } from '../../../src/catalogue/cache/name-table.ts'
import { packDesired, type Packing } from '../../../src/catalogue/cache/packed-record.ts'
import { openContentTexts } from '../../../src/catalogue/content-text.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { keyOf } from '../../../src/records/named-fields.ts'
import type { Children } from '../../../src/resources/record-tree.ts'
import type { Field } from '../../../src/resources/field.ts'
import { fieldOf } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { canonicalValue } from '../../../src/resources/scalar.ts'

/*
 * A record as text:
 *
 *     record   = resource fields children ( '+' fields children )?     the last: what is written on create
 *     fields   = '{' ( name '=' length ':' value ';' )* '}'            by name
 *     children = ( '[' ( resource '=' count ':' record* )* ']' )?      by name, records in the order of their texts
 */

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

/** The texts of records that are packed one after the other, with what is remembered of those before. */
function textsOf(records: readonly DesiredRecord[]): readonly string[] {
  const names = openNames()
  const textOf = openContentTexts(names.lists)
  return records.map((each) => {
    const packing: Packing = { out: [], places: [], names, key: keyOf(each), file: '', form: null, emptyForm: null }
    packDesired(packing, each)
    return textOf(packing.out, packing.key)
  })
}

function otherSpelling(declared: Field, text: string): string {
  return canonicalValue(declared, ` ${text}\r\n`) === canonicalValue(declared, text) ? ` ${text}\r\n` : text
}

/** The same record with its fields and its rows in another order and its values in another form. */
function respelled({ resource, fields: all, children: rows, onCreate, ...places }: DesiredRecord): DesiredRecord {
  const partsOf = (parts: Pick<DesiredRecord, 'fields' | 'children'>): Pick<DesiredRecord, 'fields' | 'children'> => ({
    fields: Object.fromEntries(
      Object.entries(parts.fields)
        .toReversed()
        .map(([name, text]) => [name, otherSpelling(fieldOf(resource, name), text)]),
    ),
    children: Object.fromEntries(
      Object.entries(parts.children)
        .toReversed()
        .map(([name, some]) => [name, some.toReversed().map(respelled)]),
    ),
  })
  return { resource, ...partsOf({ fields: all, children: rows }), ...places, ...(onCreate && { onCreate: partsOf(onCreate) }) }
}

test('records have the same text exactly where the grammar gives them the same, whatever records came before', () => {
  const seen = { same: 0, other: 0 }
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (some) => {
      const records = some.flatMap((each) => [each, respelled(each)])
      const texts = textsOf(records)
      const plain = records.map(plainText)
      for (const [index, text] of texts.entries()) {
        expect(texts.map((other) => other === text)).toEqual(plain.map((other) => other === plain[index]))
        seen[plain.indexOf(plain[index] ?? '') === index ? 'other' : 'same'] += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(Math.min(seen.same, seen.other)).toBeGreaterThan(100)
})

function withRows(rows: readonly DesiredRecord[]): DesiredRecord {
  return { resource: 'Product', fields: { sku: '10' }, children: { Variants: rows }, source: at, spans: {} }
}

function variant(code: string, price = '5'): DesiredRecord {
  return { resource: 'Variants', fields: { code, price }, children: {}, source: at, spans: {} }
}

test('rows in another order have the same text', () => {
  const rows = fc
    .array(child, { maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(rows, ([one, other]) => {
      const [text, again] = textsOf([withRows(one), withRows(other)])
      expect(again).toBe(text)
    }),
  )
})

test('a value that is the key of its record has the text of the same value elsewhere', () => {
  const [same, spelled, other] = textsOf(['10', '10.0', '11'].map((price) => withRows([variant('A', price)])))

  expect(spelled).toBe(same)
  expect(other).not.toBe(same)
})

test('a row that is repeated has the text of as many rows', () => {
  const row = variant('A')

  const [repeated, apart, fewer] = textsOf(
    [
      [row, row, row],
      [row, { ...row }, { ...row }],
      [row, row],
    ].map(withRows),
  )

  expect(apart).toBe(repeated)
  expect(fewer).not.toBe(repeated)
})

test('structures that are forgotten are read again', () => {
  const records = [3, 50_000, 60_000, 3].map((count) => withRows(Array.from({ length: count }, (_, index) => variant(`A-${index}`))))

  const [first, , , again] = textsOf(records)

  expect(again).toBe(first)
})
