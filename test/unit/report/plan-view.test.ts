import { expect, test } from 'vitest'
import { planView } from '../../../src/report/view/plan-view.ts'
import { change, planOf, rootRecord, samplePlan } from '../../support/sample-plan.ts'

test('a plan is grouped by root, in the order of kinds, with counts by kind', () => {
  const view = planView(samplePlan)

  expect(
    view.roots.map((root) => [root.kind, root.key, root.action, root.below.map(({ kind, name }) => `${kind} ${name}`.trim())]),
  ).toEqual([
    ['category', 'tables', 'update', []],
    ['product', 'OAK-TABLE', 'update', ['price grid', 'variant OAK-120', 'place sale', 'attribute Fit']],
    ['product', 'ELM-TABLE', 'create', ['price grid', 'place tables']],
    ...['elm-1', 'elm-2', 'elm-3', 'elm-4', 'elm-5', 'elm-6'].map((name) => ['file', `images/items/${name}.jpg`, 'create', []]),
    ['file', 'images/items/oak-4.jpg', 'update', []],
  ])
  expect(view.totals).toEqual({ create: 9, update: 5, remove: 1, cannot: 1 })
  expect(view.kinds.map(({ name, create, update, remove, cannot }) => [name, create, update, remove, cannot].join(' '))).toEqual([
    'categories 0 1 0 0',
    'products 1 1 0 0',
    'variants 0 1 0 0',
    'price grids 1 1 0 0',
    '  price cells 4 4 0 0',
    'attributes 0 0 0 1',
    'product places 1 0 1 0',
    'files 6 1 0 0',
  ])
})

test('a root is listed as an update where only a child changes', () => {
  const plan = planOf([
    change({
      address: 'product.A/category.b',
      root: rootRecord('Product', 'A', 'A\u0007'),
      resource: 'ProdCat',
      action: 'create',
      key: { sku: 'A', cat_code: 'b' },
    }),
  ])

  const [root] = planView(plan).roots

  expect(root).toMatchObject({ kind: 'product', key: 'A', title: 'A\u2407', action: 'update', own: null })
})

test('a key with characters that are escaped in addresses is shown unescaped', () => {
  const record = rootRecord('Product', '50%>#1')
  const plan = planOf([change({ address: record.address, action: 'update', root: record, resource: 'Product', key: { sku: '50%>#1' } })])

  const [root] = planView(plan).roots

  expect([root?.address, root?.key]).toEqual(['product.50%25%3E%231', '50%>#1'])
})

test('a risk of many records names the first ones and counts the rest', () => {
  const hazards = Array.from({ length: 800 }, (_, index) => ({
    kind: 'shows-hidden' as const,
    address: `product.P${index}`,
    root: rootRecord('Product', `P${index}`),
  }))

  const { risks } = planView({ ...planOf([]), hazards })

  expect(risks).toEqual(['P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 (and 790 more): hidden in the store now, visible after the apply.'])
})

function attribute(value: string): ReturnType<typeof change> {
  return change({
    address: 'product.A/attribute.Material',
    root: rootRecord('Product', 'A', 'A'),
    resource: 'ProductAttributes',
    action: 'create',
    key: { sku: 'A', label: 'Material', value },
  })
}

test('of a store that identifies attributes by label and value, an attribute is named by both; a long value is cut', () => {
  const [root] = planView(planOf([attribute('Wool'), attribute('x'.repeat(60))])).roots

  expect(root?.below.map(({ name }) => name)).toEqual(['Material Wool', `Material ${'x'.repeat(39)}\u2026`])
})
