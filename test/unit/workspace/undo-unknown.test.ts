import { expect, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import type { FaultPlan } from '../../../src/emulator/faults/fault-plan.ts'
import { type ChangingShop, openChangingShop } from '../../support/changing-shop.ts'

const lost: FaultPlan = { on: { method: 'POST' }, do: { kind: 'lost-answer' } }
const noMoreWrites: FaultPlan = { on: { method: 'POST' }, do: { kind: 'status', status: 502 }, times: 'always' }
const tooMany: FaultPlan = { on: { method: 'POST' }, do: { kind: 'status', status: 429, retryAfter: 0 }, times: 'always' }

test.each([
  ['every later answer was lost', noMoreWrites],
  ['the store refused it then', tooMany],
])('a price whose answer was lost is restored by an undo, though %s and the store could not be read', async (_, later) => {
  const shop = await openChangingShop('products:\n  MUG: { title: Mug, price: 8.50 }\n')
  const made = await shop.planOf('products:\n  MUG: { title: Mug, price: 9.90 }\n')
  shop.emulator.faults.add(lost, later)
  let isDown = false
  shop.emulator.betweenRequests(() => {
    if (isDown || shop.emulator.faults.fired().length === 0) return
    isDown = true
    shop.emulator.faults.add({ on: { method: 'GET' }, do: { kind: 'status', status: 502 }, times: 'always' })
  })

  const run = await shop.apply(made)
  shop.emulator.faults.clear()
  const written = await shop.fields('Product', ['price'])
  const undone = await shop.apply(await shop.undoOf('run-1'), 'run-2')

  expect(run.steps.map(({ outcome }) => outcome)).toContain('unknown')
  expect(written).toEqual({ MUG: { price: '9.9' } })
  expect([undone.outcome, await shop.fields('Product', ['price'])]).toEqual(['done', { MUG: { price: '8.5' } }])
})

/** A run that has written two of four price entries of a new grid. */
async function tornGrid(): Promise<{ readonly shop: ChangingShop; readonly run: Run }> {
  const groups = 'groups: { dealer: { title: Dealers } }\n'
  const switches = { batch: 'stop', references: 'reject' } as const
  const shop = await openChangingShop(`${groups}products:\n  CUP: { title: Cup, price: 9 }\n`, '', switches)
  const made = await shop.planOf(
    `${groups}products:\n  CUP: { title: Cup, pricing: { breaks: [0, 12], prices: { default: [9, 8], dealer: [9, 7] } } }\n`,
  )
  await shop.store.deleteRow('UserGroups', { code: 'dealer' })
  return { shop, run: await shop.apply(made) }
}

function pricesOf({ emulator }: ChangingShop): readonly (string | undefined)[] {
  return emulator.records('PricingAdvanced').map(({ fields }) => fields['price'])
}

test('of a grid of which the store refused a part the other part is removed by an undo', async () => {
  const { shop, run } = await tornGrid()
  const torn = pricesOf(shop)

  const undone = await shop.apply(await shop.undoOf('run-1'), 'run-2')

  expect([run.outcome, torn]).toEqual(['partial', ['9', '8']])
  expect([undone.outcome, shop.emulator.records('PricingAdvanced')]).toEqual(['done', []])
})

test('of a grid of which the store refused a part, and to which somebody has added an entry, an undo removes nothing', async () => {
  const { shop, run } = await tornGrid()
  shop.emulator.seed([
    { resource: 'PricingAdvanced', fields: { sku: 'CUP', ugroup: 'default', currency: 'default', min: '24', price: '5' }, children: {} },
  ])

  const undo = await shop.undoOf('run-1')

  expect(run.outcome).toBe('partial')
  expect(undo.steps).toEqual([])
  expect(pricesOf(shop)).toEqual(['9', '8', '5'])
})
