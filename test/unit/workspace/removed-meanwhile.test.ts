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

test.each([
  ['empty', { unset: 'empty-element' }],
  ['absent', { unset: 'omit' }],
] as const)('records that are removed stay where somebody has filled in a field that the store shows as %s', async (_, switches) => {
  const config = 'manage: { prune: { products: delete } }\nguards: { max_removals: off, max_changes: off }\n'
  const shop = await openChangingShop(`${lamp(', ERP-2: { price: 8 }')}  MUG: { title: Mug, price: 4 }\n`, config, switches)
  const made = await shop.planOf(lamp(''))
  shop.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', comment: 'Of somebody else' }, children: {} }])
  shop.emulator.seed([{ resource: 'Variants', fields: { code: 'ERP-2', custom_data4: 'Of somebody else' }, children: {} }])

  const { outcome, failures } = await shop.apply(made)

  expect([outcome, failures.map(({ message }) => /\w+ is "Of somebody else" instead of empty/.test(message))]).toEqual([
    'moved',
    [true, true],
  ])
})

test('a new product that somebody removes before the run goes on is not created again', async () => {
  const shop = await openChangingShop('{}')
  const text = 'products:\n  LAMP: { title: Lamp, price: 9 }\n  CUP: { title: Cup, price: 3 }\n'
  const made = await shop.planOf(text)
  await shop.stopAfter(made, 1)
  await shop.store.deleteRow('Product', { sku: 'LAMP' })

  const { outcome, failures } = await shop.apply(made)
  const next = await shop.planOf(text)

  expect([outcome, failures.map(({ address, message }) => `${address}: ${message}`)]).toEqual([
    'partial',
    [
      'product.LAMP: Changed in the store since the plan was created: product.LAMP, which this run has created, is missing. Create a new plan.',
    ],
  ])
  expect(await shop.fields('Product', ['inactive'])).toEqual({ CUP: { inactive: 'false' } })
  expect(next.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['create product.LAMP'])
})
