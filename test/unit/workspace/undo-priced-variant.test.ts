import { expect, test } from 'vitest'
import { openChangingShop } from '../../support/changing-shop.ts'

const lamp = (more: string): string => `products:\n  LAMP: { title: Lamp, variants: { list: { ERP-1: { price: 9 }${more} } } }\n`

test('an undo leaves a variant that the run created where somebody has changed its price entries since', async () => {
  const shop = await openChangingShop(lamp(''))
  await shop.apply(await shop.planOf(lamp(', ERP-2: { pricing: { breaks: [0, 10], prices: { default: [8, 7] } } }')))
  const [entry] = shop.emulator.records('PricingAdvanced')
  shop.emulator.seed([{ resource: 'PricingAdvanced', fields: { ...entry?.fields, price: '99' }, children: {} }])

  const undo = await shop.undoOf('run-1')

  expect(undo.changes.map(({ address }) => address)).not.toContain('variant.ERP-2')
  expect(undo.notices).toContain('variant.ERP-2: changed since the run, left as it is')
  expect(undo.steps.filter(({ kind }) => kind !== 'post')).toEqual([])
})
