import { expect, test } from 'vitest'
import { loadWritten, problemLines } from '../../../support/written-catalogue.ts'

const groups = 'groups: { dealer: { title: D }, vip: { title: V } }\n'
const tees = '  tees: { breaks: [0, 12, 48], prices: { default: [19.95, 17.50, 15.00], dealer: [15.00, 13.75, 12.00] } }\n'

/** The grid of a product that uses `mine`: `group currency start-end price`. */
async function gridOf(mine: string, more = ''): Promise<{ rows: string[]; errors: string[] }> {
  const text = `${groups}price_lists:\n${tees}${more}  mine: ${mine}\nproducts: { A: { title: A, pricing: mine }, B: { title: B, pricing: tees } }\n`
  const loaded = await loadWritten({ 'a.yaml': text })
  const rows = (loaded.desired.roots.Product?.[0]?.children.PricingAdvanced ?? []).map(
    ({ fields: { group_code, currency_code, start, end, price } }) => `${group_code}${currency_code} ${start}-${end} ${price}`,
  )
  return { rows, errors: problemLines({ ...loaded, problems: loaded.problems.filter(({ severity }) => severity === 'error') }) }
}

function forcedIn(rows: readonly string[]): string[] {
  return rows.filter((row) => /EUR|USD/.test(row))
}

test('factor and round work on the exact price, half away from zero', async () => {
  const { rows, errors } = await gridOf('{ extends: tees, factor: 0.9, round: 0.05 }')

  expect(errors).toEqual([])
  expect(rows).toEqual([
    ' 0-11 17.95',
    ' 12-47 15.75',
    ' 48-9999999 13.5',
    'dealer 0-11 13.5',
    'dealer 12-47 12.4',
    'dealer 48-9999999 10.8',
  ])
})

test('without round the price is exact', async () => {
  const { rows } = await gridOf('{ extends: tees, factor: 0.9 }')

  expect(rows.slice(0, 1)).toEqual([' 0-11 17.955'])
})

test('a difference is added', async () => {
  const { rows, errors } = await gridOf('{ extends: tees, difference: -1.50 }')

  expect(errors).toEqual([])
  expect(rows.slice(0, 3)).toEqual([' 0-11 18.45', ' 12-47 16', ' 48-9999999 13.5'])
})

test('own prices of a group replace its row, and an own break its cell', async () => {
  const row = await gridOf('{ extends: tees, factor: 2, prices: { dealer: [9, 8, 7], vip: [6, 5, 4] } }')
  const cell = await gridOf('{ extends: tees, breaks: [48], prices: { dealer: [11] } }')
  const cut = await gridOf('{ extends: tees, breaks: [0, 20], prices: { dealer: [14, 10] } }')

  expect([row.errors, cell.errors, cut.errors]).toEqual([[], [], []])
  expect(row.rows.slice(3)).toEqual([
    'dealer 0-11 9',
    'dealer 12-47 8',
    'dealer 48-9999999 7',
    'vip 0-11 6',
    'vip 12-47 5',
    'vip 48-9999999 4',
  ])
  expect(cell.rows.slice(3)).toEqual(['dealer 0-11 15', 'dealer 12-47 13.75', 'dealer 48-9999999 11'])
  expect(cut.rows.slice(3)).toEqual(['dealer 0-19 14', 'dealer 20-9999999 10'])
})

test('an own break that cuts through a cell leaves a gap, which is said', async () => {
  const { errors } = await gridOf('{ extends: tees, breaks: [20], prices: { dealer: [10] } }')

  expect(errors.length).toBe(1)
  expect(errors[0]).toContain('grid-coverage: A has no price for group dealer from quantity 12 to 19')
})

test('forced prices follow a factor, and are replaced with their cell or by an own one', async () => {
  const forced =
    '  base: { extends: tees, forced: [{ currency: EUR, group: dealer, start: 48, price: 10 }, { currency: EUR, start: 0, price: 20 }] }\n'

  const factor = await gridOf('{ extends: base, factor: 0.5 }', forced)
  const cell = await gridOf('{ extends: base, breaks: [48], prices: { dealer: [11] } }', forced)
  const own = await gridOf(
    '{ extends: base, forced: [{ currency: EUR, start: 0, price: 18 }, { currency: USD, start: 12, price: 9 }] }',
    forced,
  )

  expect([factor.errors, cell.errors, own.errors]).toEqual([[], [], []])
  expect(forcedIn(factor.rows)).toEqual(['dealerEUR 48-9999999 5', 'EUR 0-11 10'])
  expect(forcedIn(cell.rows)).toEqual(['EUR 0-11 20'])
  expect(forcedIn(own.rows)).toEqual(['dealerEUR 48-9999999 10', 'EUR 0-11 18', 'USD 12-47 9'])
})

test('an own forced price replaces the inherited one of its quantities only', async () => {
  const forced = '  base: { extends: tees, forced: [{ currency: EUR, start: 0, price: 20 }, { currency: EUR, start: 12, price: 19 }] }\n'

  const { rows } = await gridOf('{ extends: base, forced: [{ currency: EUR, start: 0, price: 18 }] }', forced)

  expect(forcedIn(rows)).toEqual(['EUR 12-47 19', 'EUR 0-11 18'])
})

