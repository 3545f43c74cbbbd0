import { expect } from 'vitest'
import { node, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

const order = node(
  'Order',
  { email: 'ada@x.example', status: 'new' },
  node('Orderline', { sku: 'A', quantity: 1 }),
  node('Orderline', { sku: 'B', quantity: 2 }),
)

/** The products of the lines above. */
const goods = { seed: { records: [seeded('Product', { sku: 'A' }), seeded('Product', { sku: 'B' })] } }

/** platform.md, "Order" and its related resources, and the transitions of "States and transitions". */
export const orderProofs: readonly Proof[] = [
  writes(
    'an order gets a number, and its lines <order_number>-1 and onwards',
    ['Order.order_number', 'Orderline.code', 'Orderline.order_number'],
    async ({ post, list }) => {
      await post('Order+Orderline', order)
      await post('Order+Orderline', order)

      expect(await list('Order+Orderline/?_fields=order_number|Orderline:code,order_number')).toEqual(
        ['1', '2'].map((number) =>
          node(
            'Order',
            { order_number: number },
            node('Orderline', { code: `${number}-1`, order_number: number }),
            node('Orderline', { code: `${number}-2`, order_number: number }),
          ),
        ),
      )
    },
    goods,
  ),
  writes(
    'order_date and update_date are the times of the store',
    ['Order.order_date', 'Order.update_date', 'Orderline.update_date'],
    async ({ post, put, list }) => {
      await post('Order+Orderline', order)

      expect(await list('Order+Orderline/?_fields=order_date,update_date|Orderline:update_date')).toEqual([
        '<Order><order_date>2026-05-31 12:00:00</order_date><update_date>2026-05-31 12:00:00</update_date>' +
          '<Orderline><update_date>2026-05-31 12:00:00</update_date></Orderline><Orderline><update_date>2026-05-31 12:00:00</update_date></Orderline></Order>',
      ])
      expect((await put('Order/1', node('Order', { status: 'paid' }))).status).toBe(200)
    },
    { ...goods, keeps: ['timezone'] },
  ),
  writes(
    'the related resources of an order are embedded in it',
    ['Related resources of an order', 'An order may have several shipments', 'One entry per discount situation'],
    async ({ post, list }) => {
      await post(
        'Order+Orderline+OrderlineTax+OrderlineDiscounts',
        node(
          'Order',
          {},
          node('Orderline', { sku: 'A' }),
          node('OrderlineTax', { rate: '25%' }),
          node('OrderlineDiscounts', { discount_type: 'coupon' }),
        ),
      )
      await post(
        'Shipments+ShipmentLines',
        node('Shipment', { order_number: 1 }, node('ShipmentLines', { orderline_code: '1-1', qty: 1 })),
        node('Shipment', { order_number: 1 }),
      )

      expect(
        await list(
          'Order+Orderline+OrderlineDiscounts+OrderlineTax+Shipments+ShipmentLines/?_fields=order_number|Orderline:code|OrderlineDiscounts:code|OrderlineTax:code|Shipments:code|ShipmentLines:code',
        ),
      ).toEqual([
        node(
          'Order',
          { order_number: 1 },
          node('Orderline', { code: '1-1' }),
          node('OrderlineDiscounts', { code: 1 }),
          node('OrderlineTax', { code: 1 }),
          node('Shipment', { code: 1 }),
          node('Shipment', { code: 2 }),
          node('ShipmentLines', { code: 1 }),
        ),
      ])
    },
    goods,
  ),
  writes(
    'a discount is of userdb, merchandising or coupon, on a line or on TOTAL_COST or ENTIRE_ORDER',
    [
      'orderline_code value TOTAL_COST',
      'orderline_code value ENTIRE_ORDER',
      'discount_type userdb',
      'discount_type merchandising',
      'discount_type coupon',
      'OrderlineDiscounts.orderline_code',
      'OrderlineDiscounts.discount_type',
    ],
    async ({ post, list }) => {
      await post('Order+Orderline', node('Order', {}, node('Orderline', { quantity: 1 }), node('Orderline', { quantity: 2 })))
      const kinds = [
        ['1-1', 'userdb'],
        ['1-2', 'merchandising'],
        ['TOTAL_COST', 'coupon'],
        ['ENTIRE_ORDER', 'coupon'],
      ]

      await post(
        'OrderlineDiscounts',
        ...kinds.map(([code = '', type = '']) =>
          node('OrderlineDiscounts', { order_number: 1, orderline_code: code, discount_type: type }),
        ),
      )
      const other = await post('OrderlineDiscounts', node('OrderlineDiscounts', { order_number: 1, discount_type: 'gift' }))

      expect(await list('OrderlineDiscounts/?_fields=orderline_code,discount_type')).toEqual(
        kinds.map(([code = '', type = '']) => node('OrderlineDiscounts', { orderline_code: code, discount_type: type })),
      )
      expect(other.status).toBe(400)
    },
    { switches: { references: 'reject' } },
  ),
  writes(
    'POST of Shipments+ShipmentLines creates a shipment',
    [
      'POST to /API/V3/Shipments+ShipmentLines',
      'Shipments.code',
      'ShipmentLines.code',
      'ShipmentLines.shipment_code',
      'Shipments.date',
      'The shipment date is written',
    ],
    async ({ post, list }) => {
      await post('Order+Orderline', order)

      const reply = await post(
        'Shipments+ShipmentLines',
        node(
          'Shipment',
          { order_number: 1, date: '2026-05-30 08:15:00', courier: 'Post' },
          node('ShipmentLines', { orderline_code: '1-1', qty: 1 }),
        ),
      )

      expect(reply.status).toBe(200)
      expect(
        await list('Shipments+ShipmentLines/?_fields=code,order_number,date,courier|ShipmentLines:code,shipment_code,orderline_code,qty'),
      ).toEqual([
        node(
          'Shipment',
          { code: 1, order_number: 1, date: '2026-05-30 08:15:00', courier: 'Post' },
          node('ShipmentLines', { code: 1, shipment_code: 1, orderline_code: '1-1', qty: 1 }),
        ),
      ])
    },
    goods,
  ),
  writes(
    'ship_all marks every line of the order as shipped',
    ['Orderlines of an order | POST of a Shipment with ship_all', 'Shipments.ship_all', 'Orderline.status'],
    async ({ post, list }) => {
      await post('Order+Orderline', order)

      await post('Shipments+ShipmentLines', node('Shipment', { order_number: 1, ship_all: 1 }))

      expect(await list('Orderlines/?_fields=status')).toEqual([
        node('Orderline', { status: 'shipped' }),
        node('Orderline', { status: 'shipped' }),
      ])
    },
    goods,
  ),
  writes(
    'archive, or archived true, takes the order off the pending list',
    ['Order.archived | setting archived true', 'Shipments.archive', 'Order.archived'],
    async ({ post, put, list }) => {
      await post('Order', node('Order', {}), node('Order', {}), node('Order', {}))

      await post('Shipments', node('Shipment', { order_number: 1, archive: 'true' }))
      await put('Order/2', node('Order', { archived: 'true' }))

      expect(await list('Order/?archived=0&_fields=order_number')).toEqual([node('Order', { order_number: 3 })])
    },
  ),
  writes(
    'deleted true marks the order as deleted',
    ['Order.deleted | setting deleted true', 'Order.deleted'],
    async ({ post, put, list }) => {
      await post('Order', node('Order', {}))

      await put('Order/1', node('Order', { deleted: 1 }))

      expect(await list('Order/1?_fields=deleted')).toEqual([node('Order', { deleted: 'true' })])
    },
  ),
  writes(
    'send_email on a shipment mails the customer: email_to or the address of the order, email_subject or the default, the notes in it',
    [
      'Shipment notification | POST of a Shipment with send_email',
      'Shipments.send_email',
      'Shipments.email_to',
      'Shipments.email_subject',
      'Shipments.notes',
    ],
    async ({ post, emulator }) => {
      await post('Order', node('Order', { email: 'ada@x.example' }))

      await post('Shipments', node('Shipment', { order_number: 1, send_email: 'true', notes: 'On its way' }))
      await post('Shipments', node('Shipment', { order_number: 1, send_email: 'true', email_to: 'bo@x.example', email_subject: 'Parcel' }))
      await post('Shipments', node('Shipment', { order_number: 1, email_to: 'nobody@x.example' }))

      expect(emulator.outbox.mails().map(({ to, subject }) => [to, subject])).toEqual([
        ['ada@x.example', 'Shipment for your order 1'],
        ['bo@x.example', 'Parcel'],
      ])
      expect(emulator.outbox.mails()[0]?.text).toContain('On its way')
    },
  ),
  writes(
    'send_email, email_to and email_subject are empty in every GET',
    ['send_email, email_to and email_subject are used only'],
    async ({ post, list }) => {
      await post('Order', node('Order', { email: 'ada@x.example' }))

      await post('Shipments', node('Shipment', { order_number: 1, send_email: 'true', email_to: 'bo@x.example', email_subject: 'Parcel' }))

      expect(await list('Shipments/1?_fields=send_email,email_to,email_subject')).toEqual([node('Shipment', {})])
    },
  ),
  writes(
    'POST of Order?send_email=true sets the status and mails it to the customer',
    ['POST | /API/V3/Order?send_email=true', 'Order.status (changed value)', 'Order.status'],
    async ({ post, list, emulator }) => {
      await post('Order', node('Order', { email: 'ada@x.example', status: 'new' }))

      const reply = await post('Order?send_email=true', node('Order', { order_number: 1, status: 'packed' }))

      expect([reply.status, await list('Order/?_fields=status')]).toEqual([200, [node('Order', { status: 'packed' })]])
      expect(emulator.outbox.mails().map(({ to, subject }) => [to, subject])).toEqual([['ada@x.example', 'Your order 1: packed']])
    },
  ),
  writes(
    'status takes any text: no state machine is shown',
    ['The status fields are free of any shown state machine'],
    async ({ post, list }) => {
      await post('Order', node('Order', { status: 'shipped' }))

      await post('Order', node('Order', { order_number: 1, status: 'never heard of' }))

      expect(await list('Order/?_fields=status')).toEqual([node('Order', { status: 'never heard of' })])
    },
  ),
  writes('a password is stored hashed, and a read returns the hash', ['Customer.password'], async ({ post, list }) => {
    await post('Customer', node('Customer', { username: 'ada', password: 'correct horse' }))

    const [seen = ''] = await list('Customer/?_fields=password')
    expect(seen).toMatch(/^<Customer><password>\$scrypt\$.{60,}<\/password><\/Customer>$/)
    expect(seen).not.toContain('horse')
  }),
  writes(
    'a customer has groups, the groups behind them, and orders',
    ['Related: UserCustomerGroups, UserGroups, Order', 'UserCustomerGroups.code'],
    async ({ post, list }) => {
      await post('UserGroups', node('UserGroup', { code: 'vip', title: 'VIP' }))
      await post(
        'Customer+UserCustomerGroups+Order',
        node('Customer', { username: 'ada' }, node('UserCustomerGroup', { group_code: 'vip' }), node('Order', {})),
      )

      expect(
        await list(
          'Customer+(UserCustomerGroups+UserGroups)+Order/?_fields=username|UserCustomerGroups:code,group_code|UserGroups:title|Order:order_number',
        ),
      ).toEqual([
        node(
          'Customer',
          { username: 'ada' },
          node('UserCustomerGroup', { code: 1, group_code: 'vip' }, node('UserGroup', { title: 'VIP' })),
          node('Order', { order_number: 1 }),
        ),
      ])
    },
  ),
]
