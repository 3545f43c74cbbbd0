import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { openShop } from '../support/open-shop.ts'

test('a default that the store does not have is written as empty; an overlay keeps its values', async () => {
  const files = {
    'products/_.yaml': 'defaults: { products: { brand: Northwind } }\n',
    'products/a.yaml': 'products:\n  A: { title: A, price: 1.00 }\n',
    'over/a.yaml': 'products:\n  A: { price: 2.00 } # dearer here\n',
  }
  const records = [
    stored('Product', { sku: 'A', title: 'New A', price: '3', brand: 'Northwind' }),
    stored('Product', { sku: 'B', title: 'B', price: '1' }, { ProdCat: [] }),
  ]
  await using shop = await openShop(records, files)
  const config = join(shop.root, 'planogram.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('stores: { shop: {', 'stores: { shop: { catalogue: over,'))

  const pulled = await shop.run('pull', '--force')
  const planned = await shop.run('plan', '--detailed-exitcode')

  expect([pulled.exitCode, planned.exitCode]).toEqual([0, 0])
  expect(shop.files()).toEqual({
    ...files,
    'products/a.yaml': 'products:\n  A: { title: New A, price: 1.00 }\n',
    'over/a.yaml': 'products:\n  A: { price: 3.00 } # dearer here\n',
    'products/without-category.yaml': "products:\n  B:\n    title: B\n    brand: ''\n    price: 1\n",
  })
})

test('numbers and dates from defaults are written as empty too, and the plan is empty', async () => {
  const defaults = `defaults:
  products: { weight: 0.2, volume: 1.5, price: 5 }
  variants: { weight: 0.1 }
`
  const files = {
    'products/_.yaml': defaults,
    'products/a.yaml': 'products:\n  A: { title: A, weight: 0.3, merchandising: { start_date: 2026-12-01, end_date: 2026-12-24 } }\n',
  }
  const records = [
    stored(
      'Product',
      { sku: 'A', title: 'A', weight: '', volume: '', price: '' },
      { Merchandising: [stored('Merchandising', { sku: 'A' })] },
    ),
    stored(
      'Product',
      { sku: 'B', title: 'B', volume: '1.5', option_type: 'Matrix' },
      { Variants: [stored('Variants', { code: 'B-1', sku: 'B', price: '1' })] },
    ),
  ]
  await using shop = await openShop(records, files)

  const pulled = await shop.run('pull', '--force')
  const again = await shop.run('pull', '--force')
  const planned = await shop.run('plan', '--detailed-exitcode')

  expect([pulled.exitCode, again.exitCode, planned.exitCode]).toEqual([0, 0, 0])
  expect(shop.files()).toEqual({
    'products/_.yaml': defaults,
    'products/a.yaml': "products:\n  A: { title: A, weight: '', volume: '', merchandising: { start_date: '', end_date: '' }, price: '' }\n",
    'products/without-category.yaml': `products:
  B:
    title: B
    weight: ''
    volume: 1.5
    price: ''
    variants:
      each: { weight: '' }
      list:
        B-1: { price: 1 }
`,
  })
})
