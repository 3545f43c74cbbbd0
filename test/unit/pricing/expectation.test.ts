import { expect, test } from 'vitest'
import { checkExpectation, type Outcome } from '../../../src/pricing/expectation.ts'
import { plainQuery, type PriceQuery } from '../../../src/pricing/price-query.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { lamp, mug, tee } from './priced-products.ts'

function check(root: RecordTree | null, price: string, query: Partial<PriceQuery> = {}): Outcome {
  const sku = root?.fields['sku'] ?? 'NONE'
  const source = { file: 'shop.yaml', start: 0, end: 1 }
  return checkExpectation({ sku, query: { ...plainQuery, ...query }, price, source }, root, { default: 'NOK', rates: {} })
}

test('a price test passes in every notation of its price', () => {
  const outcomes = [
    check(tee, '19.950'),
    check(tee, '10.90', { groups: ['dealer'], quantity: 50, currency: 'EUR' }),
    check(mug, '11.5', { options: { glaze: 'gold' } }),
    check(lamp, '84', { options: { base: 'oak' } }),
    check(tee, '17.96', { at: '2026-12-24 18:00:00' }),
  ]

  expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'holds' })))
})

test('a failed test reports the expected and the actual price, and how it is calculated', () => {
  const outcome = check(tee, '12.5', { groups: ['dealer'], quantity: 50, customerDiscount: '10' })

  expect(outcome).toMatchObject({
    kind: 'fails',
    message: 'TEE should cost 12.50 NOK (50 pieces, group dealer, customer discount 10%), but costs 10.80 NOK',
    reason:
      'How it is calculated: entry of group dealer from quantity 48 (12.00), then promotion of 10%: it is timed, and the query has no time (12.00), then customer discount: 10% off (10.80).',
    priced: { sku: 'TEE' },
    unknown: null,
  })
})

test('an unforced currency without a rate, a sku and an option that are not there, fail too', () => {
  const outcomes = [check(tee, '1', { currency: 'EUR' }), check(null, '1'), check(mug, '1', { options: { glaze: 'gould' } })]

  expect(outcomes).toMatchObject([
    {
      message: 'TEE should cost 1.00 EUR (1 piece, in EUR), but has no price',
      reason: expect.stringContaining('no rate for it (it has no rates)'),
    },
    { message: 'price test of NONE: there is no such product or variant', reason: '', priced: null, unknown: { word: 'NONE' } },
    {
      message: 'price test of MUG: option glaze of MUG has no value "gould"',
      reason: 'Available: plain, gold.',
      unknown: { word: 'gould' },
    },
  ])
})
