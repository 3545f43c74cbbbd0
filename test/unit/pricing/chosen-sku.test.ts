import { expect, test } from 'vitest'
import { chosenSku } from '../../../src/pricing/chosen-sku.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { lamp, mug, row, tee } from './priced-products.ts'

function jacketVariant(code: string, size: string, colour: string): RecordTree {
  const chosen = { size, colour }
  const VariantOptions = Object.entries(chosen).map(([o_group, o_value]) => row('VariantOptions', { variant_code: code, o_group, o_value }))
  return row('Variants', { code, price: '1' }, { VariantOptions })
}

const jacket = row(
  'Product',
  { sku: 'JACKET', option_type: 'Matrix', options_advanced: 'true' },
  {
    Options: [
      row('Options', { o_group: 'size', o_value: 's=Small,m=Medium' }),
      row('Options', { o_group: 'colour', o_value: 'red=Red,sand=Sand' }),
    ],
    Variants: [jacketVariant('J-s-red', 's', 'red'), jacketVariant('J-m-red', 'm', 'red'), jacketVariant('J-m-sand', 'm', 'sand')],
  },
)

test.each([
  ['nothing chosen', tee, 'TEE', {}, { sku: 'TEE', options: {} }],
  ['a simple option adjusts the price of the sku itself', mug, 'MUG', { glaze: 'gold' }, { sku: 'MUG', options: { glaze: 'gold' } }],
  ['an option chooses the variant', lamp, 'LAMP', { base: 'ash' }, { sku: 'ERP-4712', options: {} }],
  ['one of two is enough where it is the only one', jacket, 'JACKET', { colour: 'sand' }, { sku: 'J-m-sand', options: {} }],
  ['a variant with its own value', lamp, 'ERP-4711', { base: 'oak' }, { sku: 'ERP-4711', options: {} }],
])('%s', (_, root, sku, chosen, bought) => {
  expect(chosenSku(root, sku, chosen)).toEqual({ kind: 'sku', ...bought })
})

test.each([
  ['no options at all', tee, 'TEE', { size: 'm' }, 'TEE has no options to choose', 'size', []],
  ['an option that is not there', mug, 'MUG', { glase: 'gold' }, 'MUG has no option "glase"', 'glase', ['glaze']],
  ['a value that is not there', mug, 'MUG', { glaze: 'silver' }, 'option glaze of MUG has no value "silver"', 'silver', ['plain', 'gold']],
  ['another value than the variant has', lamp, 'ERP-4711', { base: 'ash' }, 'option base of ERP-4711 has no value "ash"', 'ash', ['oak']],
  ['too little chosen', jacket, 'JACKET', { size: 'm' }, '2 variants of JACKET have size=m', '', ['colour=red|sand']],
  [
    'a combination that is not sold',
    jacket,
    'JACKET',
    { size: 's', colour: 'sand' },
    'no variant of JACKET has size=s and colour=sand',
    '',
    [],
  ],
])('%s leads to nothing, and what there is is named', (_, root, sku, chosen, message, word, known) => {
  expect(chosenSku(root, sku, chosen)).toEqual({ kind: 'wrong', message, word, known })
})
