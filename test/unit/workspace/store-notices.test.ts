import { expect, test } from 'vitest'
import { sharedSlugNotices, unpaidNotices } from '../../../src/workspace/store-notices.ts'

test('a notice about many skus has their number and the first five', () => {
  const skus = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

  const notices = [unpaidNotices(['A'], []), unpaidNotices(skus, []), unpaidNotices([], [])]

  const end = ': the store has price entries, which take precedence. Add `pricing: {}` to remove them, or declare them with `pricing`.'
  expect(notices).toEqual([
    [`Customers do not pay the price of A${end}`],
    [`Customers do not pay the prices of 7 skus (A, B, C, D, E and 2 more)${end}`],
    [],
  ])
})

test('five shared slugs are named, and the others counted', () => {
  const shared = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((slug) => ({ slug, addresses: [`product.${slug}-1`, `product.${slug}-2`] }))

  const notices = sharedSlugNotices(shared, [])

  expect(notices.length).toBe(6)
  expect([notices[0], notices[5]]).toEqual([
    'product.a-1 and product.a-2 have the same slug "a": one address can show only one of them. Change the slug of the others, or hide them.',
    '2 more slugs each belong to several records.',
  ])
})
