import { expect, test } from 'vitest'
import type { Change } from '../../../../src/diff/change.ts'
import type { Hazard } from '../../../../src/plan/hazard.ts'
import type { Plan } from '../../../../src/plan/plan.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { listedPlan } from '../../../support/listed-plan.ts'
import type { GridRow } from '../../../../src/pricing/grid-row.ts'
import { priceSlips } from '../../../../src/plan/price-slips.ts'
import { change, field, gridOf, movedGrid, oakGrid, planOf, rootRecord, row } from '../../../support/sample-plan.ts'

function findingsOf(plan: Plan): readonly string[] {
  return planView(plan).findings.map(({ kind, stops, sentence, place }) => `${stops ? 'x' : '!'} ${kind} | ${sentence} ${place}`.trim())
}

function product(sku: string, more: Omit<Parameters<typeof change>[0], 'address' | 'resource'>): Change {
  const root = rootRecord('Product', sku, `The ${sku}`)
  const source = { file: 'shop.yaml', line: 3, column: 1 }
  return change({ address: root.address, root, resource: 'Product', key: { sku }, source, ...more })
}

test('guards that stop come first, the one of decimal points before the others, then what they are about', () => {
  const findings = findingsOf(listedPlan({ products: 20, lists: 2, slips: [{ at: 7, factor: 1000 }], guarded: true }))

  expect(findings).toMatchInlineSnapshot(`
    [
      "x guard | decimal_slip: 2 decimal points look misplaced, such as SKU-7 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:9. products/1.yaml:9",
      "x guard | price_change: 2 prices change by more than 30%, such as SKU-7 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:9. products/1.yaml:9",
      "x guard | max_changes: 20 of 20 records change (limit 30%), such as product.SKU-0 at products/0.yaml:2. products/0.yaml:2",
      "x slip | SKU-7: the price of the default group from quantity 1 moves from 120.00 to 120000.00, 1000 times as much; 1 other price of it does so too. Check the decimal point. products/1.yaml:9",
    ]
  `)
})

test('the guards of opened access and emptied categories lead to the changes that they are about', () => {
  const root = rootRecord('Product', 'MUG', 'Mug')
  const row = { root, action: 'remove' } as const
  const opened = change({
    ...row,
    address: 'product.MUG/access.dealer',
    resource: 'ProdAccessGroup',
    key: { sku: 'MUG', group_code: 'dealer' },
    opensAccess: true,
  })
  const left = change({ ...row, address: 'product.MUG/category.mugs', resource: 'ProdCat', key: { sku: 'MUG', cat_code: 'mugs' } })
  const guards = [
    { guard: 'open_access', limit: 'fail', found: 1, cases: [{ address: 'product.MUG', source: null }] },
    { guard: 'empty_category', limit: 'fail', found: 1, cases: [{ address: 'category.mugs', source: null, count: 1 }] },
  ] as const

  const { findings, roots } = planView(planOf([opened, left], { guards }))

  const linked = findings.map(({ sentence, units }) => [sentence.split(':')[0], units.map(({ at }) => roots[0]?.below[at]?.change.address)])
  expect(linked).toEqual([
    ['open_access', ['product.MUG/access.dealer']],
    ['empty_category', ['product.MUG/category.mugs']],
  ])
})

