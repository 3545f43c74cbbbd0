import { expect, test } from 'vitest'
import { withStored } from '../../../src/diff/stored-values.ts'
import type { BaseRow } from '../../../src/records/base-record.ts'
import type { Rewrite } from '../../../src/records/rewrite.ts'
import { knownCapabilities as capabilities } from '../../support/desired-records.ts'

const small: BaseRow = { resource: 'Variants', fields: { code: 'TEE-s', weight: '0.125' }, children: {} }
const tee: BaseRow = { resource: 'Product', fields: { sku: 'TEE', weight: '0.255', title: 'Tee' }, children: { Variants: [small] } }
const rewritten: readonly Rewrite[] = [
  { resource: 'Product', key: { sku: 'TEE' }, field: 'weight', sent: '0.255', stored: '0.26' },
  { resource: 'Variants', key: { code: 'TEE-s' }, field: 'weight', sent: '0.125', stored: '0.13' },
]
const stored: BaseRow = { ...tee, stored: { weight: '0.26' }, children: { Variants: [{ ...small, stored: { weight: '0.13' } }] } }

test('what the store made of a value is kept beside the value that was sent, of the record and of its rows', () => {
  expect(withStored(tee, { before: undefined, rewritten, capabilities })).toEqual(stored)
})

test('what it made of a value before stays while the same value is sent', () => {
  const heavier = { ...tee, fields: { ...tee.fields, weight: '0.3' } }

  expect(withStored(tee, { before: stored, rewritten: [], capabilities })).toEqual(stored)
  expect(withStored(heavier, { before: stored, rewritten: [], capabilities })).toEqual({ ...heavier, children: stored.children })
})
