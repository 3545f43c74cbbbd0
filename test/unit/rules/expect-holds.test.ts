import { expect, test } from 'vitest'
import { expectHolds } from '../../../src/rules/expect-holds.ts'
import { loadWritten, problemLines } from '../../support/written-catalogue.ts'

const config = 'currencies: { default: NOK, rates: { EUR: 0.085 } }\n'
const shop = `groups: { dealer: { title: Dealers } }
products:
  TEE:
    title: Tee
    pricing: { breaks: [0, 12], prices: { default: [20, 15], dealer: [12, 10] } }
  MUG:
    title: Mug
    price: 8.50
    options: { glaze: { label: Glaze, values: { plain: Plain, gold: Gold }, adjust: { gold: 3 } } }
`

async function problemsOf(...tests: readonly string[]): Promise<readonly string[]> {
  const expectations = tests.map((line) => `  - { ${line} }\n`).join('')
  const loaded = await loadWritten({ 'planogram.yaml': config, 'a-shop.yaml': shop, 'tests.yaml': `expect:\n${expectations}` })
  return problemLines(loaded).filter((line) => line.includes(expectHolds.id))
}

test('price tests that hold are no problem', async () => {
  const problems = await problemsOf(
    'sku: TEE, price: 20.00',
    'sku: TEE, group: default, quantity: 12, price: 15',
    'sku: TEE, group: dealer, quantity: 12, currency: EUR, price: 0.85',
    'sku: MUG, options: { glaze: gold }, customer_discount: 10%, price: 10.35',
  )

  expect(problems).toEqual([])
})

test('each that fails says what comes out and why, where it stands', async () => {
  const problems = await problemsOf(
    'sku: TEE, quantity: 12, price: 14.95',
    'sku: TEE, currency: USD, price: 2',
    'sku: TEA, price: 2',
    'sku: TEE, group: deeler, price: 12',
    'sku: MUG, options: { glaze: golden }, price: 8.50',
  )

  expect(problems).toEqual([
    'tests.yaml:2:5 expect-holds: TEE should cost 14.95 NOK (12 pieces), but costs 15.00 NOK > How it is calculated: entry of the default group from quantity 12 (15.00).',
    'tests.yaml:3:5 expect-holds: TEE should cost 2.00 USD (1 piece, in USD), but has no price > How it is calculated: entry of the default group from quantity 0 to 11 (20.00), then no price is forced in USD, and `currencies` in planogram.yaml has no rate for it (it has EUR).',
    'tests.yaml:4:5 expect-holds: price test of TEA: there is no such product or variant > Did you mean "TEE"?',
    'tests.yaml:5:5 expect-holds: the price test of TEE is for group "deeler", which the catalogue does not have > Did you mean "dealer"?',
    'tests.yaml:6:5 expect-holds: price test of MUG: option glaze of MUG has no value "golden" > Did you mean "gold"? Available: plain, gold.',
  ])
})

test('the place of the price that the answer starts from goes with the problem', async () => {
  const loaded = await loadWritten({ 'a-shop.yaml': shop, 'tests.yaml': 'expect: [{ sku: TEE, group: dealer, quantity: 12, price: 9 }]\n' })

  const related = loaded.problems.flatMap((problem) => (problem.rule === expectHolds.id && problem.related ? [problem.related] : []))
  expect(related.map(({ message, at }) => [message, loaded.textOf(at.file).slice(at.start, at.end), loaded.locate(at).line])).toEqual([
    ['the price starts here', '10', 5],
  ])
})

test('a product that is understood in part, or not at all, does not fail its price tests as well', async () => {
  const loaded = await loadWritten({
    'a.yaml': 'products:\n  A: { title: A, prise: 5 }\n  B: [1]\nexpect: [{ sku: A, price: 5 }, { sku: B, price: 6 }]\n',
  })

  expect(problemLines(loaded).map((line) => line.split(' ')[1])).toEqual(['unknown-key:', 'wrong-type:'])
})

test('a price test with a wrong key or value is a problem of shape only', async () => {
  const loaded = await loadWritten({
    'a.yaml':
      'products: { A: { title: A, price: 5 } }\nexpect:\n  - { sku: A, grp: dealer, price: 4 }\n  - { sku: A, quantity: 0, price: 4 }\n  - { sku: A, customer_discount: 101%, price: 4 }\n',
  })

  expect(problemLines(loaded)).toEqual([
    expect.stringMatching(/^a\.yaml:3:15 unknown-key: unknown key "grp" > (?:Did you mean "group"\?|Expected one of: .*)$/),
    'a.yaml:4:25 wrong-type: "quantity" must be a whole number from 1, found "0"',
    'a.yaml:5:34 wrong-type: "customer_discount" must be a percentage from 0% to 100%, such as 20%, found "101%"',
  ])
})
