import { expect, test } from 'vitest'
import type { Plan } from '../../../src/plan/plan.ts'
import { openChangingShop } from '../../support/changing-shop.ts'

/** The changes that cannot be made, with their reasons. */
function reasonsOf({ changes }: Plan): readonly (readonly [string, string])[] {
  return changes.flatMap((change) => (change.action === 'cannot' ? [[change.address, change.reason] as const] : []))
}

const ownCodes = 'title: Lamp, variants: { list: { ERP-1: { price: 9, inventory: { quantity: 7 } }, ERP-2: { price: 12 } } }'

test('a product that takes the codes of one that stays in the store cannot be created: that keeps its variants', async () => {
  const shop = await openChangingShop(`products:\n  LAMP: { ${ownCodes} }\n`)

  const made = await shop.planOf(`products:\n  LIGHT: { ${ownCodes} }\n`)
  const { outcome } = await shop.apply(made)

  expect(reasonsOf(made)).toEqual([
    [
      'product.LIGHT',
      'The store has variant ERP-1 at LAMP, and the platform cannot move a row. Give it another code here, keep it at LAMP, or remove it there first.',
    ],
  ])
  expect(outcome).toBe('done')
  expect(await shop.fields('Variants', ['sku', 'price'])).toEqual({
    'ERP-1': { sku: 'LAMP', price: '9' },
    'ERP-2': { sku: 'LAMP', price: '12' },
  })
})

test('a product that takes a variant from one that gives it up is not created without it', async () => {
  const shop = await openChangingShop(`products:\n  LAMP: { ${ownCodes} }\n`)

  const made = await shop.planOf(
    `products:\n  LAMP: { title: Lamp, variants: { list: { ERP-2: { price: 12 } } } }\n  LIGHT: { title: Light, variants: { list: { ERP-1: { price: 9 } } } }\n`,
  )
  await shop.apply(made)

  expect(reasonsOf(made)).toEqual([
    [
      'product.LIGHT',
      'The store has ERP-1 at product.LAMP, and the platform has no way to move a variant. Remove it here, apply, then add it again.',
    ],
  ])
  expect(await shop.fields('Product', ['inactive'])).toEqual({ LAMP: { inactive: 'false' } })
  expect(Object.keys(await shop.fields('Variants', ['sku']))).toEqual(['ERP-1', 'ERP-2'])
})

test.each([
  ['is removed in the same plan', 'LAMP: { title: Lamp, variants: { list: { ERP-2: { price: 12 } } } }', ['ERP-2']],
  ['belongs to a product that stays in the store', '', ['ERP-1', 'ERP-2']],
])('a variant that %s does not become a product with its prices and stock', async (_, lamp, variants) => {
  const shop = await openChangingShop(`products:\n  LAMP: { ${ownCodes} }\n`)

  const made = await shop.planOf(`products:\n  ERP-1: { title: Candle, price: 3 }\n  ${lamp}\n`)
  await shop.apply(made)

  expect(reasonsOf(made)).toEqual([
    [
      'product.ERP-1',
      'The store has variant ERP-1 at LAMP: a product with the same code would get its prices and stock. Choose another code, or remove that variant first.',
    ],
  ])
  expect(Object.keys(await shop.fields('Product', ['title']))).toEqual(['LAMP'])
  expect(Object.keys(await shop.fields('Variants', ['sku']))).toEqual(variants)
})

test('a product that stays in the store does not become a variant with its prices and stock', async () => {
  const shop = await openChangingShop('products:\n  ERP-1: { title: Candle, price: 3 }\n  LAMP: { title: Lamp, variants: { list: {} } }\n')

  const made = await shop.planOf(`products:\n  LAMP: { ${ownCodes} }\n`)
  await shop.apply(made)

  expect(reasonsOf(made)).toEqual([
    [
      'variant.ERP-1',
      'The store has product ERP-1: a variant with the same code would get its prices and stock. Choose another code, or remove that product first.',
    ],
  ])
  expect(Object.keys(await shop.fields('Variants', ['sku']))).toEqual(['ERP-2'])
})

test.each([
  ['a product of somebody else', ''],
  ['a product of the catalogue, which declares none', '\n  LAMP: { title: Lamp }'],
])('a product does not get the code of a variant of %s, where no variants are read', async (_, lamp) => {
  const shop = await openChangingShop('products: {}\n')
  shop.emulator.seed([
    { resource: 'Product', fields: { sku: 'LAMP', title: 'Lamp' }, children: {} },
    { resource: 'Variants', fields: { code: 'ERP-1', sku: 'LAMP', price: '9' }, children: {} },
  ])

  const made = await shop.planOf(`products:\n  ERP-1: { title: Candle, price: 3 }\n  ERP-9: { title: Wick, price: 1 }${lamp}\n`)

  expect(reasonsOf(made)).toEqual([
    [
      'product.ERP-1',
      'The store has variant ERP-1 at LAMP: a product with the same code would get its prices and stock. Choose another code, or remove that variant first.',
    ],
  ])
  expect(made.changes.map(({ address }) => address)).toContain('product.ERP-9')
})

test('a product gets the code of a variant that was applied and that somebody has deleted since', async () => {
  const shop = await openChangingShop(`products:\n  LAMP: { ${ownCodes} }\n`)
  for (const code of ['ERP-1', 'ERP-2']) await shop.store.deleteRow('Variants', { code })

  const made = await shop.planOf('products:\n  ERP-1: { title: Candle, price: 3 }\n')

  expect(reasonsOf(made)).toEqual([])
})
