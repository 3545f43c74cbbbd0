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
