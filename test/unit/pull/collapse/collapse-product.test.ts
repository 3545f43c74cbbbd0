import { expect, test } from 'vitest'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { stored } from '../../../support/any-store.ts'
import { bareProduct } from '../../../support/bare-product.ts'
import { documentsOf, pulledInto } from '../../../support/pulled-store.ts'

function product(sku: string, fields: Record<string, string>, children: RecordTree['children'] = {}): RecordTree {
  return bareProduct(sku, { title: `Title of ${sku}`, ...fields }, children)
}

function grid(
  sku: string,
  rows: readonly (readonly [group: string, start: string, end: string, price: string, currency?: string])[],
): RecordTree[] {
  return rows.map(([group_code, start, end, price, currency_code = '']) =>
    stored('PricingAdvanced', { sku, group_code, currency_code, start, end, price }),
  )
}

function option(sku: string, o_group: string, more: Record<string, string>): RecordTree {
  return stored('Options', {
    code: `${sku}-${o_group}`,
    sku,
    o_group,
    o_label: o_group,
    o_widget: 'select',
    o_sort: '10',
    price: '',
    ...more,
  })
}

function variant(
  sku: string,
  code: string,
  { chosen = {}, more = {}, rows = [] }: { chosen?: Record<string, string>; more?: Record<string, string>; rows?: readonly RecordTree[] },
): RecordTree {
  const links = Object.entries(chosen).map(([o_group, o_value]) => stored('VariantOptions', { sku, variant_code: code, o_group, o_value }))
  return stored(
    'Variants',
    { code, sku, sort: '', price: '', advanced_pricing: 'false', ...more },
    { PricingAdvanced: rows, Inventory: [], VariantOptions: links },
  )
}

async function yamlOf(products: readonly RecordTree[], groups: readonly string[] = []): Promise<string> {
  const live = { groups: groups.map((code) => stored('UserGroups', { code })), categories: [], products, webhooks: [] }
  const taken = await pulledInto({}, live, { layout: 'flat' })
  expect(taken.problems).toEqual([])
  const { 'groups.yaml': _, ...documents } = documentsOf(taken)
  return Object.values(documents).join('')
}

const classic = [
  ['', '0', '11', '19.95'],
  ['', '12', '9999999', '17.5'],
  ['dealer', '0', '11', '15'],
  ['dealer', '12', '9999999', '13.75'],
] as const

test('codes that match a template become a matrix: each for shared values, override for the rest', async () => {
  const codes = [
    ['s', 'red'],
    ['s', 'navy'],
    ['m', 'red'],
    ['m', 'navy'],
  ] as const
  const variants = codes.map(([size, colour]) => {
    const code = `TEE-${size}-${colour}`
    const isDear = code === 'TEE-m-navy'
    return variant('TEE', code, {
      chosen: { size, colour },
      more: { weight: '0.2', price: isDear ? '21.95' : '19.95', advanced_pricing: isDear ? 'false' : 'true' },
      rows: isDear ? [] : grid(code, classic),
    })
  })
  const options = [
    option('TEE', 'size', { o_label: 'Size', o_value: 's=Small,m=Medium' }),
    option('TEE', 'colour', { o_value: 'red=Red,navy=Navy', o_sort: '20' }),
  ]

  const yaml = await yamlOf(
    [product('TEE', { option_type: 'Matrix', options_advanced: 'true', price: '19.95' }, { Options: options, Variants: variants })],
    ['dealer'],
  )

  expect(yaml).toBe(`price_lists:
  TEE:
    breaks: [0, 12]
    prices:
      default: [19.95, 17.50]
      dealer: [15.00, 13.75]
products:
  TEE:
    title: Title of TEE
    price: 19.95
    options:
      size: { label: Size, values: { s: Small, m: Medium } }
      colour: { values: { red: Red, navy: Navy } }
    variants:
      matrix: '{sku}-{size}-{colour}'
      each: { pricing: TEE, weight: 0.2 }
      override:
        TEE-m-navy: { price: 21.95 }
`)
})