test('an outlier of a cause, and large moves of another one', () => {
  const few = listedPlan({ products: 40, lists: 2, slips: [{ at: 7, factor: 1.2, group: 'dealer' }] })
  const all = listedPlan({ products: 4, lists: 2, slips: [0, 1, 2, 3].map((at) => ({ at, factor: 2 })) })

  expect(findingsOf(few)).toMatchInlineSnapshot(`
    [
      "! outlier | SKU-7 dealer 1-9: 96.00 → 115.20 (▲20.0 %); the median is ▼3.0 %. products/1.yaml:9",
    ]
  `)
  expect(findingsOf(all)).toMatchInlineSnapshot(`
    [
      "! outlier | SKU-0 default 1-9: 100.00 → 200.00 (▲100.0 %); the median is ▼3.0 %. products/0.yaml:2",
      "! outlier | SKU-2 default 1-9: 100.00 → 200.00 (▲100.0 %); the median is ▼3.0 %. products/0.yaml:4",
      "! outlier | SKU-1 default 1-9: 120.00 → 240.00 (▲100.0 %); the median is ▼3.0 %. products/1.yaml:3",
      "! outlier | SKU-3 default 1-9: 120.00 → 240.00 (▲100.0 %); the median is ▼3.0 %. products/1.yaml:5",
    ]
  `)
})

test('a price of a product with a grid of its own is compared with the other prices of the plan, and with those of its grid', () => {
  const vip = { factor: 1.212, group: 'dealer' }
  const among = findingsOf(listedPlan({ products: 60, lists: 0, slips: [{ at: 7, ...vip }] }))
  const besideLists = findingsOf(listedPlan({ products: 60, lists: 2, slips: [{ at: 7, ...vip, own: true }] }))
  const grids = [1.1, 1.2, 0.9, 0.8].flatMap((factor, index) => movedBy(factor, `P-${index}`, index === 1 ? '1.2' : '1'))

  expect([among, besideLists, findingsOf(planOf(grids))]).toMatchInlineSnapshot(`
    [
      [
        "! outlier | SKU-7 dealer 1-9: 192.00 → 232.70 (▲21.2 %); the median of the plan is ▼3.0 %. products/0.yaml:9",
      ],
      [
        "! outlier | SKU-7 dealer 1-9: 96.00 → 116.35 (▲21.2 %); the median of the plan is ▼3.0 %. products/1.yaml:9",
      ],
      [
        "! outlier | P-1 dealer 1-9: 70.00 → 100.80 (▲44.0 %); the median of its grid is ▲20.0 %. own.yaml:3",
      ],
    ]
  `)
})

/** Five prices that are so many times as much; the dealer pays so many times as much as that. */
function pricesTimes(times: number, more: string): readonly GridRow[] {
  return [
    row(1, 9, String(100 * times)),
    row(10, 49, String(90 * times)),
    row(50, 9_999_999, String(80 * times)),
    row(1, 9_999_999, { price: String(70 * times * Number(more)), group_code: 'dealer' }),
    row(1, 9_999_999, { price: String(60 * times), group_code: 'vip' }),
  ]
}

/** A grid of these prices, which all move by a factor but for those of the dealer. */
function movedBy(factor: number, sku: string, dealer: string): Change {
  const grid = { ...oakGrid, way: 'in-place', before: pricesTimes(1, '1'), after: pricesTimes(factor, dealer) } as const
  return gridOf({ sku, action: 'update', grid, source: { file: 'own.yaml', line: 3, column: 1 } })
}

test('a misplaced decimal point in a price list is one finding for all products that have the list', () => {
  const definitions = [{ kind: 'price list', name: 'tees', source: { file: 'prices.yaml', line: 2, column: 3 } }] as const
  const changes = ['CREW', 'HOOD', 'ZIP', 'VEST'].map((sku) =>
    movedGrid({
      sku,
      root: rootRecord('Product', sku),
      before: [row(1, 9_999_999, '8'), row(1, 9_999_999, { price: '7', group_code: 'dealer' })],
      after: [row(1, 9_999_999, '8.20'), row(1, 9_999_999, { price: '720', group_code: 'dealer' })],
      source: { file: 'prices.yaml', line: 4, column: 3 },
      priceLines: [4, 5],
      definitions,
    }),
  )

  const findings = findingsOf(planOf(changes, { hazards: priceSlips(changes) }))

  expect(findings).toMatchInlineSnapshot(`
    [
      "! slip | CREW: the price of group dealer from quantity 1 moves from 7.00 to 720.00, about 100 times as much. Check the decimal point. The same move: HOOD, ZIP, VEST. prices.yaml:5",
    ]
  `)
})

