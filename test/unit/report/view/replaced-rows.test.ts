import { expect, test } from 'vitest'
import type { RecordChange } from '../../../../src/diff/change.ts'
import { hazardsOf } from '../../../../src/plan/hazards.ts'
import { addressOf } from '../../../../src/records/address.ts'
import type { ResourceName } from '../../../../src/resources/registry.ts'
import { planText } from '../../../../src/report/plan-text.ts'
import { plainTheme } from '../../../../src/report/theme.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { change, planOf, rootRecord } from '../../../support/sample-plan.ts'

interface Row {
  readonly resource: ResourceName
  readonly key: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, string>>
}

function rowOf(action: 'create' | 'remove', sku: string, { resource, key, values = {} }: Row): RecordChange {
  const fields = Object.entries({ ...key, ...values }).map(([field, value]) => ({
    field,
    before: action === 'remove' ? value : null,
    after: action === 'create' ? value : null,
    base: null,
  }))
  const whole = { sku, ...key }
  return change({ address: addressOf(resource, whole), action, resource, key: whole, root: rootRecord('Product', sku), fields })
}

function attribute(action: 'create' | 'remove', sku: string, label: string, value = 'Red'): RecordChange {
  return rowOf(action, sku, { resource: 'ProductAttributes', key: { label }, values: { value } })
}

interface Shown {
  readonly causes: readonly string[]
  /** The risks of single changes. */
  readonly risks: readonly string[]
  readonly text: string
  readonly byCause: string
}

function shown(changes: readonly RecordChange[]): Shown {
  const plan = planOf(changes, { hazards: hazardsOf(changes) })
  const { causes, roots } = planView(plan)
  return {
    risks: roots.flatMap(({ below }) => below.flatMap(({ risks }) => risks)),
    causes: causes.map(({ title, roots, units }) => `${title}: ${units.length} changes of ${roots} records`),
    text: planText(planView(plan), plainTheme, { width: 100, verbose: false }),
    byCause: planText(planView(plan), plainTheme, { width: 100, verbose: false, by: 'cause' }),
  }
}

test('an attribute that is renamed in several products is one cause, and nothing is lost', () => {
  const changes = ['TEE', 'MUG', 'CAP'].flatMap((sku) => [attribute('remove', sku, 'Colour'), attribute('create', sku, 'Color')])

  const { causes, risks, text, byCause } = shown(changes)

  expect(causes).toEqual(['attribute Colour \u2192 Color: 6 changes of 3 records'])
  expect(byCause).toContain('\n~ attribute Colour \u2192 Color  3 products')
  expect(text).not.toContain('lose')
  expect(risks).toEqual([])
})

test('the line of one record names what replaces what', () => {
  const moved = (['remove', 'create'] as const).map((action) =>
    rowOf(action, 'TEE', { resource: 'ProdCat', key: { cat_code: action === 'remove' ? 'tees' : 'sale' } }),
  )

  const { text } = shown([attribute('remove', 'TEE', 'Colour'), attribute('create', 'TEE', 'Color'), ...moved])

  expect(text).toContain('product TEE  attribute Colour \u2192 Color, place tees \u2192 sale')
})

test('rows with other values, or several alike, do not replace each other', () => {
  const other = [attribute('remove', 'TEE', 'Colour'), attribute('create', 'TEE', 'Color', 'Blue')]
  const several = ['Colour', 'Shade'].map((label) => attribute('remove', 'MUG', label))

  const { causes, text } = shown([...other, ...several, attribute('create', 'MUG', 'Color')])

  expect(causes.filter((cause) => cause.includes('\u2192'))).toEqual([])
  expect(text).toContain('product.TEE loses 1 attribute')
  expect(text).toContain('product.MUG loses 2 attributes')
})