test('an own forced price ends with the inherited cell that it belongs to, whatever the own breaks are', async () => {
  const forced = '  base: { extends: tees, forced: [{ currency: EUR, start: 12, price: 20 }, { currency: EUR, start: 48, price: 19 }] }\n'
  const own = 'forced: [{ currency: EUR, start: 12, price: 18 }]'

  const before = await gridOf(`{ extends: base, breaks: [0], prices: { dealer: [9] }, ${own} }`, forced)
  const within = await gridOf(`{ extends: base, breaks: [0, 20], prices: { dealer: [14, 10] }, ${own} }`, forced)

  expect([before.errors, within.errors]).toEqual([[], []])
  expect([forcedIn(before.rows), forcedIn(within.rows)]).toEqual([
    ['EUR 48-9999999 19', 'EUR 12-47 18'],
    ['EUR 48-9999999 19', 'EUR 12-47 18'],
  ])
})

test('an own forced price without a cell is reported with its own quantities', async () => {
  const { rows, errors } = await gridOf('{ extends: tees, forced: [{ currency: EUR, start: 5, price: 9 }] }')

  expect(forcedIn(rows)).toEqual(['EUR 5-11 9'])
  expect(errors.map((line) => line.split(': ')[0])).toEqual(['a.yaml:4:59 forced-price-cell'])
})

test('a difference does not touch a forced price: that is a problem until it is given', async () => {
  const forced = '  base: { extends: tees, forced: [{ currency: EUR, start: 0, price: 20 }] }\n'

  const refused = await gridOf('{ extends: base, difference: 1 }', forced)
  const given = await gridOf('{ extends: base, difference: 1, forced: [{ currency: EUR, start: 0, price: 21 }] }', forced)

  expect(refused.errors).toEqual([
    'a.yaml:5:38 extended-price: base forces a price in EUR from quantity 0, and a difference is not an amount in EUR > Write the forced price here under `forced`, or use a factor.',
  ])
  expect(given.errors).toEqual([])
})

test('a list may extend a list that extends another, and a product may extend a list by itself', async () => {
  const { rows, errors } = await gridOf('{ extends: half, difference: 1 }', '  half: { extends: tees, factor: 0.5, round: 1 }\n')
  const inline = await loadWritten({
    'a.yaml': `${groups}price_lists:\n${tees}products: { A: { title: A, pricing: { extends: tees, factor: 2 } } }\n`,
  })

  expect(errors).toEqual([])
  expect(rows.slice(0, 3)).toEqual([' 0-11 11', ' 12-47 10', ' 48-9999999 9'])
  expect(inline.desired.roots.Product?.[0]?.fields['price']).toBe('39.9')
})

test('a price of 0 or less is a problem at what made it', async () => {
  const less = await gridOf('{ extends: tees, difference: -12 }')
  const none = await gridOf('{ extends: tees, round: 100 }')

  expect(less.errors).toEqual([
    'a.yaml:4:38 extended-price: the price of group dealer from quantity 48 would be 0 > Write a price for it here, or change the list less.',
  ])
  expect(none.errors[0]).toBe(
    'a.yaml:4:33 extended-price: the default price from quantity 0 would be 0 > Write a price for it here, or change the list less.',
  )
})

test('lists that extend each other, or none, are problems with the path', async () => {
  const cycle = await gridOf('{ extends: x, factor: 2 }', '  x: { extends: y }\n  y: { extends: x }\n')
  const own = await gridOf('{ extends: mine }')
  const unknown = await gridOf('{ extends: tee, factor: 2 }')
  const deep = await gridOf(
    '{ extends: l19 }',
    Array.from({ length: 20 }, (_, index) => `  l${index}: { extends: ${index === 0 ? 'tees' : `l${index - 1}`} }\n`).join(''),
  )

  expect(cycle.errors).toEqual([
    'a.yaml:4:17 price-list-cycle: these price lists extend each other: y > x > y > Give one of them prices of its own.',
    'a.yaml:5:17 price-list-cycle: these price lists extend each other: x > y > x > Give one of them prices of its own.',
  ])
  expect(own.errors).toEqual([
    'a.yaml:4:20 price-list-cycle: these price lists extend each other: mine > mine > Give one of them prices of its own.',
  ])
  expect(unknown.errors).toEqual(['a.yaml:4:20 price-list-unknown: there is no price list "tee" > Did you mean "tees"?'])
  expect(deep.errors[0]).toContain('more than 16 price lists extend each other in a row')
})

test('forms that contradict each other are shown', async () => {
  const lines = await Promise.all(
    [
      '{ extends: tees, factor: 2, difference: 1 }',
      '{ extends: tees, entries: [{ price: 1 }] }',
      '{ extends: tees, breaks: [0, 5] }',
      '{ factor: 2, breaks: [0], prices: { default: [1] } }',
      '{ extends: tees, factor: 0 }',
      '{ extends: tees, round: 0.00 }',
    ].map(async (mine) => (await gridOf(mine)).errors),
  )

  expect(lines).toEqual([
    ['a.yaml:4:37 grid-shape: a grid has either a factor or a difference > Keep one of the two.'],
    ['a.yaml:4:26 grid-shape: a grid either extends a list or has entries > Keep one of the two forms.'],
    ['a.yaml:4:26 grid-shape: these breaks have no prices > Write prices for them, or remove them: the breaks of the list apply.'],
    [
      'a.yaml:4:11 grid-shape: factor changes the prices of another list, and this grid extends no list > Add extends: with the name of a price list, or remove factor.',
    ],
    ['a.yaml:4:34 wrong-type: "factor" must be a number above 0 such as 0.9, found "0"'],
    ['a.yaml:4:33 wrong-type: "round" must be an amount above 0 such as 0.05, found "0.00"'],
  ])
})