test('two outliers of one cause are two findings with their figures; of many, the worst are named', () => {
  const two = listedPlan({
    products: 60,
    lists: 1,
    slips: [
      { at: 7, factor: 100 },
      { at: 9, factor: 0.1, currency: 'EUR' },
    ],
  })
  const slips = Array.from({ length: 9 }, (_, index) => ({ at: index * 3, factor: 1.1 + index / 100 }))

  expect([findingsOf(two), findingsOf(listedPlan({ products: 90, lists: 1, slips }))]).toMatchInlineSnapshot(`
    [
      [
        "! slip | SKU-7: the price of the default group from quantity 1 moves from 100.00 to 10000.00, 100 times as much; 1 other price of it does so too. Check the decimal point. products/0.yaml:9",
        "! slip | SKU-9: the price of the default group from quantity 1 in EUR moves from 200.00 to 20.00, 1/10 of it. Check the decimal point. products/0.yaml:11",
      ],
      [
        "! outlier | SKU-24 default 1-9: 100.00 → 118.00 (▲18.0 %); the median is ▼3.0 %. products/0.yaml:26",
        "! outlier | SKU-21 default 1-9: 100.00 → 117.00 (▲17.0 %); the median is ▼3.0 %. products/0.yaml:23",
        "! outlier | price list list-0: 7 more records have prices that move far from the median, such as SKU-18 default 10+: 90.00 → 104.40 (▲16.0 %); the median is ▼3.0 %. Also SKU-15 ▲15.0 %, SKU-12 ▲14.0 %, SKU-9 ▲13.0 % and 3 more. products/0.yaml:20",
      ],
    ]
  `)
})

test('prices of one record that move the same are one finding, and other factors in the same grid another one', () => {
  const root = rootRecord('Product', 'TEE', 'Tee')
  const variants = ['TEE-m-red', 'TEE-s-red', 'TEE-s-navy'].map((code, index) =>
    change({
      address: `variant.${code}`,
      root,
      resource: 'Variants',
      action: 'update',
      key: { code },
      fields: [field('price', `${index + 1}`, `${index + 1}0`)],
    }),
  )
  const both = gridOf({
    sku: 'MUG',
    action: 'update',
    grid: {
      ...oakGrid,
      before: [row(1, 9_999_999, '8'), row(1, 9_999_999, { price: '9', currency_code: 'EUR' })],
      after: [row(1, 9_999_999, '800'), row(1, 9_999_999, { price: '0.9', currency_code: 'EUR' })],
    },
  })

  const findings = [variants, [both]].map((changes) => findingsOf(planOf(changes, { hazards: priceSlips(changes) })))

  expect(findings).toMatchInlineSnapshot(`
    [
      [
        "! slip | TEE-m-red: the price moves from 1.00 to 10.00, 10 times as much. Check the decimal point. The same move: TEE-s-red, TEE-s-navy.",
      ],
      [
        "! slip | MUG: the price of the default group from quantity 1 moves from 8.00 to 800.00, 100 times as much; 1 other price of it does so too. Check the decimal point.",
        "! slip | MUG default 1+ EUR: 9.00 → 0.90 (▼90.0 %), 1/10 of it. Check the decimal point.",
      ],
    ]
  `)
})

