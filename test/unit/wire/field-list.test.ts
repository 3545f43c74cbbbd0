import { expect, test } from 'vitest'
import { formatFieldList, parseFieldList } from '../../../src/wire/field-list.ts'
import { specOf } from './read-events.ts'

test.each([
  ['sku,title', ['sku', 'title'], []],
  [
    'sku|Inventory:sku,quantity|ProdCat:cat_code',
    ['sku'],
    [
      ['Inventory', ['sku', 'quantity']],
      ['ProdCat', ['cat_code']],
    ],
  ],
  [' sku , title | Inventory : quantity ', ['sku', 'title'], [['Inventory', ['quantity']]]],
  ['Inventory:quantity', [], [['Inventory', ['quantity']]]],
  ['|Inventory:quantity', [], [['Inventory', ['quantity']]]],
  ['sku|Inventory', ['sku'], [['Inventory', []]]],
  ['', [], []],
])('_fields=%s', (text, primary, related) => {
  const list = parseFieldList(text)

  expect({ primary: list.primary, related: [...list.related] }).toEqual({ primary, related })
})

test('the list of a specification names each resource once, also one that occurs twice', () => {
  const spec = specOf('Product+PricingAdvanced+(Variants+PricingAdvanced+Inventory)')

  const text = formatFieldList(spec, ({ resource, children }) => {
    if (resource === 'Product') return ['sku', 'title']
    if (resource === 'Variants') return ['code']
    return resource === 'Inventory' ? ['quantity'] : children.length > 0 ? [] : ['uid', 'price']
  })

  expect(text).toBe('sku,title|PricingAdvanced:uid,price|Variants:code|Inventory:quantity')
})

test('a formatted list reads back as what was asked', () => {
  const spec = specOf('Cat+CatParent')

  const list = parseFieldList(formatFieldList(spec, ({ resource }) => (resource === 'Cat' ? ['code', 'name'] : ['parent_code'])))

  expect(list).toEqual({ primary: ['code', 'name'], related: new Map([['CatParent', ['parent_code']]]) })
})
