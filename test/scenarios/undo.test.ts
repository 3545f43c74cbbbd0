import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { storedValue } from '../../src/resources/scalar.ts'
import { dumpDifferences, withoutOrder } from '../support/dump-differences.ts'
import { scenarioNames, startScenario } from '../support/scenario-world.ts'
import { storeDump } from '../support/store-dump.ts'
import type { World } from '../support/world.ts'
import { sampled } from '../support/whole.ts'

async function dumpOf(world: World): Promise<readonly string[]> {
  return withoutOrder(await storeDump(world.store, storedValue))
}

/** Texts of rows that an undo leaves: of records that the run created, of rows that removed records had left or that were there twice, of what cannot be undone, and new pictures. */
function exceptions(plan: Plan, undo: Plan): readonly string[] {
  const created = plan.changes.flatMap((change) => {
    if (change.kind === 'file') return change.action === 'create' ? [`File ${change.file.path} `] : []
    const isRoot = change.kind === 'record' && change.address === change.root.address && change.action === 'create'
    if (isRoot) return [`"${change.root.key}"`]
    if (change.kind === 'record' && change.again) return [JSON.stringify(Object.values(change.key)).slice(1, -1)]
    const isLeftOver = change.kind === 'grid' ? change.grid.leftOver === true : change.leftOver === true
    return isLeftOver ? [change.kind === 'grid' ? `"${change.sku}"` : values(change.key)] : []
  })
  const cannot = undo.changes.flatMap((change) => (change.kind === 'record' && change.action === 'cannot' ? [values(change.key)] : []))
  const roots = plan.changes.flatMap((change) =>
    change.kind === 'record' && change.action === 'create' && change.resource === 'Variants' && created.includes(`"${change.root.key}"`)
      ? [values(change.key)]
      : [],
  )
  return [...created, ...cannot, ...roots].filter((text) => text !== '')
}

function values(key: Readonly<Record<string, string>>): string {
  const value = key['variant_code'] ?? key['code'] ?? key['label'] ?? ''
  return value === '' ? '' : `"${value}"`
}

function wrongRows(end: readonly string[], before: readonly string[], expected: readonly string[]): readonly string[] {
  return dumpDifferences(end, before).filter((text) => !expected.some((part) => text.includes(part)))
}

/** One scenario in three; `PLANOGRAM_FULL=1` undoes all. */
const names = sampled(scenarioNames, 3)

describe.each(names)('undo of scenario %s', (name) => {
  test('restores the store, up to created records, and a second undo is empty', async () => {
    await using world = await startScenario(name)
    const before = await dumpOf(world)
    const plan = await world.plan()
    await world.apply(plan)

    const undo = await world.planUndo(1)
    const run = await world.apply(undo)
    const again = await world.planUndo(1)

    expect(run.failures).toEqual([])
    expect(wrongRows(await dumpOf(world), before, exceptions(plan, undo))).toEqual([])
    expect(again.changes.filter(({ action }) => action !== 'cannot')).toEqual([])
  })

  test('of a part of it restores what that part did', async () => {
    await using world = await startScenario(name)
    const before = await dumpOf(world)
    const plan = await world.plan()
    await world.apply(plan, Math.ceil(plan.steps.length / 2))

    const undo = await world.planUndo(1)
    const run = await world.apply(undo)

    expect(run.failures).toEqual([])
    expect(wrongRows(await dumpOf(world), before, exceptions(plan, undo))).toEqual([])
  })
})
