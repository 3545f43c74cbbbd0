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

  const shared = [first, created('o_value', 'Red'), ...others].map(share)

  expect(shared).toEqual([first, first, ...others])
  expect(shared[1]).toBe(first)
  expect(new Set(shared).size).toBe(1 + others.length)
})

test('of a field with many values only the first ones are remembered', () => {
  const share = openSharedFields()
  const values = Array.from({ length: 1_000 }, (_, number) => `Title ${number}`)

  const first = values.map((value) => share(created('title', value)))
  const second = values.map((value) => share(created('title', value)))

  expect(second).toEqual(first)
  expect(second.filter((change, index) => change === first[index]).length).toBe(200)
})
