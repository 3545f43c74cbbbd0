import { expect, expectTypeOf, test } from 'vitest'
import type { pricingAdvanced } from '../../../src/resources/pricing-advanced.ts'
import type { product } from '../../../src/resources/product.ts'
import { childResources, findResource, resourceOf, resources, writeOrder } from '../../../src/resources/registry.ts'
import { relationOf, relations } from '../../../src/resources/relations.ts'
import type { FieldName, RecordOf } from '../../../src/resources/resource.ts'

test('every declaration is plain data: it survives JSON', () => {
  expect(JSON.parse(JSON.stringify(resources))).toEqual(resources)
  expect(resources.length).toBe(25)
})

test('names, nodes and aliases are told apart: one resource for each, in exact case', () => {
  const names = resources.flatMap(({ name, node, aliases }) => [...new Set([name, node, ...aliases])])

  expect(new Set(names).size).toBe(names.length)
  expect(['Products', 'Variant', 'AdvancedPricing', 'Orderline', 'UserGroup'].map((name) => findResource(name)?.name)).toEqual([
    'Product',
    'Variants',
    'PricingAdvanced',
    'Orderlines',
    'UserGroups',
  ])
  expect(findResource('product')).toBeUndefined()
  expect(findResource('Customers')).toBeUndefined()
})

test('keys, natural keys and references name fields and resources that exist', () => {
  for (const { name, key, natural, fields } of resources) {
    const named = key === null ? natural : [key, ...natural]
    expect(
      named.filter((field) => !(field in fields)),
      name,
    ).toEqual([])
    const targets = Object.values(fields).flatMap(({ refersTo = [] }) => refersTo)
    expect(
      targets.filter((target) => !findResource(target)),
      name,
    ).toEqual([])
  }
})

test('the limits of platform.md are declared on the same fields', () => {
  const limited = resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, declared]) =>
      declared.kind === 'text' && declared.maxLength ? [[name, field, declared.maxLength]] : [],
    ),
  )

  expect(limited).toEqual([
    ['ExtraImages', 'code', 25],
    ['Options', 'code', 64],
    ['Cat', 'code', 64],
  ])
})

test('what platform.md does not show is marked as assumed', () => {
  const assumed = resources.flatMap(({ name, assumed: row }) => (row === undefined ? [] : [[name, row]]))

  expect(assumed).toEqual([
    ['VariantOptions', 'W40'],
    ['Shipping', 'R39'],
    ['ApiAccess', 'R39'],
  ])
})

test('relations work in both directions and name fields that exist', () => {
  for (const { parent, child, parentField, childField, through } of relations) {
    expect(findResource(parent)?.fields, `${parent}>${child}`).toHaveProperty(parentField)
    expect(findResource(child)?.fields, `${parent}>${child}`).toHaveProperty(childField)
    const link = through && findResource(through.resource)?.fields
    expect(through ? [through.parentField, through.childField].filter((field) => !(field in (link ?? {}))) : []).toEqual([])
  }
  expect(relationOf('ProductAttributes', 'Product')).toEqual({
    parent: 'ProductAttributes',
    child: 'Product',
    parentField: 'sku',
    childField: 'sku',
  })
  expect(relationOf('Order', 'ShipmentLines')?.through).toEqual({ resource: 'Shipments', parentField: 'order_number', childField: 'code' })
  expect(relationOf('Customer', 'UserGroups')).toBeUndefined()
  expect(relations.length).toBeGreaterThan(50)
})

test('the types of a record follow from its declaration', () => {
  expectTypeOf<RecordOf<typeof product>['option_type']>().toEqualTypeOf<'' | 'Simple' | 'Matrix' | undefined>()
  expectTypeOf<RecordOf<typeof product>['inactive']>().toEqualTypeOf<'true' | 'false' | '' | undefined>()
  expectTypeOf<FieldName<typeof pricingAdvanced>>().toEqualTypeOf<
    'uid' | 'sku' | 'start' | 'end' | 'price' | 'group_code' | 'currency_code'
  >()
})

test('the traits of a resource name fields, stages and resources that exist', () => {
  const named = resources.flatMap((resource) => {
    const { titleField, orderField, skuField, hiddenBy, authored, fields } = resource
    const entry = authored && 'within' in authored ? authored.entry : undefined
    return [titleField, orderField, skuField, hiddenBy, entry ?? undefined].flatMap((field) =>
      field === undefined ? [] : [{ resource: resource.name, field, exists: field in fields }],
    )
  })
  const owners = resources.flatMap(({ authored }) => (authored && 'within' in authored ? [resourceOf(authored.within).authored] : []))

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ exists }) => !exists)).toEqual([])
  expect(owners.length).toBe(11)
  expect(owners).not.toContain(undefined)
})

test('resources are written parents first, and belong to the records that declare them', () => {
  expect(writeOrder.join(' ')).toBe(
    'UserGroups Cat CatParent Product Options Variants VariantOptions PricingAdvanced Inventory Merchandising ProductAttributes ProdAccessGroup ExtraImages ProdCat Webhooks',
  )
  expect(childResources('Variants')).toEqual(['Inventory', 'PricingAdvanced', 'VariantOptions'])
  expect(childResources('Cat')).toEqual(['CatParent'])
  expect(childResources('Product')).toHaveLength(9)
  expect(childResources('UserGroups')).toEqual([])
})
