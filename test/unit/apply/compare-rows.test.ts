import { expect, test } from 'vitest'
import { compareRows } from '../../../src/apply/compare-rows.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'

function record(resource: ResourceName, fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return { resource, fields, children }
}

function problems(sent: RecordTree, stored: readonly RecordTree[], exact = false): string[] {
  return compareRows({ resource: sent.resource, sent: [sent], stored, exact }, documentedCapabilities)
}

function price(breaks: string, amount: string, more: Fields = {}): RecordTree {
  const [start = '', end = ''] = breaks.split('-')
  return record('PricingAdvanced', { sku: 'TEE', start, end, price: amount, ...more })
}

test('a value that the store wrote in another form is right', () => {
  const sent = record('Product', { sku: 'TEE', title: 'Tee\r\nshirt', price: '19.5', inactive: 'true', weight: '' })
  const stored = record('Product', { sku: 'TEE', title: ' Tee\nshirt ', price: '019.50', inactive: '1' })

  expect(problems(sent, [stored])).toEqual([])
})

test('what differs, is cut, is missing or stands twice is named with record and field', () => {
  const sent = record('Product', { sku: 'TEE', title: 'Classic tee', description: 'Heavy 😀 cotton', price: '19.95' })
  const long = record('Product', { sku: 'TEE', title: 'x'.repeat(50) })

  expect(problems(sent, [record('Product', { sku: 'TEE', title: 'Classic tee', description: 'Heavy 😀', price: '19.95' })])).toEqual([
    'product.TEE: description was cut by the store: it kept 7 of 14 characters',
  ])
  expect(problems(sent, [record('Product', { sku: 'TEE', title: 'Other', description: 'Heavy 😀 cotton', price: '19.9' })])).toEqual([
    'product.TEE: title is "Other" instead of "Classic tee"',
    'product.TEE: price is "19.9" instead of "19.95"',
  ])
  expect(problems(long, [record('Product', { sku: 'TEE', title: '' })])).toEqual([
    `product.TEE: title is empty instead of "${'x'.repeat(40)}…"`,
  ])
  expect(problems(sent, [record('Product', { sku: 'tee' })])).toEqual(['product.TEE is missing in the store'])
  expect(
    problems(
      record('ProdCat', { sku: 'TEE', cat_code: 'sale' }),
      [1, 2].map(() => record('ProdCat', { sku: 'TEE', cat_code: 'sale' })),
    ),
  ).toEqual(['product.TEE/category.sale is in the store 2 times instead of once'])
})

test('nested rows are compared too, also when they leave the parent key to the store', () => {
  const sent = record(
    'Product',
    { sku: 'TEE' },
    {
      Inventory: [record('Inventory', { quantity: '5' })],
      Variants: [
        record(
          'Variants',
          { code: 'TEE-s' },
          { VariantOptions: [record('VariantOptions', { sku: 'TEE', o_group: 'size', o_value: 's' })] },
        ),
      ],
    },
  )
  const stored = record(
    'Product',
    { sku: 'TEE' },
    {
      Inventory: [record('Inventory', { sku: 'TEE', quantity: '4' })],
      Variants: [record('Variants', { code: 'TEE-s' }, { VariantOptions: [] })],
    },
  )

  expect(problems(sent, [stored])).toEqual([
    'inventory.TEE: quantity is "4" instead of "5"',
    'variant.TEE-s/option.size is missing in the store',
  ])
})

test('the grid of a new record is an exact multiset', () => {
  const sent = record(
    'Product',
    { sku: 'TEE' },
    { PricingAdvanced: [price('0-9', '5'), price('10-9999999', '4', { group_code: 'dealer' })] },
  )
  const storedWith = (rows: readonly RecordTree[]): RecordTree[] => [record('Product', { sku: 'TEE' }, { PricingAdvanced: rows })]
  const first = price('0-9', '5.00', { uid: '1', group_code: '', currency_code: '' })
  const second = price('10-9999999', '4', { uid: '2', group_code: 'dealer', currency_code: '' })

  expect(problems(sent, storedWith([second, first]))).toEqual([])
  expect(problems(sent, storedWith([first]))).toEqual(['grid.TEE for group dealer from quantity 10 is missing in the store'])
  expect(problems(sent, storedWith([first, second, first]))).toEqual([
    'grid.TEE for the default group from quantity 0 to 9 is in the store 2 times instead of once',
  ])
  expect(problems(sent, storedWith([first, second, price('0-9', '3', { currency_code: 'EUR' })]))).toEqual([
    'grid.TEE for the default group from quantity 0 to 9 in EUR is in the store and was not written by this plan',
  ])
})

test('rows that are wanted twice find two partners, whatever their order', () => {
  const sent = [price('0-9', '5'), price('0-9', '6')]
  const compare = (stored: readonly RecordTree[]): string[] =>
    compareRows({ resource: 'PricingAdvanced', sent, stored, exact: true }, documentedCapabilities)

  expect(compare([price('0-9', '6'), price('0-9', '5')])).toEqual([])
  expect(compare([price('0-9', '6'), price('0-9', '6')])).toEqual([
    'grid.TEE for the default group from quantity 0 to 9: price is "6" instead of "5"',
  ])
})
