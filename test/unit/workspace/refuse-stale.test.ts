import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { parsePlanFile } from '../../../src/plan/plan-file.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { refuseOtherChanges, refuseStale } from '../../../src/workspace/refuse-stale.ts'
import { diffContext } from '../../support/desired-records.ts'
import { planOfChanges } from '../../support/large-plan.ts'
import { changesOf, entries, onGrid, product, stored, storedEntries } from '../../support/planned-changes.ts'
import { planFileText } from '../../support/sample-plan.ts'

function gridOf(live: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): readonly Change[] {
  const want = product('P', onGrid, { PricingAdvanced: entries('P', wanted) })
  return changesOf(want, stored('P', onGrid, { PricingAdvanced: storedEntries('P', live) }))
}

function titleOf(live: string, wanted: string, sku = 'P'): readonly Change[] {
  return changesOf(product(sku, { title: wanted }), stored(sku, { title: live }))
}

function productOf(live: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): readonly Change[] {
  return changesOf(product('P', wanted), stored('P', live))
}

function fileOf(size: number): readonly Change[] {
  const source = { file: 'catalogue.yaml', start: 0, end: 1 }
  return diffFiles(
    [{ path: 'images/items/a.jpg', from: 'a.jpg', size: 9, sha256: 'a'.repeat(64), source }],
    [{ path: 'images/items/a.jpg', size, sha256: null }],
    diffContext(),
  )
}

/** The changes of a product that turn off a grid of the store with this price. */
function turnedOff(price: string, isOn = 'true'): readonly Change[] {
  const have = stored('P', { title: 'Mug', price: '1', advanced_pricing: isOn }, { PricingAdvanced: storedEntries('P', { '0': price }) })
  return changesOf(product('P', { title: 'Pot', price: '1', advanced_pricing: 'false' }), have)
}

/** A plan of these changes as a file brings it back. */
function saved(changes: readonly Change[]): Promise<Plan> {
  return parsePlanFile(planFileText(planOfChanges(changes)))
}

async function refusalOf(then: readonly Change[], now: readonly Change[]): Promise<readonly string[]> {
  const plan = await saved(then)
  try {
    refuseStale(plan, planOfChanges(now))
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return message.replace(plan.planHash.slice(0, 8), '<hash>').split('\n  ')
  }
  return []
}

const grid = gridOf({ '0': '10', '10': '9' }, { '0': '8', '10': '7' })
const one = 'The saved plan <hash> is stale: one value differs. Nothing was written.'

test('a plan that was saved and is the same now is accepted', async () => {
  expect(await refusalOf(grid, grid)).toEqual([])
})

test('beside a grid that is the same, the value that changed is named, with what it was', async () => {
  const inStore = await refusalOf([...grid, ...titleOf('Old', 'New', 'Q')], [...grid, ...titleOf('Other', 'New', 'Q')])
  const inCatalogue = await refusalOf([...grid, ...titleOf('Old', 'New', 'Q')], [...grid, ...titleOf('Old', 'x'.repeat(99), 'Q')])

  expect(inStore).toEqual([one, 'product.Q title: the store has "Other" instead of "Old"'])
  expect(inCatalogue).toEqual([one, `product.Q title: the catalogue has "${'x'.repeat(60)}..." instead of "New"`])
})

test('of a grid the cell is named, of a file its size', async () => {
  const cell = await refusalOf(grid, gridOf({ '0': '11', '10': '9' }, { '0': '8', '10': '7' }))
  const rows = await refusalOf(grid, gridOf({ '0': '10' }, { '0': '8', '10': '7' }))
  const file = await refusalOf(fileOf(7), fileOf(8))

  expect(cell).toEqual([one, 'grid.P price for the default group from quantity 0 to 9: the store has "11" instead of "10"'])
  expect(rows).toEqual([
    'The saved plan <hash> is stale: 3 values differ. Nothing was written.',
    'grid.P price for the default group from quantity 0 to 9: the store has nothing instead of "10"',
    'grid.P price for the default group from quantity 10: the store has nothing instead of "9"',
    'grid.P price for the default group from quantity 0: the store has "10" instead of nothing',
  ])
  expect(file).toEqual([one, 'file.images/items/a.jpg bytes: the store has "8" instead of "7"'])
})

