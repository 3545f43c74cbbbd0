import { expect, test } from 'vitest'
import { loadWritten } from '../../../support/written-catalogue.ts'

async function movedOf(entries: string): Promise<readonly string[]> {
  const document = `categories: { shirts: { name: Shirts } }\nproducts: { 'A.title': { price: 1 }, C: { price: 1 } }\nmoved: [${entries}]\n`
  const { desired } = await loadWritten({ 'shop.yaml': document })
  return (desired.moved ?? []).map(({ resource, from, to }) => `${resource} ${from} ${to}`)
}

test('a text that is not an address is read as a sku, and keys of addresses are decoded', async () => {
  const moved = await movedOf(
    '{ from: B, to: C }, { from: product.D%20E, to: product.A%2Etitle }, { from: category.tees, to: category.shirts }, { from: x.y, to: z }',
  )

  expect(moved).toEqual(['Product B C', 'Product D E A.title', 'Cat tees shirts', 'Product x.y z'])
})

test('each old key of a chain leads to its end, in any order of the entries', async () => {
  const moved = await movedOf('{ from: B, to: C }, { from: A, to: product.B }')

  expect(moved).toEqual(['Product B C', 'Product A C'])
})

test('entries that a rule rejects are ignored', async () => {
  const moved = await movedOf(
    '{ from: A, to: B }, { from: B, to: A }, { from: X, to: category.shirts }, { from: variant.V, to: C }, { from: product.C.title, to: C }',
  )

  expect(moved).toEqual([])
})
