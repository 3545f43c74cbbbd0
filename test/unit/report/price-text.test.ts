import { expect, test } from 'vitest'
import { effectivePrice, type PriceAnswer } from '../../../src/pricing/effective-price.ts'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import { plainQuery, type PriceQuery } from '../../../src/pricing/price-query.ts'
import { priceJson } from '../../../src/report/price-json.ts'
import { priceText, type PriceView } from '../../../src/report/price-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { mug, tee } from '../pricing/priced-products.ts'

const currencies = { default: 'NOK', rates: { EUR: '0.085' } }

function answer(root: RecordTree, query: Partial<PriceQuery>): PriceAnswer | null {
  const sku = pricedSku(root, root.fields['sku'] ?? '')
  return sku && effectivePrice(sku, { ...plainQuery, currencies, ...query })
}

function view(more: Partial<PriceView> = {}): PriceView {
  const query = { quantity: 3, at: '2026-12-10 09:00:00' }
  const dearer = { ...tee, children: { ...tee.children, Merchandising: [] } }
  return {
    sku: 'TEE',
    title: 'Classic tee',
    query: '3 pieces, in NOK, on 2026-12-10 09:00:00',
    quantity: 3,
    failure: null,
    sides: [
      { id: 'desired', name: 'in git', answer: answer(tee, query), reason: null },
      { id: 'live', name: 'in store local', answer: answer(dearer, query), reason: null },
    ],
    ...more,
  }
}

test('one table has both sides step by step, with the assumptions below it', () => {
  expect(priceText(view(), plainTheme, 80)).toBe(`TEE "Classic tee"
3 pieces, in NOK, on 2026-12-10 09:00:00

                                                 in git  in store local
entry of the default group from quantity 0        19.95           19.95
  to 11
promotion: 10% off [1, 2, 3]                      17.96               ·
                                              ─────────  ──────────────
price per piece                               17.96 NOK       19.95 NOK  ▼10.0 %
all 3 pieces                                      53.88           59.85

Assumptions (not in the document of the platform):
  [1] the promotion applies after quantity, group and options
  [2] its last day or second is included
  [3] prices are rounded half up to 2 places after each step
`)
})

test('a narrow terminal shortens the words around the amounts, never an amount', () => {
  const tables = [30, 40, 60].map((width) => priceText(view(), plainTheme, width).split('\n\n')[1])

  expect(tables.join('\n\n')).toBe(`                    git  store
entry of the      19.95  19.95
  default group
  from quantity
  0 to 11
promotion: 10%    17.96      ·
  off [1, 2, 3]
                  ─────  ─────
price per piece   17.96  19.95
all 3 pieces      53.88  59.85
▼10.0 %

                              git  store
entry of the default group  19.95  19.95
  from quantity 0 to 11
promotion: 10% off [1, 2,   17.96      ·
  3]
                            ─────  ─────
price per piece             17.96  19.95
all 3 pieces                53.88  59.85
▼10.0 %

                             in git  in store local
entry of the default          19.95           19.95
  group from quantity 0
  to 11
promotion: 10% off [1,        17.96               ·
  2, 3]
                          ─────────  ──────────────
price per piece           17.96 NOK       19.95 NOK  ▼10.0 %
all 3 pieces                  53.88           59.85`)
})

test('a side without the sku, and a sku without a price, have the reason', () => {
  const none = { id: 'desired' as const, name: 'in git', answer: null, reason: 'there is no product or variant MUG' }
  const live = { id: 'live' as const, name: 'in store local', answer: answer(mug, { currency: 'USD' }), reason: null }

  const text = priceText(view({ sku: 'MUG', title: '', query: '1 piece', sides: [none, live] }), plainTheme, 80)

  expect(text).toBe(`MUG
1 piece

                                                          in git  in store local
simple price                                                   ·            8.50
no price is forced in USD, and \`currencies\` in                 ·               ·
  planogram.yaml has no rate for it (it has EUR)
                                                        ────────  ──────────────
price                                                   no price        no price
in git: there is no product or variant MUG
`)
})

test('no line is wider than the terminal, and all text is sanitized', () => {
  const evil = { ...mug, fields: { ...mug.fields, price: 'x\u001B[31m\u202Ey' } }
  const sides = [{ id: 'desired' as const, name: 'in git', answer: answer(evil, {}), reason: 'a\u0007b' }]

  const texts = [40, 60, 80, 160].map((width) => ({ width, text: priceText(view({ title: 'T\u001B[2J', sides }), plainTheme, width) }))

  expect(texts.filter(({ width, text }) => text.split('\n').some((line) => line.length > width))).toEqual([])
  expect(texts.map(({ text }) => /(?!\n)\p{Cc}|\u202E/u.test(text))).toEqual([false, false, false, false])
})

test('JSON has the query and both answers in full, with their values, and nothing in it is for a terminal or a CI runner', () => {
  const asked = { ...plainQuery, currencies, quantity: 3 }

  const text = priceJson(view({ sku: 'TEE::s', title: 'T\u009B ##[x]', sides: view().sides.slice(0, 1) }), asked)

  const parsed: unknown = JSON.parse(text)
  expect([isHarmful(text), text.includes('##[')]).toEqual([false, false])
  expect(parsed).toMatchObject({
    sku: 'TEE::s',
    title: 'T\u009B ##[x]',
    query: { groups: [], quantity: 3, currency: null, at: null, options: {}, customer_discount: null },
    desired: {
      price: '17.96',
      currency: 'NOK',
      reason: null,
      steps: [{ kind: 'entry', amount: '19.95', assumed: null }, { kind: 'promotion' }],
    },
    live: null,
  })
})
