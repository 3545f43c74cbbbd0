import { expect, test } from 'vitest'
import { effectivePrice, type PriceAnswer } from '../../../src/pricing/effective-price.ts'
import { adjustmentsOf, pricedSku } from '../../../src/pricing/priced-sku.ts'
import { plainQuery, type PriceQuery } from '../../../src/pricing/price-query.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { entries, lamp, mug, row, tee } from './priced-products.ts'

const currencies = { default: 'NOK', rates: { EUR: '0.085' } }

function priceOf(root: RecordTree, query: Partial<PriceQuery> = {}, sku = root.fields['sku'] ?? ''): PriceAnswer {
  const priced = pricedSku(root, sku)
  if (priced === null) throw new Error(`the test asks for ${sku}, which is not there`)
  return effectivePrice(priced, { ...plainQuery, currencies, ...query })
}

function steps({ steps }: PriceAnswer): string[] {
  return steps.map(({ kind, text, amount, assumed }) => `${kind} | ${text} | ${amount} | ${assumed.join('; ')}`)
}

const rounded = 'prices are rounded half up to 2 places after each step'

test('a visitor pays the default entry of the quantity, in the default currency', () => {
  const answer = priceOf(tee, { quantity: 12 })

  expect(answer).toEqual({
    price: '17.5',
    currency: 'NOK',
    steps: [
      { kind: 'entry', text: 'entry of the default group from quantity 12 to 47', amount: '17.5', assumed: [], row: 1 },
      { kind: 'promotion', text: 'promotion of 10%: it is timed, and the query has no time', amount: '17.5', assumed: [], row: null },
    ],
  })
})

test.each([
  ['the last piece of a break', { quantity: 47 }, '17.5'],
  ['the first piece of the next break', { quantity: 48 }, '15'],
  ['a group', { groups: ['dealer'], quantity: 48 }, '12'],
  ['two groups: the lowest', { groups: ['vip', 'dealer'], quantity: 1 }, '15'],
  ['a group without any entry: the default', { groups: ['school'], quantity: 1 }, '19.95'],
  ['a group with entries and one without: the default is no tier of theirs', { groups: ['school', 'vip'], quantity: 48 }, '14'],
  ['a forced price, whatever the rate', { groups: ['dealer'], quantity: 50, currency: 'EUR' }, '10.9'],
  ['another cell of the same group at the rate', { groups: ['dealer'], quantity: 12, currency: 'EUR' }, '1.17'],
  ['the default currency by its name', { groups: ['dealer'], quantity: 12, currency: 'NOK' }, '13.75'],
  ['the first second of the promotion', { at: '2026-12-01 00:00:00' }, '17.96'],
  ['the second before', { at: '2026-11-30 23:59:59' }, '19.95'],
  ['the last second of its last day', { at: '2026-12-24 23:59:59' }, '17.96'],
  ['the second after', { at: '2026-12-25 00:00:00' }, '19.95'],
  ['a customer with a discount, after the promotion', { at: '2026-12-02 12:00:00', customerDiscount: '20' }, '14.37'],
  ['a currency without a rate', { currency: 'USD' }, null],
] as const)('tee: %s', (_, query, price) => {
  expect(priceOf(tee, query).price).toBe(price)
})

test('every step has its reason and its assumptions', () => {
  const answer = priceOf(tee, { groups: ['school'], quantity: 3, currency: 'EUR', at: '2026-12-10 09:00:00', customerDiscount: '5' })

  expect(steps(answer)).toEqual([
    'entry | entry of the default group from quantity 0 to 11 (no entry for group school) | 19.95 | a group without entries pays the default price, even if its parent group has entries',
    `rate | x 0.085, the rate from NOK to EUR | 1.7 | the rate is from planogram.yaml, because the API does not show the rate of the store; ${rounded}`,
    'promotion | promotion: 10% off | 1.53 | the promotion applies after quantity, group and options; its last day or second is included',
    `customer | customer discount: 5% off | 1.45 | the customer discount applies after the promotion; ${rounded}`,
  ])
})

test('simple options adjust the price, in another currency at the rate; a value without an adjustment changes nothing', () => {
  const gold = { options: { glaze: 'gold' } }

  const answers = [
    priceOf(mug),
    priceOf(mug, gold),
    priceOf(mug, { options: { glaze: 'plain' } }),
    priceOf(mug, { ...gold, currency: 'EUR' }),
  ]

  expect(answers.map(({ price }) => price)).toEqual(['8.5', '11.5', '8.5', '0.98'])
  expect(answers.map((answer) => steps(answer).filter((step) => step.startsWith('option')))).toEqual([
    [],
    ['option | option glaze = gold: +3 | 11.5 | '],
    [],
    [`option | option glaze = gold: +3 x 0.085 | 0.98 | the amount is in the default currency; ${rounded}`],
  ])
})

test('a variant has its own price and the promotion of its product, but not its options', () => {
  const answer = priceOf(lamp, { options: { base: 'oak' } }, 'ERP-4712')

  expect(steps(answer)).toEqual([
    'simple | simple price | 95 | ',
    'promotion | promotion: 5 off | 90 | the promotion applies after quantity, group and options',
  ])
})

