import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { changeJson } from '../../../src/plan/change-json.ts'
import { canonicalJson } from '../../../src/records/canonical-json.ts'
import { field, updatedProduct } from '../../support/sample-plan.ts'

const plain = {
  ...updatedProduct('TEE', [field('price', '8', '9'), field('title', null, 'A "T"')], 'Tee'),
  definitions: [],
  priceLines: [3],
}
const meaning = {
  kind: 'record',
  address: 'product.TEE',
  action: 'update',
  resource: 'Product',
  root: { title: 'Tee', resource: 'Product', key: 'TEE', address: 'product.TEE' },
  key: { sku: 'TEE' },
  fields: [
    { field: 'price', before: '8', after: '9' },
    { field: 'title', before: null, after: 'A "T"' },
  ],
}

test('the text of a change has its names in order, and no places, origins and bases', () => {
  expect(changeJson(plain)).toBe(canonicalJson(meaning))
  expect(changeJson(plain)).toMatch(/^\{"action":"update","address":"product.TEE","fields":\[\{"after":"9",/)
})

test.each([
  ['a hidden root', { root: { isHidden: true, ...plain.root } }],
  ['a key of several names', { key: { sku: 'TEE', name: 'Fit' } }],
  ['a key with numbers as names', { key: { sku: 'TEE', 10: 'Fit', 2: 'Slim' } }],
  ['another part', { opensAccess: true }],
] as const)('%s is in the text', (_, part) => {
  expect(changeJson({ ...plain, ...part })).toBe(canonicalJson({ ...meaning, ...part }))
})

const damages: readonly unknown[] = [
  null,
  7,
  '',
  true,
  [],
  ['b', 'a'],
  {},
  { b: [], a: 1 },
  JSON.parse('{ "b": "1", "__proto__": "2" }'),
  undefined,
]

test('a part of a damaged file is in the text as it is', () => {
  const names = ['kind', 'root', 'key', 'fields', 'action'] as const
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom(...damages), (name, value) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as a damaged file would have it
      const damaged = { ...plain, [name]: value } as Change

      expect(changeJson(damaged)).toBe(canonicalJson({ ...meaning, [name]: value }))
    }),
  )
})
