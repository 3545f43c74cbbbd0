import type { RecordTree } from '../../src/resources/record-tree.ts'

const none = {}

function product(sku: string, title: string, more: Partial<RecordTree['children']> = {}): RecordTree {
  return { resource: 'Product', fields: { sku, title, price: '12.5', inactive: 'false', brand: 'North' }, children: more }
}

/** A shop for proofs and probes that only read: something of every resource that they look at. */
export const sampleShop: readonly RecordTree[] = [
  { resource: 'UserGroups', fields: { code: 'vip', title: 'VIP' }, children: none },
  { resource: 'Cat', fields: { code: 'cups', name: 'Cups' }, children: none },
  product('b', 'Bowl'),
  product('A-1', 'Cup', {
    Inventory: [{ resource: 'Inventory', fields: { sku: 'A-1', quantity: '3' }, children: none }],
    ProdCat: [{ resource: 'ProdCat', fields: { sku: 'A-1', cat_code: 'cups', sort: '1' }, children: none }],
    ProductAttributes: [{ resource: 'ProductAttributes', fields: { sku: 'A-1', label: 'Glaze', value: 'Blue' }, children: none }],
    PricingAdvanced: [
      { resource: 'PricingAdvanced', fields: { uid: '7', sku: 'A-1', start: '0', end: '9999999', price: '10.5' }, children: none },
    ],
    Variants: [
      {
        resource: 'Variants',
        fields: { code: 'A-1-s', sku: 'A-1', price: '9' },
        children: {
          PricingAdvanced: [
            { resource: 'PricingAdvanced', fields: { uid: '8', sku: 'A-1-s', start: '0', end: '9999999', price: '8' }, children: none },
          ],
        },
      },
    ],
  }),
  product('A-2', 'Jug'),
  {
    resource: 'Customer',
    fields: { username: 'ada', email: 'ada@x.example' },
    children: {
      UserCustomerGroups: [{ resource: 'UserCustomerGroups', fields: { code: '1', username: 'ada', group_code: 'vip' }, children: none }],
    },
  },
  {
    resource: 'Order',
    fields: { order_number: '1', username: 'ada', order_date: '2026-05-30 10:00:00' },
    children: {
      Orderlines: [{ resource: 'Orderlines', fields: { code: '1-1', order_number: '1', sku: 'A-1', quantity: '2' }, children: none }],
      OrderlineTax: [{ resource: 'OrderlineTax', fields: { code: '1', order_number: '1', rate: '25%' }, children: none }],
      OrderlineDiscounts: [
        { resource: 'OrderlineDiscounts', fields: { code: '1', order_number: '1', discount_type: 'coupon' }, children: none },
      ],
      Shipments: [
        {
          resource: 'Shipments',
          fields: { code: '1', order_number: '1' },
          children: {
            ShipmentLines: [
              { resource: 'ShipmentLines', fields: { code: '1', shipment_code: '1', orderline_code: '1-1', qty: '2' }, children: none },
            ],
          },
        },
      ],
    },
  },
  { resource: 'Webhooks', fields: { id: '1', name: 'NewOrder', url: 'http://127.0.0.1:9/hook' }, children: none },
]
