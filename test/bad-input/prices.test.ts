import { expect, test } from 'vitest'
import { validateShop } from './validate-shop.ts'

test('a group in a grid that does not exist is one problem, however many products use the list', async () => {
  const report = await validateShop({
    'groups.yaml': 'groups:\n  dealer: { title: Dealers }\n',
    'shop.yaml': `price_lists:
  tees:
    breaks: [0, 12, 48]
    prices:
      default: [19.95, 17.50, 15.00]
      delaer: [15.00, 13.75, 12.00]
products:
  TEE: { title: Tee, pricing: tees }
  TEE-LONG: { title: Long-sleeve tee, pricing: tees }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[references-exist]: TEE names the customer group "delaer", which is not in the catalogue (and 1 more)
      --> shop.yaml:6:7
      5 │       default: [19.95, 17.50, 15.00]
    > 6 │       delaer: [15.00, 13.75, 12.00]
        │       ^^^^^^
      7 │ products:
      help: Did you mean "dealer"? If not, add it under \`groups\`.

    1 error in 2 files
    exit 65"
  `)
})

test('a group that has no price for one of the breaks', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    pricing:
      breaks: [0, 12, 48]
      prices:
        default: [19.95, 17.50, 15.00]
        dealer: [15.00, 13.75]
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[grid-coverage]: TEE has no price for group dealer from quantity 48
      --> shop.yaml:8:25
      7 │         default: [19.95, 17.50, 15.00]
    > 8 │         dealer: [15.00, 13.75]
        │                         ^^^^^
      help: Give every group one price per break, without a gap between two entries.

    1 error in 1 file
    exit 65"
  `)
})

test('a grid without the default group', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    pricing: { breaks: [0, 12], prices: { dealer: [15.00, 13.75] } }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[grid-coverage]: TEE has no price for the default group from quantity 1
      --> shop.yaml:4:52
      3 │     title: Tee
    > 4 │     pricing: { breaks: [0, 12], prices: { dealer: [15.00, 13.75] } }
        │                                                    ^^^^^
      help: Give every group one price per break, without a gap between two entries.

    1 error in 1 file
    exit 65"
  `)
})

test('breaks that overlap', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    pricing:
      breaks: [0, 48, 12]
      prices:
        default: [19.95, 17.50, 15.00]
        dealer: [15.00, 13.75, 12.00]
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[grid-overlap]: TEE has a break that starts at 48 and ends at 11
      --> shop.yaml:5:19
      4 │     pricing:
    > 5 │       breaks: [0, 48, 12]
        │                   ^^
      6 │       prices:
      help: Write the breaks in ascending order.

    1 error in 1 file
    exit 65"
  `)
})

test('a price forced for a break that is not there', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    pricing:
      breaks: [0, 12]
      prices: { default: [2, 1] }
      forced:
        - { currency: EUR, start: 10, price: 1.10 }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[forced-price-cell]: TEE forces a price in EUR for the default group from quantity 10 to 11, but its grid has no such entry
      --> shop.yaml:8:35
      7 │       forced:
    > 8 │         - { currency: EUR, start: 10, price: 1.10 }
        │                                   ^^
      help: Use the start of one of the breaks, and a group that the grid has prices for.

    1 error in 1 file
    exit 65"
  `)
})

test('raw entries that overlap are only warned of, so that a pulled store can be planned', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    pricing:
      entries:
        - { start: 0, end: 12, price: 4.00 }
        - { start: 12, end: 9999999, price: 3.50 }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "warning[grid-overlap]: TEE has two prices for the default group for quantity 12
      --> shop.yaml:7:20
      6 │         - { start: 0, end: 12, price: 4.00 }
    > 7 │         - { start: 12, end: 9999999, price: 3.50 }
        │                    ^^
      note: the other price
      --> shop.yaml:6:20
      5 │       entries:
    > 6 │         - { start: 0, end: 12, price: 4.00 }
        │                    ^
      7 │         - { start: 12, end: 9999999, price: 3.50 }
      help: End one entry before the other starts.

    1 warning in 1 file
    exit 0"
  `)
})

test('a variant without a price', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    options: { size: { values: { s: Small, m: Medium } } }
    variants:
      matrix: '{sku}-{size}'
      override: { TEE-s: { price: 3 } }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[price-missing]: variant TEE-m has neither a price nor a grid
      --> shop.yaml:6:15
      5 │     variants:
    > 6 │       matrix: '{sku}-{size}'
        │               ^^^^^^^^^^^^^^
      7 │       override: { TEE-s: { price: 3 } }
      help: Set \`price\` or \`pricing\`, here or for all variants under \`each\`.

    1 error in 1 file
    exit 65"
  `)
})
