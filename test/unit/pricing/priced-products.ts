import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'

type Rows = Readonly<Partial<Record<ResourceName, readonly RecordTree[]>>>

/** A record with children. */
export function row(resource: ResourceName, fields: Fields, children: Rows = {}): RecordTree {
  return { resource, fields, children }
}

/** `group start end price currency`, `-` for no group and for no currency. */
export function entries(sku: string, ...texts: readonly string[]): readonly RecordTree[] {
  return texts.map((text) => {
    const [group = '-', start = '0', end = '9999999', price = '1', currency = '-'] = text.split(' ')
    const codes = { group_code: group === '-' ? '' : group, currency_code: currency === '-' ? '' : currency }
    return row('PricingAdvanced', { sku, start, end, price, ...codes })
  })
}

/** The tees of design.md section 3: three breaks, three tiers, one price forced in EUR. */
export const tee = row(
  'Product',
  { sku: 'TEE', title: 'Classic tee', price: '19.95', advanced_pricing: 'true' },
  {
    PricingAdvanced: entries(
      'TEE',
      '- 0 11 19.95',
      '- 12 47 17.50',
      '- 48 9999999 15.00',
      'dealer 0 11 15.00',
      'dealer 12 47 13.75',
      'dealer 48 9999999 12.00',
      'vip 0 11 18.00',
      'vip 12 47 16.50',
      'vip 48 9999999 14.00',
      'dealer 48 9999999 10.90 EUR',
    ),
    Merchandising: [
      row('Merchandising', {
        sku: 'TEE',
        discount: '10%',
        timed_promotion: 'true',
        start_date: '2026-12-01',
        end_date: '2026-12-24 00:00:00',
      }),
    ],
  },
)

/** A mug with a simple option. */
export const mug = row(
  'Product',
  { sku: 'MUG', title: 'Mug', price: '8.50', option_type: 'Simple' },
  { Options: [row('Options', { sku: 'MUG', o_group: 'glaze', o_value: 'plain=Plain,gold=Gold rim', price: 'gold=3' })] },
)

function lampVariant(code: string, base: string, price: string): RecordTree {
  const VariantOptions = [row('VariantOptions', { sku: 'LAMP', variant_code: code, o_group: 'base', o_value: base })]
  return row('Variants', { code, sku: 'LAMP', price }, { VariantOptions })
}

/** A lamp with advanced options, codes as the ERP has them, and a promotion that is not timed. */
export const lamp = row(
  'Product',
  { sku: 'LAMP', title: 'Lamp', option_type: 'Matrix', options_advanced: 'true' },
  {
    Options: [row('Options', { sku: 'LAMP', o_group: 'base', o_value: 'oak=Oak,ash=Ash' })],
    Variants: [lampVariant('ERP-4711', 'oak', '89.00'), lampVariant('ERP-4712', 'ash', '95.00')],
    Merchandising: [row('Merchandising', { sku: 'LAMP', discount: '5', timed_promotion: 'false', end_date: '2020-01-01' })],
  },
)
