import { expect, test } from 'vitest'
import { openChangingShop } from '../../support/changing-shop.ts'

const choice = (label: string, more: string): string => `options: { base: { code: OPT, label: ${label}, values: { a: A, b: B }${more} } }`
const before = `products:\n  LAMP: { title: Lamp, price: 30, ${choice('Wood', ', adjust: { a: 5 }')} }\n  SHADE: { title: Shade, price: 4, options: {} }\n`
const after = `products:\n  LAMP: { title: Lamp, price: 30, options: {} }\n  SHADE: { title: Shade, price: 4, ${choice('Colour', '')} }\n`
const names = ['sku', 'o_label', 'price'] as const

test.each([
  ['a product', before],
  ['a new product', before.replace(/ {2}SHADE.*\n/, '')],
])('an option that %s gets from another one keeps nothing of that, and an undo gives it back', async (_, first) => {
  const shop = await openChangingShop(first)
  const made = await shop.planOf(after)
  expect((await shop.apply(made)).outcome).toBe('done')
  const applied = await shop.fields('Options', names)

  const again = await shop.planOf(after)
  const undo = await shop.undoOf('run-1')
  const undone = await shop.apply(undo, 'run-2')
  const restored = await shop.fields('Options', names)

  expect(applied).toEqual({ OPT: { sku: 'SHADE', o_label: 'Colour', price: '' } })
  expect(again.steps).toEqual([])
  expect(undone.outcome).toBe('done')
  expect(restored).toEqual({ OPT: { sku: 'LAMP', o_label: 'Wood', price: 'a=5' } })
})

test('an option of another product that somebody has changed since the plan is not taken', async () => {
  const shop = await openChangingShop(before)
  const made = await shop.planOf(after)
  shop.emulator.seed([{ resource: 'Options', fields: { code: 'OPT', sku: 'LAMP', o_label: 'Theirs' }, children: {} }])

  const { failures } = await shop.apply(made)

  expect(failures.map(({ address, message }) => [address, message])).toEqual([
    [
      'product.SHADE/option.base',
      'Changed in the store since the plan was created: product.LAMP/option.base: o_label is "Theirs" instead of "Wood". Create a new plan.',
    ],
  ])
  expect(await shop.fields('Options', ['sku', 'o_label'])).toEqual({ OPT: { sku: 'LAMP', o_label: 'Theirs' } })
})

test('the undo of an undo takes the option again', async () => {
  const shop = await openChangingShop(before)
  await shop.apply(await shop.planOf(after))
  await shop.apply(await shop.undoOf('run-1'), 'run-2')

  const { outcome } = await shop.apply(await shop.undoOf('run-2'), 'run-3')

  expect(outcome).toBe('done')
  expect(await shop.fields('Options', names)).toEqual({ OPT: { sku: 'SHADE', o_label: 'Colour', price: '' } })
})

test('an undo does not bring back what the run was refused to take, since somebody had deleted it', async () => {
  const shop = await openChangingShop(before)
  const made = await shop.planOf(after)
  await shop.store.deleteRow('Options', { code: 'OPT' })
  const { failures } = await shop.apply(made)

  const undo = await shop.undoOf('run-1')

  expect(failures.map(({ message }) => message)).toContainEqual(expect.stringContaining('product.LAMP/option.base is missing in the store'))
  expect(undo.changes.map(({ address }) => address)).toEqual(['product.LAMP'])
})
