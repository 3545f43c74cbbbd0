import { expect, test } from 'vitest'
import { openChangingShop } from '../../support/changing-shop.ts'

function lamp(more: string): string {
  return `products:\n  LAMP: { title: Lamp, variants: { list: { ERP-1: { price: 9, weight: 2 }${more} } } }\n`
}

test('a variant that is removed stays where somebody has filled in a field since the plan that was empty', async () => {
  const shop = await openChangingShop(lamp(', ERP-2: { price: 8 }'))
  const made = await shop.planOf(lamp(''))
  shop.emulator.seed([{ resource: 'Variants', fields: { code: 'ERP-2', sku: 'LAMP', weight: '3' }, children: {} }])

  const { outcome } = await shop.apply(made)

  expect(outcome).toBe('moved')
  expect((await shop.fields('Variants', ['weight']))['ERP-2']).toEqual({ weight: '3' })
})

test('a skipped category that somebody removes after the review is not created for a product that is approved', async () => {
  const shop = await openChangingShop('categories:\n  sale: { name: Sale }\nproducts:\n  MUG: { title: Mug, price: 8 }\n')
  const made = await shop.planOf(
    'categories:\n  sale: { name: Sales }\nproducts:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 4, categories: [sale] }\n',
  )

  const before = await shop.approvedOf(made, ['category.sale'])
  await shop.store.deleteRow('Cat', { code: 'sale' })
  const after = shop.approvedOf(made, ['category.sale'])

  expect(before.changes.filter(({ address }) => address === 'category.sale')).toEqual([])
  await expect(after).rejects.toMatchObject({
    code: 'plan-stale',
    message: 'product.CUP now needs category.sale, which was skipped in the review. Nothing was written.',
    fix: 'Make a new plan and review it.',
  })
})
