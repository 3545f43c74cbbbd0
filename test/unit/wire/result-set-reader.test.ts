import { expect, test } from 'vitest'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import { golden, productPage, readEvents, readRecords } from './read-events.ts'

function record(resource: ResourceName, fields: RecordTree['fields'], children: RecordTree['children'] = {}): RecordTree {
  return { resource, fields, children }
}

test('a page of products: text stays as written, children are nested, a missing child is an empty list', async () => {
  const events = await readEvents(golden('product-with-inventory-and-categories.xml'), { spec: 'Product+Inventory+ProdCat' })

  expect(events).toEqual([
    { type: 'header', start: 0, total: 7, returned: 2 },
    {
      type: 'record',
      record: record(
        'Product',
        {
          sku: '007',
          title: 'Café & 🍵 <small>',
          description: ' two  blanks ',
          comment: '<p>Tea & <b>biscuits</b>, &amp; more</p>',
          price: '1.50',
          gtin: '00852963',
          brand: '',
          mpn: '',
          inactive: 'false',
          meta_title: `Tea "time" 'now'`,
          house_code: '1e5',
        },
        {
          Inventory: [record('Inventory', { sku: '007', quantity: '0120', stock_message: 'Back in May' })],
          ProdCat: [
            record('ProdCat', { sku: '007', cat_code: 'tea', sort: '10' }),
            record('ProdCat', { sku: '007', cat_code: 'sale', sort: '3' }),
          ],
        },
      ),
    },
    {
      type: 'record',
      record: record(
        'Product',
        { sku: 'A/1', title: '</Product> in CDATA ends nothing and two parts one text' },
        { Inventory: [], ProdCat: [] },
      ),
    },
  ])
})

test('records and children are known by any of their names', async () => {
  const records = await readRecords(golden('product-with-prices-and-variants.xml'), {
    spec: 'Product+AdvancedPricing+(Variant+AdvancedPricing)',
  })

  const price = { uid: '11', sku: 'TEE', start: '0', end: '9999999', price: '19.950', group_code: '', currency_code: '' }
  const low = { uid: '12', sku: 'TEE-S', start: '0', end: '11', price: '15', group_code: 'dealer' }
  const high = { uid: '13', sku: 'TEE-S', start: '12', end: '9999999', price: '13.75', group_code: 'dealer' }
  expect(records).toEqual([
    record(
      'Product',
      { sku: 'TEE', advanced_pricing: '1' },
      {
        PricingAdvanced: [record('PricingAdvanced', price)],
        Variants: [
          record(
            'Variants',
            { code: 'TEE-S', sku: 'TEE', price: '19.95' },
            { PricingAdvanced: [record('PricingAdvanced', low), record('PricingAdvanced', high)] },
          ),
          record('Variants', { code: 'TEE-M', sku: 'TEE' }, { PricingAdvanced: [] }),
        ],
      },
    ),
  ])
})

test('an order with its lines, tax and discounts', async () => {
  const events = await readEvents(golden('order-with-lines-tax-and-discounts.xml'), {
    spec: 'Order+Orderline+OrderlineTax+OrderlineDiscounts',
  })

  expect(events).toEqual([
    { type: 'header', start: 5, total: 6, returned: 1 },
    {
      type: 'record',
      record: record(
        'Order',
        {
          order_number: '10042',
          username: 'anna',
          b_zip: '0150',
          total_cost: 'kr 1 250,00',
          total_numeric: '1250.00',
          integrated: '0',
        },
        {
          Orderlines: [
            record('Orderlines', { code: '10042-1', order_number: '10042', sku: 'MUG', quantity: '2', subtotal_numeric: '1250.00' }),
          ],
          OrderlineTax: [record('OrderlineTax', { code: '1', order_number: '10042', rate: '25%', tax_incl: 'true' })],
          OrderlineDiscounts: [
            record('OrderlineDiscounts', {
              code: '1',
              orderline_code: 'ENTIRE_ORDER',
              order_number: '10042',
              discount_type: 'coupon',
              discount_percentage: '50',
            }),
          ],
        },
      ),
    },
  ])
})