test('a finding about a price has the place of that price', () => {
  const grid = {
    ...oakGrid,
    way: 'in-place',
    before: [
      row(1, 9_999_999, '8'),
      row(1, 9_999_999, { price: '7', group_code: 'dealer' }),
      row(1, 9_999_999, { price: '9', currency_code: 'EUR' }),
    ],
    after: [
      row(1, 9_999_999, '8'),
      row(1, 9_999_999, { price: '14', group_code: 'dealer' }),
      row(1, 9_999_999, { price: '90', currency_code: 'EUR' }),
    ],
  } as const
  const source = { file: 'prices.yaml', line: 5, column: 1 }
  const changes = [
    gridOf({ sku: 'TEE', action: 'update', grid, source, priceLines: [5, 6, 7] }),
    product('A-000', { action: 'update', fields: [field('brand', 'a', 'b'), field('price', '8', '12')], priceLines: [10] }),
  ]

  const places = findingsOf(planOf(changes, { hazards: priceSlips(changes) }))

  expect(places).toEqual([
    '! slip | TEE: the price of the default group from quantity 1 in EUR moves from 9.00 to 90.00, 10 times as much. Check the decimal point. prices.yaml:7',
    '! move | TEE dealer 1+: 7.00 → 14.00 (▲100.0 %). prices.yaml:6',
    '! move | A-000: 8.00 → 12.00 (▲50.0 %). shop.yaml:10',
  ])
})

test('a group or a forced currency that leaves a grid is a removal, with what customers pay afterwards', () => {
  const before = [
    row(1, 9_999_999, '8'),
    row(1, 9_999_999, { price: '7', group_code: 'dealer' }),
    row(1, 9_999_999, { price: '9', currency_code: 'EUR' }),
  ]
  const fewer = movedGrid({ sku: 'TEE', way: 'single-rows', before, after: [row(1, 9_999_999, '8')] })

  const findings = findingsOf(planOf([fewer]))

  expect(findings).toMatchInlineSnapshot(`
    [
      "! removal | TEE: the prices of group dealer are removed; afterwards it pays 8.00 instead of 7.00 (▲14.3 %).",
      "! removal | TEE: the prices forced in EUR for the default group are removed; afterwards the price is converted at the rate of EUR.",
    ]
  `)
})

test('removals, hidden and shown products, opened access and overwritten drift', () => {
  const shown = rootRecord('Product', 'SHOWN', 'Shown')
  const changes = [
    product('GONE', { action: 'remove' }),
    product('OLD', { action: 'update', fields: [field('inactive', 'false', 'true')], leaves: true }),
    product('SHOWN', { action: 'update', fields: [field('inactive', 'true', 'false')] }),
    product('MOVED', {
      action: 'update',
      fields: [{ field: 'title', before: 'Sold out', after: 'Tee', base: 'Tee' }],
    }),
  ]
  const hazards: readonly Hazard[] = [
    { kind: 'shows-hidden', address: 'product.SHOWN', root: shown },
    { kind: 'opens-access', address: 'product.SHOWN', root: shown },
  ]

  expect(findingsOf(planOf(changes, { hazards }))).toMatchInlineSnapshot(`
    [
      "! removal | product GONE "The GONE" is removed. shop.yaml:3",
      "! access | Shown (product.SHOWN) loses its last access group: everyone can see and buy it. shop.yaml:3",
      "! hides | product OLD "The OLD" is hidden because it is no longer in the catalogue. shop.yaml:3",
      "! shows | SHOWN: hidden in the store now, visible after the apply. shop.yaml:3",
      "! drift | product MOVED "The MOVED": title was changed in the store and is overwritten. shop.yaml:3",
    ]
  `)
})

test('many of a kind without a cause are told together, and no hazard is lost', () => {
  const changes = Array.from({ length: 50 }, (_, index) => product(`P${index}`, { action: 'remove', source: null }))
  const hazards = changes.map(({ address }, index): Hazard => ({
    kind: 'removes-rows',
    address,
    root: rootRecord('Product', `P${index}`, `Tee ${index}`),
    resource: 'ProdCat',
    rows: index + 1,
  }))

  const { findings } = planView(planOf(changes, { hazards }))

  expect(findings.length).toBeLessThan(8)
  expect(new Set(findings.flatMap(({ units }) => units.map(({ root }) => root))).size).toBe(50)
})
