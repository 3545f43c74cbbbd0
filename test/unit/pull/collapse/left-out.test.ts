import { expect, test } from 'vitest'
import type { LiveRecords } from '../../../../src/pull/live-records.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { stored } from '../../../support/any-store.ts'
import { bareProduct } from '../../../support/bare-product.ts'
import { documentsOf, pulledInto } from '../../../support/pulled-store.ts'

function shop(products: readonly RecordTree[], more: Partial<LiveRecords> = {}): LiveRecords {
  return { groups: [], categories: [], products, webhooks: [], ...more }
}

test('what the rules refuse is left to the store, named, and the rest is pulled', async () => {
  const product = bareProduct(
    'A',
    { title: 'A', price: '1' },
    {
      ProdAccessGroup: [stored('ProdAccessGroup', { sku: 'A', group_code: 'gone' })],
      ProdCat: [stored('ProdCat', { sku: 'A', cat_code: 'tees', sort: '1' })],
    },
  )
  const twin = bareProduct('a', { title: 'twin', price: '1' })
  const groups = [stored('UserGroups', { code: 'default', title: 'x' }), stored('UserGroups', { code: 'vip', parent_code: 'nobody' })]
  const categories = [
    stored('Cat', { code: 'tees', name: 'Tees' }, { CatParent: [stored('CatParent', { cat_code: 'tees', parent_code: '0', sort: '' })] }),
  ]

  const taken = await pulledInto({}, shop([product, twin], { groups, categories }), { layout: 'flat' })

  expect(documentsOf(taken)).toEqual({
    'categories.yaml': 'categories:\n  tees:\n    name: Tees\n',
    'groups.yaml': 'groups:\n  vip: {}\n',
    'products.yaml': 'products:\n  A:\n    title: A\n    categories: { tees: 1 }\n    price: 1\n',
  })
  expect(taken.leftOut.map(({ address, key }) => `${address} ${key ?? '(all)'}`).toSorted()).toEqual([
    'group.default (all)',
    'group.vip parent',
    'product.A access',
    'product.a (all)',
  ])
  expect(taken.problems).toEqual([])
})

test('options in another form than k=Label, and entries that are switched off, are left to the store', async () => {
  const options = stored('Options', {
    code: 'x',
    sku: 'A',
    o_group: 'size',
    o_label: 'Size',
    o_value: 's;m',
    o_widget: 'select',
    o_sort: '',
    price: '',
  })
  const rows = [stored('PricingAdvanced', { sku: 'B', group_code: '', currency_code: '', start: '0', end: '9', price: '1' })]
  const products = [
    bareProduct('A', { price: '1', option_type: 'Simple' }, { Options: [options] }),
    bareProduct('B', { price: '2', advanced_pricing: 'false' }, { PricingAdvanced: rows }),
  ]

  const taken = await pulledInto({}, shop(products), { layout: 'flat' })

  expect(documentsOf(taken)).toEqual({ 'products.yaml': 'products:\n  A:\n    price: 1\n\n  B:\n    price: 2\n' })
  expect(taken.leftOut).toEqual([
    { address: 'product.A', key: 'options', reason: 'the store does not have its options in the form value=Label,...' },
    { address: 'product.B', key: 'pricing', reason: 'the price entries are switched off (advanced_pricing)' },
  ])
})

test('a full file is continued in the next one, and pulling again changes nothing', async () => {
  const comment = 'x'.repeat(2_400_000)
  const live = shop(['A', 'B', 'C', 'D', 'E'].map((sku) => bareProduct(sku, { price: '1', comment })))
  const entry = (sku: string): string => `  ${sku}:\n    comment: ${comment}\n    price: 1\n`

  const taken = documentsOf(await pulledInto({ 'products.yaml': `products:\n${entry('A')}` }, live, { layout: 'flat' }))
  const again = await pulledInto(taken, live, { layout: 'flat' })

  expect(taken).toEqual({
    'products.yaml': `products:\n${entry('A')}\n${entry('B')}`,
    'products-2.yaml': `products:\n${entry('C')}\n${entry('D')}`,
    'products-3.yaml': `products:\n${entry('E')}`,
  })
  expect(documentsOf(again)).toEqual(taken)
})

test('a picture is named where the catalogue has it, and left to the store where it has not', async () => {
  const extra = stored('ExtraImages', { code: 'x', sku: 'A', image: 'b.png', thumbnail: '' })
  const product = bareProduct('A', { price: '1', image: 'gone.png', thumb: 'a.png' }, { ExtraImages: [extra] })

  const taken = await pulledInto({}, shop([product]), { layout: 'flat' })

  expect(documentsOf(taken)).toEqual({ 'products.yaml': 'products:\n  A:\n    price: 1\n' })
  expect(taken.leftOut.map(({ key, reason }) => `${key}: ${reason}`)).toEqual([
    'image: the catalogue does not have the picture images/items/gone.png',
    'thumb: the catalogue does not have the picture images/thumb/a.png',
    'extra_images: the catalogue does not have the picture images/items/b.png',
  ])
})

test('a webhook with a secret in its address is not written', async () => {
  const webhooks = [
    { name: 'NewOrder', url: 'https://erp.example/hooks' },
    { name: 'NewOrder', url: 'https://erp.example/hooks?token=abc' },
    { name: 'NewOrder', url: 'https://me:word@erp.example/' },
  ]

  const taken = await pulledInto({}, shop([], { webhooks }))

  expect(documentsOf(taken)).toEqual({ 'webhooks.yaml': 'webhooks:\n  - { name: NewOrder, url: https://erp.example/hooks }\n' })
  expect(taken.leftOut.map(({ address }) => address)).toEqual(['webhook.NewOrder at erp.example'])
  expect(JSON.stringify(taken.leftOut)).not.toMatch(/abc|word/)
})

test('a webhook that may be the one whose variables are not set is not written', async () => {
  const webhooks = [
    { name: 'NewOrder', url: 'https://erp.example/hooks/s3cret' },
    { name: 'StockChanged', url: 'https://erp.example/stock' },
  ]
  const files = { 'webhooks.yaml': "webhooks:\n  - { name: NewOrder, url: 'https://erp.example/hooks/${ERP_PATH}' }\n" }

  const taken = await pulledInto(files, shop([], { webhooks }))

  expect(documentsOf(taken)).toEqual({
    'webhooks.yaml': `${files['webhooks.yaml']}  - { name: StockChanged, url: https://erp.example/stock }\n`,
  })
  expect(taken.leftOut.map(({ address, reason }) => `${address}: ${reason}`)).toEqual([
    'webhook.NewOrder at erp.example: it may be the webhook of the catalogue that needs ERP_PATH, which the environment does not have',
  ])
})
