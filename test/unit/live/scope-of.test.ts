import { expect, test } from 'vitest'
import { scopeOf } from '../../../src/live/scope-of.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { desired, knownCapabilities } from '../../support/desired-records.ts'

const tee = desired(
  'Product',
  { sku: 'TEE', meta_title: 'Tees' },
  {
    children: {
      Variants: [desired('Variants', { code: 'TEE-s', sku: 'TEE', weight: '0.2' })],
      ProdCat: [desired('ProdCat', { sku: 'TEE', cat_code: 'tees' })],
    },
  },
)
const mug = desired(
  'Product',
  { sku: 'MUG', brand: 'Northwind' },
  { children: { PricingAdvanced: [] }, onCreate: { fields: { price: '1' }, children: {} } },
)

test('reads the managed fields, those that identify a row and those that show whether it is on sale', () => {
  const scopes = scopeOf(
    { roots: { Product: [tee, mug], Cat: [], UserGroups: [desired('UserGroups', { code: 'vip' })] }, files: [] },
    documentedCapabilities,
  )

  expect(scopes).toEqual([
    { resource: 'UserGroups', fields: ['code', 'title'], children: [] },
    {
      resource: 'Product',
      fields: ['sku', 'title', 'price', 'advanced_pricing', 'inactive', 'brand', 'meta_title'],
      children: [
        { resource: 'PricingAdvanced', fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'], children: [] },
        { resource: 'Variants', fields: ['code', 'sku', 'weight'], children: [] },
        { resource: 'ProdCat', fields: ['sku', 'cat_code'], children: [] },
      ],
    },
  ])
})

test('where variants can be removed, their price entries are read with them', () => {
  const [scope] = scopeOf({ roots: { Product: [tee] }, files: [] }, knownCapabilities)

  expect(scope?.children[0]).toEqual({
    resource: 'Variants',
    fields: ['code', 'sku', 'price', 'advanced_pricing', 'weight'],
    children: [
      { resource: 'PricingAdvanced', fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'], children: [] },
    ],
  })
})

test('where products with options have variants, the option values of a variant that leaves are read too', () => {
  const lamp = desired('Product', { sku: 'LAMP' }, { children: { Options: [], Variants: [] } })

  const [scope] = scopeOf({ roots: { Product: [lamp] }, files: [] }, knownCapabilities)

  const variants = scope?.children.find(({ resource }) => resource === 'Variants')
  expect(variants?.children.map(({ resource }) => resource)).toEqual(['PricingAdvanced', 'VariantOptions'])
})

test('where a product declares that price entries are used or not, and no entries, they are read', () => {
  const cup = desired('Product', { sku: 'CUP', advanced_pricing: 'false' })

  const [scope] = scopeOf({ roots: { Product: [cup] }, files: [] }, documentedCapabilities)

  expect(scope?.fields).toEqual(['sku', 'title', 'price', 'advanced_pricing', 'inactive'])
  expect(scope?.children.map(({ resource }) => resource)).toEqual(['PricingAdvanced'])
})
