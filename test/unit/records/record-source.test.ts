import { expect, test } from 'vitest'
import { recordSource } from '../../../src/records/record-source.ts'
import { keyOf } from '../../../src/records/named-fields.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'

const tee: RecordTree = { resource: 'Product', fields: { sku: 'TEE' }, children: {} }
const mug: RecordTree = { resource: 'Product', fields: { sku: 'MUG' }, children: {} }
const dealer: RecordTree = { resource: 'UserGroups', fields: { code: 'dealer' }, children: {} }

test('a list of records is a source: by key, in its order, more than once', () => {
  const source = recordSource([tee, mug])

  expect([[...source], [...source], [...source.keys()]]).toEqual([
    [tee, mug],
    [tee, mug],
    ['TEE', 'MUG'],
  ])
  expect([source.get('MUG'), source.get('tee')]).toEqual([mug, undefined])
  expect(recordSource(source)).toBe(source)
})

test('the key of a root record is its primary key', () => {
  expect([tee, dealer].map(keyOf)).toEqual(['TEE', 'dealer'])
})
