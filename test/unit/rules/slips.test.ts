import { describe, expect, test } from 'vitest'
import { inCatalogue, problemLines } from '../../support/written-catalogue.ts'
import { loadCatalogue } from '../../../src/catalogue/load-catalogue.ts'

/** What is said of the products of a shop, one line each: rule and message. */
function said(products: string, config = ''): Promise<string[]> {
  const files = { 'planogram.yaml': `stores: { local: { emulator: true } }\n${config}`, 'shop.yaml': `products:\n${products}` }
  return inCatalogue(files, async (root) => problemLines(await loadCatalogue({ root, env: {} })).map(withoutPlace))
}

function withoutPlace(line: string): string {
  return line.replace(/^\S+ /, '').replace(/ > .*$/, '')
}

describe('a slipped decimal point', () => {
  test.each([
    ['[100, 10]', ['price-out-of-line: A costs the default group 10.00 from quantity 10, a tenth or less of the 100.00 before']],
    ['[100, 10.01]', []],
    ['[19.95, 1.995]', ['price-out-of-line: A costs the default group 1.995 from quantity 10, a tenth or less of the 19.95 before']],
    ['[100, 0]', ['price-zero: A is free for the default group from quantity 10: the price is 0.00']],
  ])('in a column %s', async (prices, lines) => {
    const found = await said(`  A: { title: A, pricing: { breaks: [0, 10], prices: { default: ${prices} } } }\n`)

    expect(found.filter((line) => !line.startsWith('price-thousands'))).toEqual(lines)
  })

  test('in the default price is told once, not again for each group', async () => {
    const grid = '{ breaks: [0, 10], prices: { default: [199.5, 17.5], dealer: [15, 12], vip: [18, 16] } }'

    expect(await said(`  A: { title: A, pricing: ${grid} }\n`)).toEqual([
      'price-out-of-line: A costs the default group 17.50 from quantity 10, a tenth or less of the 199.50 before',
    ])
  })

  test('in the prices of a group is told at the first break of the group', async () => {
    const grid = '{ breaks: [0, 10], prices: { default: [19.95, 17.5], dealer: [1.5, 1.2], vip: [18, 16] } }'

    expect(await said(`  A: { title: A, pricing: ${grid} }\n`)).toEqual([
      'price-out-of-line: A costs group dealer 1.50 from quantity 0, a tenth or less of the default price of 19.95',
    ])
  })

  test.each([
    ['20 2195', ['L costs 2195.00, ten times or more the 20.00 of variant S']],
    ['20 21 2195', ['L costs 2195.00, ten times or more the 21.00 of variant M']],
    ['20 21 2.1', ['L costs 2.10, a tenth or less of the 21.00 of variant M']],
    ['2.50 12 95', []],
    ['20 40 3', []],
    [
      '2.50 95 980',
      ['L costs 980.00, ten times or more the 95.00 of variant M', 'S costs 2.50, a tenth or less of the 95.00 of variant M'],
    ],
    ['20', []],
  ])('among the variants %s', async (prices, lines) => {
    const codes = ['S', 'M', 'L']
    const given = prices.split(' ')
    const list = given.map((price, index) => `${given.length === 2 && index === 1 ? 'L' : codes[index]}: { price: ${price} }`)

    const found = await said(`  A: { title: A, variants: { list: { ${list.join(', ')} } } }\n`)

    expect(found.toSorted()).toEqual(lines.map((line) => `price-out-of-line: ${line}`))
  })
})

describe('a thing for nothing', () => {
  test.each([
    ['price: 0, inactive: true', []],
    ['price: 0.00', ['price-zero: A is free: the price is 0.00']],
    ['price: 0, options: { o: { values: { a: A, b: B }, adjust: { a: 4, b: 5 } } }', []],
    ['price: 0, options: { o: { values: { a: A, b: B }, adjust: { b: 5 } } }', ['price-zero: A is free with o = a: the price is 0.00']],
    [
      'price: 5, options: { o: { values: { a: A }, adjust: { a: -3 } }, p: { values: { b: B }, adjust: { b: -2 } } }',
      ['price-zero: A is free with o = a, p = b: the price is 5.00 and the options add -5'],
    ],
    ['price: 6, options: { o: { values: { a: A }, adjust: { a: -3 } }, p: { values: { b: B }, adjust: { b: -2 } } }', []],
    ['price: 0, variants: { list: { V: { price: 4 } } }', []],
    ['price: 4, variants: { list: { V: { price: 0 } } }', ['price-zero: V is free: the price is 0.00']],
    [
      'pricing: { breaks: [0], prices: { default: [4] }, forced: [{ currency: EUR, start: 0, price: 0 }] }',
      ['price-zero: A is free for the default group from quantity 0 in EUR: the price is 0.00'],
    ],
  ])('%s', async (product, lines) => {
    expect(await said(`  A: { title: A, ${product} }\n`)).toEqual(lines)
  })
})

test.each([
  ['1.250', true],
  ['999.999', true],
  ['0.125', false],
  ['1250.000', false],
  ['1.25', false],
  ['1.2500', false],
])('a price of %s could be meant as thousands: %s', async (price, could) => {
  expect((await said(`  A: { title: A, price: ${price} }\n`)).length === 1).toBe(could)
})

test('values of a grid that have the wrong form are told one by one, and the grid is not said to be empty', async () => {
  const found = await said('  A: { title: A, pricing: { breaks: [1e1], prices: { default: [-1] } } }\n')

  expect(found.map((line) => line.split(':')[0])).toEqual(['wrong-type', 'wrong-type'])
})

test('a price forced in the default currency is odd only where the config names one', async () => {
  const product = '  A: { title: A, pricing: { breaks: [0], prices: { default: [4] }, forced: [{ currency: NOK, start: 0, price: 4 }] } }\n'

  expect(await said(product)).toEqual([])
  expect(await said(product, 'currencies: { default: NOK }\n')).toEqual([
    'currency-form: A forces a price in NOK, the default currency, beside its price there',
  ])
})

test('most products in no category: the catalogue leaves that to the store', async () => {
  const categories = 'x: { title: X, price: 1 }\n'
  const files = (placed: number): Record<string, string> => ({
    'cats.yaml': 'categories: { c: { name: C } }\n',
    'shop.yaml': `products:\n${['a', 'b', 'd', 'e'].map((sku, index) => `  ${sku}: { title: ${sku}, price: 1${index < placed ? ', categories: [c]' : ''} }\n`).join('')}  ${categories}`,
  })
  const homeless = (placed: number): Promise<number> =>
    inCatalogue(
      files(placed),
      async (root) => (await loadCatalogue({ root, env: {} })).problems.filter(({ rule }) => rule === 'product-without-category').length,
    )

  expect([await homeless(0), await homeless(2), await homeless(3), await homeless(4)]).toEqual([0, 0, 2, 1])
})