test('a price is at least 0', () => {
  const cheap = { ...lamp, fields: { sku: 'PEN', price: '3' }, children: { Merchandising: lamp.children.Merchandising ?? [] } }

  expect(priceOf(cheap)).toMatchObject({
    price: '0',
    steps: [{}, { assumed: expect.arrayContaining([expect.stringContaining('a price is at least 0')]) }],
  })
})

test('every step rounds half up to two places at its end, the entry too', () => {
  const root = row('Product', { sku: 'NUT', advanced_pricing: '1' }, { PricingAdvanced: entries('NUT', '- 0 9999999 0.125') })

  const answer = priceOf(root, { customerDiscount: '50' })

  expect(answer.steps.map(({ amount }) => amount)).toEqual(['0.13', '0.07'])
})

test('an entry that ends at 9999999 has no end', () => {
  const root = row('Product', { sku: 'NUT', advanced_pricing: '1' }, { PricingAdvanced: entries('NUT', '- 0 9 2', '- 10 9999999 1') })

  const prices = [9_999_999, 10_000_000, 999_999_999].map((quantity) => priceOf(root, { quantity }).price)

  expect(prices).toEqual(['1', '1', '1'])
})

test('entries for the same quantity make the price unpredictable: the lowest is used, as an assumption', () => {
  const root = row(
    'Product',
    { sku: 'X', advanced_pricing: 'true' },
    { PricingAdvanced: entries('X', '- 0 9 5', '- 5 20 4', '- 5 20 4.5') },
  )

  const answer = priceOf(root, { quantity: 7 })

  expect(answer).toMatchObject({
    price: '4',
    steps: [{ row: 1, assumed: expect.arrayContaining([expect.stringContaining('the lowest is used')]) }],
  })
})

test.each([
  ['no price at all', { sku: 'P' }, undefined, {}, 'product P has neither a price nor entries'],
  ['a price that is no number', { sku: 'P', price: '1,50' }, undefined, {}, 'the price "1,50" of P is not a number'],
  ['entries on, none there', { sku: 'P', price: '5', advanced_pricing: 'true' }, [], {}, 'P is priced by entries, but has none'],
  ['entries on, not managed', { sku: 'P', advanced_pricing: 'true' }, undefined, {}, 'P is priced by entries, which are not managed here'],
  [
    'a gap of the group',
    { sku: 'P', advanced_pricing: 'true' },
    entries('P', '- 0 9999999 5', 'dealer 0 9 4'),
    { groups: ['dealer'], quantity: 10 },
    'group dealer has no price for quantity 10',
  ],
  [
    'no rate',
    { sku: 'P', price: '5' },
    undefined,
    { currency: 'USD' },
    'no price is forced in USD, and `currencies` in planogram.yaml has no rate for it (it has EUR)',
  ],
  [
    'no rate by that inherited name',
    { sku: 'P', price: '5' },
    undefined,
    { currency: 'constructor' },
    'no price is forced in constructor, and `currencies` in planogram.yaml has no rate for it (it has EUR)',
  ],
])('there is no price: %s', (_, fields, rows, query, why) => {
  const root = row('Product', fields, rows === undefined ? {} : { PricingAdvanced: rows })

  const answer = priceOf(root, query)

  expect([answer.price, answer.steps.at(-1)]).toEqual([null, { kind: 'none', text: why, amount: null, assumed: [], row: null }])
})

test('a forced price needs no rate, but an amount on top of it does', () => {
  const root = row(
    'Product',
    { sku: 'P', advanced_pricing: 'true' },
    {
      PricingAdvanced: entries('P', '- 0 9999999 5', '- 0 9999999 6 USD'),
      Options: [row('Options', { sku: 'P', o_group: 'wrap', o_value: 'no=No,yes=Yes', price: 'yes=2' })],
    },
  )

  const [bare, wrapped] = [priceOf(root, { currency: 'USD' }), priceOf(root, { currency: 'USD', options: { wrap: 'yes' } })]

  expect(bare.price).toBe('6')
  expect(wrapped).toMatchObject({ price: null, steps: [{ kind: 'forced' }, { kind: 'none' }] })
})

test.each(['120%', '100.01%', '-5', '-5%', '1e1'])('an invalid discount of %s has no effect, which the step reports', (discount) => {
  const root = row('Product', { sku: 'P', price: '5' }, { Merchandising: [row('Merchandising', { sku: 'P', discount })] })

  expect(priceOf(root)).toMatchObject({ price: '5', steps: [{}, { assumed: ['an invalid discount has no effect'] }] })
})

test.each([
  ['100%', '0'],
  [' 10 % ', '4.5'],
  ['0.5', '4.5'],
  ['5', '0'],
])('a discount of %s is taken off', (discount, price) => {
  const root = row('Product', { sku: 'P', price: '5' }, { Merchandising: [row('Merchandising', { sku: 'P', discount })] })

  expect(priceOf(root).price).toBe(price)
})

test('that a customer in several groups pays the lowest price is an assumption', () => {
  const { steps: all } = priceOf(tee, { groups: ['vip', 'dealer'], quantity: 1 })

  expect(all[0]?.assumed).toContain('a customer in several groups pays the lowest price')
})

test('the amounts of options are read without the blanks around them', () => {
  expect(adjustmentsOf(' s = -4 ,m=1=2, ,l')).toEqual({ s: '-4', m: '1=2', l: '' })
})
