import { expect, test } from 'vitest'
import { loadProduct } from '../../../support/bare-records.ts'

/** The VariantOptions rows of a variant of `A`. */
function chosen(variant_code: string, size: string, colour: string): unknown {
  return [
    { sku: 'A', variant_code, o_group: 'size', o_value: size },
    { sku: 'A', variant_code, o_group: 'colour', o_value: colour },
  ]
}

test('simple options: values and adjustments in order (semantics 5)', async () => {
  const { record, lines } = await loadProduct(
    '{ price: 5, options: { 10: { label: Size, values: { 9: Nine, 1: One }, adjust: { 1: -2 } }, b: { code: X, widget: breaking_radio_preselect, values: { y: Yes } } } }',
  )

  expect(lines).toEqual([])
  expect(record).toMatchObject({
    option_type: 'Simple',
    Options: [
      { code: 'A-10', sku: 'A', o_group: '10', o_label: 'Size', o_widget: 'select', o_sort: '10', o_value: '9=Nine,1=One', price: '1=-2' },
      { code: 'X', sku: 'A', o_group: 'b', o_label: 'b', o_widget: 'breaking_radio_preselect', o_sort: '20', o_value: 'y=Yes' },
    ],
  })
  expect(record).not.toHaveProperty('options_advanced')
})

test('a matrix gives one variant per combination and one row per option, the last option turning fastest', async () => {
  const { record, lines } = await loadProduct(
    '{ options: { size: { values: { s: S, m: M } }, colour: { values: { red: Red, navy: Navy } } }, variants: { matrix: "{sku}/{colour}{size}", each: { price: 1 }, override: { A/navym: { external_id: E } } } }',
  )

  const every = { sku: 'A', price: '1', onCreate: { advanced_pricing: 'false' } }
  expect(lines).toEqual([])
  expect(record).toMatchObject({ option_type: 'Matrix', options_advanced: 'true' })
  expect(record['Variants']).toEqual([
    { ...every, code: 'A/reds', VariantOptions: chosen('A/reds', 's', 'red') },
    { ...every, code: 'A/navys', VariantOptions: chosen('A/navys', 's', 'navy') },
    { ...every, code: 'A/redm', VariantOptions: chosen('A/redm', 'm', 'red') },
    { ...every, code: 'A/navym', external_id: 'E', VariantOptions: chosen('A/navym', 'm', 'navy') },
  ])
})

const sizes = 'options: { size: { values: { s: S } } }'

test.each([
  [`{ ${sizes}, variants: { matrix: "{sku}" } }`, 'the matrix does not name the option {size}'],
  [`{ ${sizes}, variants: { matrix: "{siez}" } }`, 'the matrix names {siez}, which is not an option of A'],
  ['{ variants: { matrix: "{sku}" } }', 'the matrix of A has no options'],
  ['{ options: { sku: { values: { s: S } } }, variants: { matrix: "{sku}" } }', 'an option of a matrix cannot have the key "sku"'],
  [`{ ${sizes}, variants: { matrix: "{sku}-{size}", list: {} } }`, 'the variants of A are given both as a matrix and as a list'],
  [`{ ${sizes}, variants: { matrix: "{sku}-{size}", override: { A-x: {} } } }`, 'A has no variant "A-x" to override'],
  ['{ variants: { list: { V: { price: 1, options: { size: s } } } } }', 'variant V has option values, but A declares no options'],
  [
    '{ price: 1, options: { size: { values: { s: "S,M" } } } }',
    '"S,M" contains a comma or an equals sign, which the store uses between option values',
  ],
  [
    '{ price: 1, options: { size: { values: { s=m: S } } } }',
    '"s=m" contains a comma or an equals sign, which the store uses between option values',
  ],
  ['{ price: 1, options: { size: { values: {} } } }', 'option "size" has no values'],
  ['{ price: 1, options: { size: { values: { s: S }, adjust: { m: 1 } } } }', 'the option has no value "m"'],
  ['{ price: 1, options: { size: { values: { s: S }, adjust: { s: 0 } } } }', 'an adjustment of 0 changes nothing'],
  [
    '{ options: { size: { values: { s: S }, adjust: { s: 1 } } }, variants: { matrix: "{size}" } }',
    'option "size" adjusts prices, but the product has variants',
  ],
  ['{ price: 1, access: [a, a] }', '"a" is twice in this list'],
  [
    '{ price: 1, option_type: Matrix, options: { size: { values: { s: S } } } }',
    'option_type is given as "Matrix", but the options and variants make it "Simple"',
  ],
  [
    '{ options_advanced: true, variants: { list: { V: { price: 1 } } } }',
    'options_advanced is given as "true", but the options and variants make it "false"',
  ],
  ['{ price: 1, advanced_pricing: true }', 'advanced_pricing is given as true, but there is a price and no grid'],
  ['{ price: 1, advanced_pricing: true, pricing: {} }', 'advanced_pricing is given as true, but the pricing makes it false'],
])('%s is refused', async (body, message) => {
  const { lines } = await loadProduct(body)

  expect(lines.map((line) => line.replace(/^\S+ \S+ /, '').replace(/ > .*/, ''))).toEqual([message])
})

test('a matrix without end is refused before it is written out', async () => {
  const values = Array.from({ length: 22 }, (_, index) => `v${index}: V`).join(', ')
  const { record, lines } = await loadProduct(
    `{ options: { a: { values: { ${values} } }, b: { values: { ${values} } }, c: { values: { ${values} } } }, variants: { matrix: "{a}{b}{c}" } }`,
  )

  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('variant-shape: the options of A have 10648 combinations, more than 10000')
  expect(record['Variants']).toEqual([])
})
