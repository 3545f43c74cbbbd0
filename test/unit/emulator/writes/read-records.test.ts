import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'

test('records and files are read without a request, whatever the switches of reads are', async () => {
  await using store = await startEmulator({ profile: 'hostile' })
  store.seed({
    records: ['B', 'A'].map((sku) => ({
      resource: 'Product',
      fields: { sku, price: '12.5' },
      children: { Inventory: [{ resource: 'Inventory', fields: { quantity: '3' }, children: {} }] },
    })),
    files: [{ path: 'images/items/a.png', bytes: Buffer.from('picture') }],
  })

  const all = store.records('Product+Inventory')
  const some = store.records('Products', ['B', 'none'])

  expect(all.map(({ fields, children }) => [fields['sku'], fields['price'], children.Inventory?.[0]?.fields['quantity']])).toEqual([
    ['A', '12.5', '3'],
    ['B', '12.5', '3'],
  ])
  expect(some.map(({ fields }) => fields['sku'])).toEqual(['B'])
  expect([store.file('images/items/a.png')?.size, store.file('images/items'), store.file('none.png')]).toEqual([7, null, null])
  expect(store.requests()).toEqual([])
})

test.each(['Nothing', 'Product+Customer', 'Product+(', ''])('%j is refused', async (spec) => {
  await using store = await startEmulator()

  expect(() => store.records(spec)).toThrow(
    expect.objectContaining({ code: 'wrong-usage', message: expect.stringContaining('is not a specification') }),
  )
})
