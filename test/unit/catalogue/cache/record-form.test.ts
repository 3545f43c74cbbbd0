import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDesiredStore } from '../../../../src/catalogue/cache/record-store.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import { keyOf } from '../../../../src/records/named-fields.ts'

const at = { file: 'a.yaml', start: 1, end: 2 }
const fields = fc.shuffledSubarray(['title', 'price', 'slug']).map((names) => Object.fromEntries(names.map((name) => [name, '1'])))
const leaf = fields.map((given): DesiredRecord => ({ resource: 'Variants', fields: given, children: {}, source: at, spans: {} }))
const row = fc
  .tuple(leaf, fc.array(leaf, { maxLength: 3 }))
  .map(([one, rows]): DesiredRecord => ({ ...one, children: { PricingAdvanced: rows } }))
const children = fc.dictionary(fc.constantFrom('Variants', 'ProdCat'), fc.array(fc.oneof(leaf, row), { maxLength: 4 }))
const record = fc.tuple(fields, children, fc.option(fc.tuple(fields, children), { nil: undefined }))

/** The form as text: names on every level, rows that follow each other with the same form once. */
function formText({ fields: own, children: rows, onCreate }: Omit<DesiredRecord, 'source' | 'spans' | 'resource'>): string {
  const lists = Object.entries(rows).map(([name, all]) => {
    const forms = all.map(formText).filter((form, index, texts) => form !== texts[index - 1])
    return `${name}(${forms.join(' ')})`
  })
  const text = `{${Object.keys(own).join(',')}}[${lists.join(',')}]`
  return onCreate ? `${text}+${formText({ ...onCreate })}` : text
}

test('a store has the first record of each form', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (given) => {
      const records = given.map(([own, rows, more], index): DesiredRecord => {
        const onCreate = more && { onCreate: { fields: more[0], children: more[1] } }
        return { resource: 'Product', fields: { sku: `S-${index}`, ...own }, children: rows, source: at, spans: {}, ...onCreate }
      })
      const firsts = [...Map.groupBy(records, formText).values()].map(([first]) => first && keyOf(first))
      using store = openDesiredStore(null)

      for (const each of records) store.add(each)

      expect([...store]).toEqual(records)
      expect(Array.from(store.forms?.() ?? [], keyOf)).toEqual(firsts)
    }),
    { numRuns: 300 },
  )
})

test('of more than a thousand forms, every record is one', () => {
  using store = openDesiredStore(null)
  const keys = Array.from({ length: 1_500 }, (_, index) => `S-${index}`)

  for (const sku of keys) store.add({ resource: 'Product', fields: { sku, [`meta_${sku}`]: '1' }, children: {}, source: at, spans: {} })

  expect(Array.from(store.forms?.() ?? [], keyOf)).toEqual(keys)
})
