import { expect, test } from 'vitest'
import type { Change } from '../../../../src/diff/change.ts'
import type { Hazard } from '../../../../src/plan/hazard.ts'
import type { Plan } from '../../../../src/plan/plan.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { listedPlan } from '../../../support/listed-plan.ts'
import { change, field, planOf, rootRecord } from '../../../support/sample-plan.ts'

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
      "! outlier | price list list-0: 2 records move prices unlike the others, such as SKU-0 default 1-9: 100.00 → 200.00 (▲100.0 %); the median is ▼3.0 %. Also SKU-2. products/0.yaml:2",
      "! outlier | price list list-1: 2 records move prices unlike the others, such as SKU-1 default 1-9: 120.00 → 240.00 (▲100.0 %); the median is ▼3.0 %. Also SKU-3. products/1.yaml:3",
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
