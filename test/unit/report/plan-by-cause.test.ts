import { expect, test } from 'vitest'
import type { Change, UsedDefinition } from '../../../src/diff/change.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { planText, type PlanTextSize } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { listedPlan } from '../../support/listed-plan.ts'
import { change, field, planOf, rootRecord, updatedProduct } from '../../support/sample-plan.ts'

function textOf(plan: Plan, size: Partial<PlanTextSize> = {}): readonly string[] {
  return planText(planView(plan), plainTheme, { width: 80, verbose: false, ...size }).split('\n')
}

function countProducts(lines: readonly string[]): number {
  return lines.filter((line) => /~ product SKU-\d+/.test(line)).length
}

test('a plan of 5,000 products from 5 price lists fits on two screens, the misplaced decimal point first', () => {
  const plan = listedPlan({ products: 5000, lists: 5, slips: [{ at: 1234, factor: 1000 }] })

  const lines = textOf(plan)

  expect(lines.length).toBeLessThanOrEqual(48)
  expect(lines.slice(0, 10)).toMatchInlineSnapshot(`
    [
      "Plan for production · https://shop.example · 7f3c91aa",
      "files https://files.example",
      "",
      "Look at first (1):",
      "! SKU-1234: the price of the default group from quantity 1 moves from 180.00 to",
      "  180000.00, 1000 times as much; 1 other price of it does so too. Check the",
      "  decimal point.  products/4.yaml:1236",
      "",
      "                  create   update   remove",
      "price grids            ·    5,000        ·",
    ]
  `)
  expect(lines.filter((line) => line.includes('price list'))).toMatchInlineSnapshot(`
    [
      "~ price list list-4                                               prices.yaml:26",
      "~ price list list-0                                                prices.yaml:2",
      "~ price list list-1                                                prices.yaml:8",
      "~ price list list-2                                               prices.yaml:14",
      "~ price list list-3                                               prices.yaml:20",
    ]
  `)
})

test('the text of a plan grows with its causes, not with its records', () => {
  const few = textOf(listedPlan({ products: 100, lists: 5 }))
  const many = textOf(listedPlan({ products: 5000, lists: 5 }))

  // A line of a cause wraps sooner with larger counts.
  expect(many.length).toBeLessThanOrEqual(few.length + 5)
})

test.each([
  [10_000, 'ten times as much', { factor: 10 }],
  [1000, 'a hundred times as much', { factor: 100 }],
  [1000, 'twice as much for one group', { factor: 2, group: 'dealer' }],
  [1000, 'a fifth more for one group, in a grid of its own', { factor: 1.212, group: 'dealer', own: true }],
  [10_000, 'a third in one currency', { factor: 1 / 3, currency: 'EUR' }],
])('of %i products, the one whose price becomes %s is on the first screen', (products, _, slip) => {
  const lines = textOf(listedPlan({ products, lists: 3, slips: [{ at: 777, ...slip }] }))

  expect(lines.slice(0, 24).some((line) => line.includes('SKU-777'))).toBe(true)
})

test('by record all records are listed, and by cause with --full too', () => {
  const plan = listedPlan({ products: 100, lists: 5 })

  const [flat, full] = [textOf(plan, { by: 'record' }), textOf(plan, { full: true })]

  expect([flat, full].map(countProducts)).toEqual([100, 100])
})

test('a long title is cut before the sku', () => {
  const changes = Array.from({ length: 30 }, (_, index) =>
    updatedProduct(`MUGS-ENAMEL-00${index}`, [field('title', 'a', `b${index}`)], `Enamel mug number ${index}`),
  )

  const lines = textOf(planOf(changes), { width: 46 }).filter((line) => line.startsWith('~ product'))

  expect(lines[0]).toBe('~ product MUGS-ENAMEL-000 "Enam\u2026er 0"  title')
})

test('long names lose their middle, never their end', () => {
  const changes = Array.from({ length: 30 }, (_, index) => {
    const sku = `NORTHWIND-HEAVYWEIGHT-ORGANIC-COTTON-TEE-CLASSIC-FIT-AND-LONG-SLEEVES-${index}`
    return updatedProduct(sku, [field('title', 'a', `b${index}`)])
  })

  const lines = textOf(planOf(changes))

  expect(lines.filter((line) => line.includes('product '))[3]).toMatchInlineSnapshot(
    `"~ product NORTHWIND-HEAVYWEIGHT-ORGANIC-…CLASSIC-FIT-AND-LONG-SLEEVES-3  title"`,
  )
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test('a cause names the document of its definition, the fields, and what was changed in the store is a cause of its own', () => {
  const definitions: readonly UsedDefinition[] = [
    { kind: 'defaults', name: 'shop', source: { file: 'shop/defaults.yaml', line: 2, column: 3 }, fields: ['brand'] },
  ]
  const changes: readonly Change[] = ['A', 'B', 'C'].map((sku) => {
    const root = rootRecord('Product', sku)
    const drift = { field: 'title', before: `${sku} sold out`, after: sku, base: sku }
    const fields = [field('brand', 'Northwind', 'Southwind'), ...(sku === 'C' ? [drift] : [])]
    return change({ address: root.address, root, resource: 'Product', action: 'update', key: { sku }, fields, definitions })
  })

  const lines = textOf(planOf(changes), { by: 'cause' })

  expect(lines.slice(2)).toMatchInlineSnapshot(`
    [
      "",
      "Look at first (1):",
      "! product C: title was changed in the store and is overwritten.",
      "",
      "             create   update   remove",
      "products          ·        3        ·",
      "",
      "By cause (2):",
      "~ changed in the store  1 product: title",
      "    ~ product C  title",
      "          title  C sold out → C  changed in the store",
      "~ defaults shop  3 products: brand                          shop/defaults.yaml:2",
      "",
      "Plan: 0 to create, 3 to update, 0 to remove. 5 requests.",
      "",
    ]
  `)
})
