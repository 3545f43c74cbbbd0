import { expect, test } from 'vitest'
import type { FieldChange } from '../../../src/diff/change.ts'
import { openSharedFields } from '../../../src/diff/shared-fields.ts'

function created(field: string, after: string): FieldChange {
  return { field, before: null, after, base: null }
}

test('equal fields of created records are one object; another field, another value and an update are not shared', () => {
  const share = openSharedFields()
  const first = created('o_value', 'Red')
  const others = [created('title', 'Red'), created('o_value', 'Blue'), { ...first, before: 'Blue' }, { ...first, base: 'Red' }]

  const shared = share([first, created('o_value', 'Red'), ...others])

  expect(shared).toEqual([first, first, ...others])
  expect(shared[1]).toBe(first)
  expect(new Set(shared).size).toBe(1 + others.length)
})

test('a field that is the only one of its change is in one list; so is no field', () => {
  const share = openSharedFields()
  const red = created('o_value', 'Red')

  const [one, two, none, nothing] = [[red], [created('o_value', 'Red')], [], []].map(share)

  expect([one, none]).toEqual([[red], []])
  expect(two).toBe(one)
  expect(nothing).toBe(none)
})

test('of a field with many values only the first ones and the last one are remembered', () => {
  const share = openSharedFields()
  const values = Array.from({ length: 1_000 }, (_, number) => `Title ${number}`)

  const first = share(values.map((value) => created('title', value)))
  const second = share(values.map((value) => created('title', value)))

  expect(second).toEqual(first)
  expect(second.filter((change, index) => change === first[index]).length).toBe(200)
  expect(share([created('title', 'Title 999')])[0]).toBe(second[999])
})

test('equal lists of fields of created records are one list, also where a field has another value in each record', () => {
  const share = openSharedFields()
  const rowOf = (sku: number, value: string): readonly FieldChange[] => share([created('sku', `SKU-${sku}`), created('o_value', value)])

  const repeated = [
    share([created('o_label', 'Size'), created('o_value', 'Red')]),
    share([created('o_label', 'Size'), created('o_value', 'Red')]),
  ]
  const rows = Array.from({ length: 600 }, (_, sku) => [rowOf(sku, 'Red'), rowOf(sku, 'Blue'), rowOf(sku, 'Red')])
  const updates = [share([{ ...created('title', 'A'), before: 'B' }, created('o_value', 'Red')])]

  expect(repeated[1]).toBe(repeated[0])
  expect(rows.map((own) => own.map((fields) => fields.map(({ after }) => after)))).toEqual(
    Array.from({ length: 600 }, (_, sku) => ['Red', 'Blue', 'Red'].map((value) => [`SKU-${sku}`, value])),
  )
  expect(rows.filter(([first, , third]) => first === third).length).toBeGreaterThan(550)
  expect(updates).toEqual([[{ ...created('title', 'A'), before: 'B' }, created('o_value', 'Red')]])
})
