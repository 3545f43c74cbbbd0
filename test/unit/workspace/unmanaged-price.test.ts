import { expect, test } from 'vitest'
import { openChangingShop } from '../../support/changing-shop.ts'

const productOf = (entry: string): string =>
  `products:\n  CUP: { title: Cup, pricing: { entries: [{ ${entry}price: 11, currency_code: EUR }] } }\n`

test('a product without a simple price, which the catalogue does not manage, has none again after its grid was off', async () => {
  const shop = await openChangingShop(productOf(''), '', { batch: 'stop', deletes: 'shown' })
  const made = await shop.planOf(productOf('start: 0, end: 9, '))
  shop.emulator.clearRequests()

  const { outcome } = await shop.apply(made)

  const sent = shop.emulator.requests().filter(({ method, path }) => method === 'POST' && path.includes('/Product'))
  expect(outcome).toBe('done')
  expect(sent.length).toBeGreaterThan(1)
  expect(await shop.fields('Product', ['price', 'advanced_pricing'])).toEqual({ CUP: { price: '', advanced_pricing: 'true' } })
})