test.each<[string, string, RecordTree[]]>([
  [
    'customer-with-groups.xml',
    'Customer+(UserCustomerGroups+UserGroups)',
    [
      record(
        'Customer',
        { username: 'anna' },
        {
          UserCustomerGroups: [
            record(
              'UserCustomerGroups',
              { code: '7', username: 'anna', group_code: 'dealer', subscribed: 'true' },
              { UserGroups: [record('UserGroups', { code: 'dealer', title: 'Dealers', subscribable: 'private' })] },
            ),
          ],
        },
      ),
    ],
  ],
  [
    'attributes-with-product.xml',
    'ProductAttributes+Product',
    [
      record(
        'ProductAttributes',
        { sku: 'MUG', label: 'Material', value: 'Stoneware', sort: '10' },
        { Product: [record('Product', { sku: 'MUG', title: 'Mug' })] },
      ),
    ],
  ],
  [
    'shipment-with-lines.xml',
    'Shipments+ShipmentLines',
    [
      record(
        'Shipments',
        { code: '3', order_number: '10042', date: '2026-11-20 07:05:00', send_email: '', email_to: '', email_subject: '' },
        { ShipmentLines: [record('ShipmentLines', { code: '9', shipment_code: '3', orderline_code: '10042-1', qty: '2' })] },
      ),
    ],
  ],
  ['webhooks.xml', 'Webhooks', [record('Webhooks', { id: '41', name: 'NewOrder', url: 'https://erp.example/hooks/orders?a=1&b=2' })]],
  [
    'any-prefix.xml',
    'Cat+CatParent',
    [record('Cat', { code: 'tees', name: 'T-shirts' }, { CatParent: [record('CatParent', { cat_code: 'tees', parent_code: '0' })] })],
  ],
  ['no-match.xml', 'Product', []],
])('%s', async (name, spec, seen) => {
  const records = await readRecords(golden(name), { spec })

  expect(records).toEqual(seen)
})

test.each([
  ['an ampersand written twice', '&amp;amp; &amp;nbsp; &amp;#39;', '&amp; &nbsp; &#39;'],
  ['decimal and hexadecimal references', '&#39;&#x1F600;&#x0000041;&#13;&#10;', "'😀A\r\n"],
  ['line ends', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['blanks only', ' \t ', ' \t '],
  ['a number', '0x1F', '0x1F'],
  ['CDATA beside text', 'a&lt;<![CDATA[&lt;]]>&lt;', 'a<&lt;<'],
  ['empty CDATA', '<![CDATA[]]>', ''],
  ['an instruction inside', 'a<?note b?>c', 'ac'],
  ['C1 controls and the last planes', '\u0085 \u{10FFFD}', '\u0085 \u{10FFFD}'],
])('text: %s', async (_, written, seen) => {
  const records = await readRecords(productPage(`<title>${written}</title>`), { spec: 'Product' })

  expect(records).toEqual([record('Product', { title: seen })])
})

test('fields have their documented names in every record; an extra field of the store under the name of a renamed one is left out', async () => {
  const names = { Product: { title: 'heading' }, VariantOptions: { variant_code: 'variant', o_group: 'o_value', o_value: 'o_group' } }
  const inner =
    '<sku>A</sku><heading>ours</heading><title>theirs</title>' +
    '<VariantOptions><variant>A-1</variant><o_value>size</o_value><o_group>s</o_group></VariantOptions>'

  const records = await readRecords(productPage(inner), { spec: 'Product+VariantOptions', names })

  expect(records).toEqual([
    record(
      'Product',
      { sku: 'A', title: 'ours' },
      { VariantOptions: [record('VariantOptions', { variant_code: 'A-1', o_group: 'size', o_value: 's' })] },
    ),
  ])
})

test('what was not asked for is left out: other resources, and structures that no field of ours has', async () => {
  const inner = '<sku>A</sku><Inventory><sku>A</sku></Inventory><ProdCat/><extra><deep>x</deep></extra><flat>kept</flat>'

  const records = await readRecords(productPage(inner), { spec: 'Product' })

  expect(records).toEqual([record('Product', { sku: 'A', flat: 'kept' })])
})

test('field names that JavaScript knows are only names', async () => {
  const records = await readRecords(productPage('<hasOwnProperty>1</hasOwnProperty><toString>2</toString>'), { spec: 'Product' })

  expect(Object.entries(records[0]?.fields ?? {})).toEqual([
    ['hasOwnProperty', '1'],
    ['toString', '2'],
  ])
})
