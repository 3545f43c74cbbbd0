import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResourceName } from '../../../src/resources/registry.ts'
import { relations } from '../../../src/resources/relations.ts'
import { formatSpec, parseSpec, type SpecNode } from '../../../src/wire/spec.ts'

const leaf = (resource: ResourceName): SpecNode => ({ resource, children: [] })

test.each<[string, SpecNode]>([
  ['Order+Orderline', { resource: 'Order', children: [leaf('Orderlines')] }],
  [
    'Order+Orderline+OrderlineTax+OrderlineDiscounts',
    { resource: 'Order', children: [leaf('Orderlines'), leaf('OrderlineTax'), leaf('OrderlineDiscounts')] },
  ],
  ['Product+Inventory+ProdCat', { resource: 'Product', children: [leaf('Inventory'), leaf('ProdCat')] }],
  ['Customer+UserCustomerGroups', { resource: 'Customer', children: [leaf('UserCustomerGroups')] }],
  [
    'Customer+(UserCustomerGroups+UserGroups)',
    { resource: 'Customer', children: [{ resource: 'UserCustomerGroups', children: [leaf('UserGroups')] }] },
  ],
  [
    'Product+AdvancedPricing+(Variant+AdvancedPricing)',
    { resource: 'Product', children: [leaf('PricingAdvanced'), { resource: 'Variants', children: [leaf('PricingAdvanced')] }] },
  ],
  ['ProductAttributes+Product', { resource: 'ProductAttributes', children: [leaf('Product')] }],
  ['Shipments+ShipmentLines', { resource: 'Shipments', children: [leaf('ShipmentLines')] }],
  ['Products', leaf('Product')],
  ['Orders', leaf('Order')],
  ['Variants+(Product+Inventory)', { resource: 'Variants', children: [{ resource: 'Product', children: [leaf('Inventory')] }] }],
])('%s is read as a tree', (text, tree) => {
  const spec = parseSpec(text)

  expect(spec).toEqual(tree)
})

test.each([
  ['', 'syntax', ''],
  ['Product+', 'syntax', 'Product+'],
  ['Product++Inventory', 'syntax', '+'],
  ['Product+(Variants+Inventory', 'syntax', 'Product+(Variants+Inventory'],
  ['Product)', 'syntax', ')'],
  ['(Product)', 'syntax', '('],
  ['Product+()', 'syntax', ')'],
  ['Product Inventory', 'syntax', 'Product Inventory'],
  ['Product+Nothing', 'unknown', 'Nothing'],
  ['product', 'unknown', 'product'],
  ['Customers', 'unknown', 'Customers'],
  ['Customer+UserGroups', 'unrelated', 'UserGroups'],
  ['Product+Inventory+Inventory', 'repeated', 'Inventory'],
  ['Product+Variants+Variant', 'repeated', 'Variants'],
  ['Product+(Cat+(ProdCat+(Product+(Variants+Inventory))))', 'too-deep', 'Variants'],
  [`Product${'+Inventory'.repeat(60)}`, 'syntax', 'Product+Inventory+Inventory+Inventory+In'],
])('%s is refused: %s %s', (text, fault, name) => {
  const spec = parseSpec(text)

  expect(spec).toEqual({ fault, name })
})

function specBelow(resource: ResourceName, depth: number): fc.Arbitrary<SpecNode> {
  const related = [...new Set(relations.filter((relation) => relation.parent === resource).map(({ child }) => child))]
  if (depth === 0 || related.length === 0) return fc.constant(leaf(resource))
  return fc
    .subarray(related, { maxLength: Math.min(3, related.length) })
    .chain((names) => fc.tuple(...names.map((name) => specBelow(name, depth - 1))))
    .map((children) => ({ resource, children }))
}

test('every tree of related resources survives format and parse', () => {
  const trees = fc.constantFrom<ResourceName>('Product', 'Order', 'Customer', 'Cat', 'UserGroups').chain((root) => specBelow(root, 3))

  fc.assert(
    fc.property(trees, (tree) => {
      const text = formatSpec(tree)
      fc.pre(text.length <= 512)
      expect(parseSpec(text)).toEqual(tree)
    }),
    { numRuns: 300 },
  )
})
