import { expect } from 'vitest'
import { node, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

const oneProduct = { seed: { records: [seeded('Product', { sku: 'A' })] } }

/** platform.md, "Data API operations" and "Limits". */
export const writingProofs: readonly Proof[] = [
  writes(
    'POST creates records, and updates one whose key is given and exists; other fields stay',
    ['POST | /API/V3/<spec> |', 'Only the key and the fields to set are needed', 'A Data API at'],
    async ({ post, list }) => {
      await post(
        'Customer',
        node('Customer', { username: 'ada', email: 'a@x.example', city: 'Oslo' }),
        node('Customer', { username: 'bo' }),
      )

      await post('Customer', node('Customer', { username: 'ada', email: 'b@x.example' }))

      expect(await list('Customer/')).toEqual([
        node('Customer', { username: 'ada', email: 'b@x.example', city: 'Oslo' }),
        node('Customer', { username: 'bo' }),
      ])
    },
  ),
  writes(
    'PUT changes the fields of one record that it is given',
    ['PUT | /API/V3/<resource>/<key_value>', 'Only the key and the fields to set'],
    async ({ post, put, list }) => {
      await post('Product', node('Product', { sku: 'A', title: 'Old', brand: 'North' }))

      await put('Product/A', node('Product', { sku: 'A', title: 'New' }))

      expect(await list('Product/?_fields=sku,title,brand')).toEqual([node('Product', { sku: 'A', title: 'New', brand: 'North' })])
    },
  ),
  writes(
    'related nodes are nested in their parent, and the specification names them',
    ['Related nodes are nested in the parent node'],
    async ({ post, list }) => {
      await post(
        'Product+Inventory+ProdCat',
        node(
          'Product',
          { sku: 'A' },
          node('Inventory', { sku: 'A', quantity: 4 }),
          node('ProdCat', { cat_code: 'c1', sku: 'A' }),
          node('ProdCat', { cat_code: 'c2', sku: 'A' }),
        ),
      )
      await post(
        'Customer+UserCustomerGroups',
        node(
          'Customer',
          { username: 'ada' },
          node('UserCustomerGroup', { username: 'ada', group_code: 'vip' }),
          node('UserCustomerGroup', { username: 'ada', group_code: 'dealer' }),
        ),
      )

      expect(await list('Product+Inventory+ProdCat/?_fields=sku|Inventory:quantity|ProdCat:cat_code')).toEqual([
        '<Product><sku>A</sku><Inventory><quantity>4</quantity></Inventory><ProdCat><cat_code>c1</cat_code></ProdCat><ProdCat><cat_code>c2</cat_code></ProdCat></Product>',
      ])
      expect(await list('UserCustomerGroups/?username=ada&_fields=group_code')).toEqual(
        ['vip', 'dealer'].map((code) => node('UserCustomerGroup', { group_code: code })),
      )
    },
    {
      seed: {
        records: [
          seeded('Cat', { code: 'c1' }),
          seeded('Cat', { code: 'c2' }),
          seeded('UserGroups', { code: 'vip' }),
          seeded('UserGroups', { code: 'dealer' }),
        ],
      },
    },
  ),
  writes(
    'every node name that the document lists is taken, several of a kind in one body',
    ['Node names: Order, Shipment'],
    async ({ post, list }) => {
      const bodies: [string, string, Record<string, string>][] = [
        ['Order', 'Order', { email: 'a@x.example' }],
        ['Shipments', 'Shipment', { order_number: '1' }],
        ['Product', 'Product', { sku: 'A' }],
        ['Inventory', 'Inventory', { sku: 'A' }],
        ['Cat', 'Cat', { code: 'c' }],
        ['ProdCat', 'ProdCat', { sku: 'A', cat_code: 'c' }],
        ['CatParent', 'CatParent', { cat_code: 'c', parent_code: '0' }],
        ['Customer', 'Customer', { username: 'ada' }],
        ['UserGroups', 'UserGroup', { code: 'vip' }],
        ['UserCustomerGroups', 'UserCustomerGroup', { username: 'ada', group_code: 'vip' }],
        ['Webhooks', 'Webhook', { name: 'NewOrder', url: 'http://127.0.0.1:9/hook' }],
      ]

      const seen: number[] = []
      for (const [spec, name, fields] of bodies) seen.push((await post(spec, node(name, fields))).status)
      const groups = await post('UserGroups', node('UserGroup', { code: 'a' }), node('UserGroup', { code: 'b' }))

      expect([...seen, groups.status]).toEqual([...bodies.map(() => 200), 200])
      expect((await list('UserGroups/?code=a&code=b&_fields=code')).toSorted()).toEqual([
        node('UserGroup', { code: 'a' }),
        node('UserGroup', { code: 'b' }),
      ])
    },
  ),
  writes(
    'DELETE of PricingAdvanced takes every entry of each listed sku, fifty at a time',
    ['DELETE | /API/V3/PricingAdvanced?sku=', 'Batch deletes of PricingAdvanced', 'Suggested batch size'],
    async ({ post, send, list }) => {
      const skus = Array.from({ length: 51 }, (_, n) => `S${n}`)
      await post(
        'PricingAdvanced',
        ...skus.flatMap((sku) => [node('PricingAdvanced', { sku, price: 1 }), node('PricingAdvanced', { sku, price: 2 })]),
      )

      const reply = await send(
        'DELETE',
        `PricingAdvanced?${skus
          .slice(0, 50)
          .map((sku) => `sku=${sku}`)
          .join('&')}`,
      )

      expect(reply.status).toBe(200)
      expect(await list('PricingAdvanced/?_fields=sku')).toEqual([
        node('PricingAdvanced', { sku: 'S50' }),
        node('PricingAdvanced', { sku: 'S50' }),
      ])
    },
    { seed: { records: Array.from({ length: 51 }, (_, n) => seeded('Product', { sku: `S${n}` })) } },
  ),
  writes(
    'start is 0 and end is 9999999 when they are left out',
    ['PricingAdvanced.end default', 'PricingAdvanced.start default', 'PricingAdvanced.start', 'PricingAdvanced.end'],
    async ({ post, list }) => {
      await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A', price: 10 }))

      expect(await list('PricingAdvanced/')).toEqual([node('PricingAdvanced', { uid: 1, sku: 'A', start: 0, end: 9999999, price: 10 })])
    },
    oneProduct,
  ),
  ...limits(),
  writes(
    'PricingAdvanced: with uid the entry is updated, without it another is inserted, even the same',
    ['PricingAdvanced.uid', 'Posting without uid inserts a duplicate'],
    async ({ post, list }) => {
      await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A', price: 10 }))
      await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A', price: 10 }))

      await post('PricingAdvanced', node('PricingAdvanced', { uid: 2, sku: 'A', price: 8 }))

      expect(await list('PricingAdvanced/?_fields=uid,price')).toEqual([
        node('PricingAdvanced', { uid: 1, price: 10 }),
        node('PricingAdvanced', { uid: 2, price: 8 }),
      ])
    },
    oneProduct,
  ),
  writes(
    'PricingAdvanced: sku, start, end and price are required; group and currency are not',
    ['PricingAdvanced.sku', 'PricingAdvanced.price', 'PricingAdvanced.group_code', 'PricingAdvanced.currency_code'],
    async ({ post }) => {
      const noPrice = await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A' }))
      const noSku = await post('PricingAdvanced', node('PricingAdvanced', { price: 1 }))
      const emptyStart = await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A', price: 1, start: '' }))

      const whole = await post('PricingAdvanced', node('PricingAdvanced', { sku: 'A', price: 1 }))

      expect([noPrice, noSku, emptyStart, whole].map(({ status }) => status)).toEqual([400, 400, 400, 200])
    },
    oneProduct,
  ),
  writes(
    'true, false, 1 and 0 are taken in a payload, and come back as true and false',
    ['Boolean fields are written as true/false'],
    async ({ post, list }) => {
      await post('Product', ...['true', 'false', '1', '0'].map((value, n) => node('Product', { sku: `P${n}`, inactive: value })))

      expect(await list('Product/?_fields=inactive')).toEqual(
        ['true', 'false', 'true', 'false'].map((value) => node('Product', { inactive: value })),
      )
    },
  ),
  writes(
    'custom_data1 to custom_data4 exist on five resources, blank until somebody writes them',
    ["'custom_data1' to 'custom_data4' exist"],
    async ({ post, send, list }) => {
      const fields = ['custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'].join(',')
      await post('Product', node('Product', { sku: 'A' }))

      const seen = await Promise.all(
        ['Orderlines', 'Product', 'Variants', 'Customer', 'UserCustomerGroups', 'Cat'].map((name) =>
          send('GET', `${name}/?_fields=${fields}`),
        ),
      )

      expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 406])
      expect(await list(`Product/?_fields=${fields}`)).toEqual([node('Product', {})])
    },
  ),
]

function limits(): Proof[] {
  return [
    ['ExtraImages', 25],
    ['Options', 64],
    ['Cat', 64],
  ].map(([name, length]) =>
    writes(
      `${name}.code holds ${length} characters and not one more`,
      [`${name}.code length`, `${name}.code`],
      async ({ post, list }) => {
        const more = name === 'Cat' ? {} : { sku: 'A' }
        const [whole, cut] = ['é'.repeat(Number(length)), 'ü'.repeat(Number(length))]

        const longest = await post(String(name), node(String(name), { code: whole, ...more }))
        await post(String(name), node(String(name), { code: `${cut}ü`, ...more }))

        // A store refuses a longer one, or cuts it (assumptions.md W26).
        const records = [[whole], [whole, cut]].map((codes) => codes.map((code) => node(String(name), { code })))
        expect(longest.status).toBe(200)
        expect(records).toContainEqual(await list(`${name}/?_fields=code`))
      },
      oneProduct,
    ),
  )
}