test('of price entries that a plan turns off the cell is named, unless they are off already', async () => {
  const cell = await refusalOf(turnedOff('10'), turnedOff('11'))
  const off = await refusalOf([...grid, ...turnedOff('10')], [...grid, ...turnedOff('10', 'false')])

  expect(cell).toEqual([one, 'product.P price for the default group from quantity 0: the store has "11" instead of "10"'])
  expect(off).toEqual([one, 'product.P: planned, and there is no difference any more'])
})

test('a change that is gone or new is named, and a long list is cut', async () => {
  const gone = await refusalOf([...grid, ...titleOf('Old', 'New', 'Q')], grid)
  const added = await refusalOf(grid, [...grid, ...titleOf('Old', 'New', 'Q')])
  const many = await refusalOf(grid, Array.from({ length: 9 }, (_, index) => titleOf('Old', 'New', `Q${index}`)).flat())

  expect(gone).toEqual([one, 'product.Q: planned, and there is no difference any more'])
  expect(added).toEqual([one, 'product.Q: update, which was not planned'])
  expect(many).toEqual([
    'The saved plan <hash> is stale: 9 values differ. Nothing was written.',
    ...[0, 1, 2, 3, 4].map((index) => `product.Q${index}: update, which was not planned`),
    'and 4 more',
  ])
})

test('of a plan that is in the store already, only the value that moved is named', async () => {
  const titles = [...productOf({ title: 'Mug', price: '8.5' }, { title: 'Mag', price: '8.5' }), ...titleOf('Pot', 'Pat', 'Q')]
  const created = changesOf(product('P', { title: 'Mug', price: '8.5' }), undefined)

  const priceNow = productOf({ title: 'Mag', price: '8.5' }, { title: 'Mag', price: '8.6' })
  const updated = await refusalOf(titles, priceNow)
  const after = await refusalOf(created, productOf({ title: 'Mug', price: '8.5' }, { title: 'Mug', price: '8.6' }))

  expect(updated).toEqual([one, 'product.P price: the catalogue has "8.6" and the store "8.5", which was not planned'])
  expect(after).toEqual([
    'The saved plan <hash> is stale: 3 values differ. Nothing was written.',
    'product.P: update instead of create',
    'product.P price: the store has "8.5" instead of nothing',
    'product.P price: the catalogue has "8.6" instead of "8.5"',
  ])
})

test('a plan without a value that differs names what else differs: the store, what it allows, the catalogue, or the steps', async () => {
  const plan = await saved(grid)
  const { madeFrom } = plan
  const refusal = (now: Partial<Plan>): string => {
    try {
      refuseStale(plan, { ...plan, ...now, planHash: 'other' })
    } catch (error) {
      return error instanceof Error ? error.message.replace(/^.* is stale: (.*)\. Nothing was written\.$/u, '$1') : ''
    }
    return 'accepted'
  }
  const { name, baseUrl } = madeFrom.store

  const refusals = [
    refusal({ madeFrom: { ...madeFrom, store: { ...madeFrom.store, name: 'other' } } }),
    refusal({ madeFrom: { ...madeFrom, store: { ...madeFrom.store, baseUrl: 'https://other.example' } } }),
    refusal({ madeFrom: { ...madeFrom, capabilities: { ...madeFrom.capabilities, deletes: 'shown' } } }),
    refusal({ madeFrom: { ...madeFrom, catalogue: 'other' } }),
    refusal({}),
  ]

  expect(refusals).toEqual([
    `it is for store ${name} (${baseUrl}), not for other (${baseUrl})`,
    `it is for store ${name} (${baseUrl}), not for ${name} (https://other.example)`,
    'the capabilities of the store changed',
    'its changes are the same, but the catalogue or its config changed, or another version of planogram made it',
    'its steps differ',
  ])
})

test('a plan that was reviewed and not saved is called so', () => {
  const reviewed = planOfChanges(titleOf('Old', 'New'))
  const other = planOfChanges(titleOf('Other', 'New'))

  expect(() => refuseOtherChanges(reviewed, other)).toThrow(
    `The reviewed plan ${reviewed.planHash.slice(0, 8)} is stale: one value differs. Nothing was written.`,
  )
})

test('where only the hash of the catalogue differs, another version of planogram may have made the plan', async () => {
  const then = await saved(grid)
  const now = planOfChanges(grid)
  const other: Plan = { ...now, planHash: 'f'.repeat(64), madeFrom: { ...now.madeFrom, catalogue: 'of another version' } }

  expect(() => refuseStale(then, other)).toThrow(
    'is stale: its changes are the same, but the catalogue or its config changed, or another version of planogram made it. Nothing was written.',
  )
})