test('other codes, and combinations that are not complete, become a list with options', async () => {
  const variants = [
    variant('LAMP', 'ERP-1', { chosen: { base: 'oak' }, more: { price: '89' } }),
    variant('LAMP', 'ERP-2', { chosen: { base: 'ash' }, more: { price: '95' } }),
  ]
  const lamp = product(
    'LAMP',
    { option_type: 'Matrix', options_advanced: 'true' },
    { Options: [option('LAMP', 'base', { o_value: 'oak=Oak,ash=Ash,elm=Elm' })], Variants: variants },
  )

  const yaml = await yamlOf([lamp])

  expect(yaml).toBe(`products:
  LAMP:
    title: Title of LAMP
    options:
      base: { values: { oak: Oak, ash: Ash, elm: Elm } }
    variants:
      list:
        ERP-1: { options: { base: oak }, price: 89 }
        ERP-2: { options: { base: ash }, price: 95 }
`)
})

test('subproducts have the order of the store, simple options their amounts', async () => {
  const bolts = product(
    'BOLTS',
    { option_type: 'Matrix', options_advanced: 'false' },
    {
      Variants: [
        variant('BOLTS', 'M6', { more: { price: '0.2', description: 'M6', sort: '20' } }),
        variant('BOLTS', 'M10', { more: { price: '0.35', description: 'M10', sort: '10' } }),
      ],
    },
  )
  const mug = product(
    'MUG',
    { option_type: 'Simple', price: '8.5' },
    {
      Options: [option('MUG', 'glaze', { o_value: 'plain=Plain,gold=Gold rim', price: 'gold=3', o_widget: 'breaking_radio_preselect' })],
    },
  )

  const yaml = await yamlOf([bolts, mug])

  expect(yaml).toBe(`products:
  BOLTS:
    title: Title of BOLTS
    variants:
      list:
        M10: { description: M10, price: 0.35 }
        M6: { description: M6, price: 0.20 }

  MUG:
    title: Title of MUG
    price: 8.50
    options:
      glaze: { widget: breaking_radio_preselect, values: { plain: Plain, gold: Gold rim }, adjust: { gold: 3 } }
`)
})

test('a grid of one sku is written inline, one that two skus share becomes a list; a price of its own is kept', async () => {
  const rows = [
    ['', '1', '9999999', '5'],
    ['', '1', '9999999', '6', 'EUR'],
  ] as const
  const on = { advanced_pricing: 'true' }

  const yaml = await yamlOf([
    product('A', { ...on, price: '5' }, { PricingAdvanced: grid('A', rows) }),
    product('B', { ...on, price: '' }, { PricingAdvanced: grid('B', rows) }),
    product('C', { ...on, price: '7.7' }, { PricingAdvanced: grid('C', [['', '0', '9999999', '4.25']]) }),
  ])

  expect(yaml).toBe(`price_lists:
  A:
    breaks: [1]
    prices:
      default: [5]
    forced:
      - { currency: EUR, start: 1, price: 6 }
products:
  A:
    title: Title of A
    pricing: A

  B:
    title: Title of B
    price: ''
    pricing: A

  C:
    title: Title of C
    price: 7.70
    pricing:
      breaks: [0]
      prices:
        default: [4.25]
`)
})

test('a grid that breaks the rules is written row by row: gaps, duplicate cells, undeclared groups', async () => {
  const rows = [
    ['', '0', '9', '4'],
    ['', '0', '9', '4'],
    ['default', '0', '9999999', '3.5'],
    ['gone', '12', '10', '1', 'EUR'],
  ] as const

  const yaml = await yamlOf(
    [product('LEGACY', { advanced_pricing: 'true', price: '4' }, { PricingAdvanced: grid('LEGACY', rows) })],
    ['vip'],
  )

  expect(yaml).toBe(`products:
  LEGACY:
    title: Title of LEGACY
    pricing:
      entries:
        - { start: 0, end: 9, price: 4 }
        - { start: 0, end: 9, price: 4 }
        - { start: 0, end: 9999999, price: 3.50, group_code: default }
        - { start: 12, end: 10, price: 1, group_code: gone, currency_code: EUR }
`)
})

test('a date of zeros is not a date', async () => {
  const dates = { discount: '10%', timed_promotion: 'false', start_date: '0000-00-00 00:00:00', end_date: '0000-00-00' }
  const row = stored('Merchandising', { sku: 'A', featured: '', ...dates })

  const text = await yamlOf([product('A', { price: '1' }, { Merchandising: [row] })])

  expect(text).toBe('products:\n  A:\n    title: Title of A\n    merchandising: { discount: 10% }\n    price: 1\n')
})
