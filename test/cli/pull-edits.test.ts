import { expect, test } from 'vitest'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { stored } from '../support/any-store.ts'
import { onGrid } from '../support/bare-product.ts'
import { openShop } from '../support/open-shop.ts'

/** Pulls the records into a catalogue of one document, and plans it. */
async function pulled(document: string, records: readonly RecordTree[]): Promise<{ text: string; codes: number[]; stdout: string }> {
  await using shop = await openShop(records, { 'shop.yaml': document })
  const { exitCode, stdout } = await shop.run('pull', '--force')
  const planned = await shop.run('plan', '--detailed-exitcode')
  return { text: shop.files()['shop.yaml'] ?? '', codes: [exitCode, planned.exitCode], stdout }
}

function product(sku: string, fields: Readonly<Record<string, string>>): RecordTree {
  return stored('Product', { sku, title: sku, ...fields })
}

test('an anchor that moved takes the aliases along that moved with it', async () => {
  const document = `products:
  A: { title: A, price: &p 2.50 }
  B: { title: B, price: *p }
  C: { title: C, price: *p }
  D:
    title: &t D
    description: *t # the same words
    comment: *t
`
  const moved = { title: 'New', description: 'New', comment: 'Other' }

  const { text, codes } = await pulled(document, [
    ...['A', 'B'].map((sku) => product(sku, { price: '3' })),
    product('C', { price: '2.5' }),
    product('D', moved),
  ])

  expect(codes).toEqual([0, 0])
  expect(text).toBe(
    document
      .replace('&p 2.50', '&p 3.00')
      .replace('C, price: *p', 'C, price: 2.50')
      .replace('&t D', '&t New')
      .replace('comment: *t', 'comment: Other'),
  )
})

test('an entry that is an alias as a whole gets words of its own', async () => {
  const document = 'products:\n  A: &a\n    title: Tee\n    price: 2\n  B: *a\n  C: *a\n'

  const { text, codes } = await pulled(document, [
    product('A', { title: 'Tee', price: '2' }),
    product('B', { title: 'Tee', price: '3' }),
    product('C', { title: 'Tee', price: '2' }),
  ])

  expect(codes).toEqual([0, 0])
  expect(text).toBe(document.replace('B: *a', 'B: { title: Tee, price: 3 }'))
})

test('a list that extends another stays so where the other moved and it with it', async () => {
  const document = `price_lists:
  tees: { breaks: [0], prices: { default: [10] } }
  half: { extends: tees, factor: 0.5 } # always
  odd: { extends: tees, factor: 0.9 }
products:
  A: { title: A, pricing: tees }
  B: { title: B, pricing: half }
  C: { title: C, pricing: odd }
`

  const { text, codes } = await pulled(document, [onGrid('A', '20'), onGrid('B', '10'), onGrid('C', '9')])

  expect(codes).toEqual([0, 0])
  expect(text).toBe(document.replace('[10]', '[20]').replace('{ extends: tees, factor: 0.9 }', '{ breaks: [0], prices: { default: [9] } }'))
})

test('a price that was written with two decimals stays so', async () => {
  const document = 'products:\n  A: { title: A, price: 12.00 } # since May\n  B: { title: B, price: 5 }\n'

  const { text } = await pulled(document, [product('A', { price: '13' }), product('B', { price: '6' })])

  expect(text).toBe(document.replace('12.00', '13.00').replace('price: 5', 'price: 6'))
})

test('a reason names what differs, and an anchor only where one is in the way', async () => {
  const variants = [stored('Variants', { code: 'V-1', sku: 'V', price: '1' })]
  const document = 'defaults: { products: { weight: 0.2 } }\nproducts:\n  A: { title: A, price: 1 }\n'

  const { stdout, text } = await pulled(document, [
    product('A', { price: '1', weight: '' }),
    stored('Product', { sku: 'V', title: 'V', weight: '0.2', option_type: '' }, { Variants: variants }),
  ])

  expect(text).toContain("A: { title: A, price: 1, weight: '' }")
  expect(stdout).toContain('option_type is empty in the store, which no document can express: it would be "Matrix"')
  expect(stdout).not.toContain('anchor')
})

test('a text file keeps its line ends', async () => {
  await using shop = await openShop([product('A', { comment: '<p>1</p>\n<p>2</p>' })], {
    'shop.yaml': 'products:\n  A: { title: A, comment: { file: a.html } }\n',
    'a.html': '<p>0</p>\r\n<p>2</p>',
  })

  const { exitCode } = await shop.run('pull', '--force')

  expect(exitCode).toBe(0)
  expect(shop.files()['a.html']).toBe('<p>1</p>\r\n<p>2</p>')
})

test('a webhook that the store has twice is written once', async () => {
  const hook = { name: 'NewOrder', url: 'https://erp.example/hooks' }
  await using shop = await openShop([stored('Webhooks', { id: '1', ...hook }), stored('Webhooks', { id: '2', ...hook })])

  const { exitCode } = await shop.run('pull')

  expect(exitCode).toBe(0)
  expect(shop.files()).toEqual({ 'webhooks.yaml': 'webhooks:\n  - { name: NewOrder, url: https://erp.example/hooks }\n' })
})

test('a grid that ends with a comment is replaced by a price, and the record after it stays', async () => {
  const grid = '    pricing:\n      breaks: [0]\n      prices:\n        default: [19.95]\n        # dealer: [15.00] # from May on\n'
  const document = `products:\n  TEE:\n    title: TEE\n${grid}  MUG:\n    title: MUG\n`

  const { text, codes } = await pulled(document, [product('TEE', { price: '18' }), product('MUG', { price: '10' })])

  expect(codes).toEqual([0, 0])
  expect(text).toBe(document.replace(grid, '    price: 18\n'))
})

test('webhooks on several lines get one more, and the catalogue is valid', async () => {
  const hooks = ['NewOrder', 'NewCustomer'].map((name, id) => stored('Webhooks', { id: `${id}`, name, url: 'https://erp.example/hooks' }))
  await using shop = await openShop(hooks, {
    'webhooks.yaml': 'webhooks: [\n  { name: NewOrder, url: https://erp.example/hooks }, # main\n]\n',
  })

  const { exitCode } = await shop.run('pull', '--force')

  expect([exitCode, (await shop.run('validate')).exitCode]).toEqual([0, 0])
  expect(shop.files()['webhooks.yaml']).toMatch(/# main\n.*NewCustomer/)
})
