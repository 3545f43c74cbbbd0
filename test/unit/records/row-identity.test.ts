import { expect, test } from 'vitest'
import { isAt } from '../../../src/apply/classify.ts'
import { gridRowOf } from '../../../src/pricing/grid-row.ts'
import { identifyingFields, linked, readIdentity, rowIdentity } from '../../../src/records/row-identity.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'

function entry(fields: Readonly<Record<string, string>>): RecordTree {
  return { resource: 'PricingAdvanced', fields: { sku: 'TEE', price: '5', ...fields }, children: {} }
}

function identityOf(row: RecordTree): string {
  return rowIdentity(row, documentedCapabilities)
}

test('absent and empty fields of a price entry have the defaults of the store, for every stage', () => {
  const full = entry({ group_code: '', currency_code: '', start: '0', end: '9999999' })
  const spellings = [{}, { start: '', end: '' }, { start: '00', end: '9999999.0', group_code: ' ' }].map(entry)

  expect(spellings.map(identityOf)).toEqual(spellings.map(() => identityOf(full)))
  expect(spellings.map(gridRowOf)).toEqual(spellings.map(() => gridRowOf(full)))
  for (const stored of spellings) {
    expect(
      isAt({ rows: [full.fields], mode: 'exact' }, { target: { kind: 'grid', sku: 'TEE' }, seen: [stored.fields] }, documentedCapabilities),
    ).toBe(true)
  }
  expect(identityOf(entry({ start: '1' }))).not.toBe(identityOf(full))
})

test('the value identifies an attribute only where the store declares so', () => {
  const attribute: RecordTree = { resource: 'ProductAttributes', fields: { sku: 'TEE', label: 'Fit', value: 'Slim' }, children: {} }
  const byValue = { ...documentedCapabilities, attributes: 'label+value' as const }

  expect(identityOf(attribute)).toBe('["TEE","Fit"]')
  expect(rowIdentity(attribute, byValue)).toBe('["TEE","Fit","Slim"]')
  expect(identifyingFields('ProductAttributes', attribute.fields, byValue)).toEqual({ sku: 'TEE', label: 'Fit', value: 'Slim' })
})

test('a child gets the key of its parent where it has none of its own', () => {
  const variant: RecordTree = { resource: 'Variants', fields: { code: 'TEE-s', sku: 'TEE' }, children: {} }
  const stock: RecordTree = { resource: 'Inventory', fields: { quantity: '4' }, children: {} }
  const other: RecordTree = { resource: 'Inventory', fields: { sku: 'MUG', quantity: '4' }, children: {} }

  expect(linked(stock, variant).fields).toEqual({ quantity: '4', sku: 'TEE-s' })
  expect(linked({ ...other, fields: { sku: '' } }, variant).fields).toEqual({ sku: 'TEE-s' })
  expect(linked(other, variant)).toBe(other)
})

test('two rows of a read are the same where the store returns the same key', () => {
  expect(readIdentity(entry({ uid: '7' }))).toBe('["7"]')
  expect(readIdentity({ resource: 'ProdCat', fields: { sku: 'TEE', cat_code: 'tees' }, children: {} })).toBe('["TEE","tees"]')
})
