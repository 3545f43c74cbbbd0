import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import type { Desired } from '../../../src/records/desired.ts'
import { documentedCapabilities, type Capabilities } from '../../../src/resources/capabilities.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import type { ModelStore } from '../../support/model-store.ts'
import { deleteAlone, modelOf, planFor } from '../../support/plan-model.ts'

/** Rows that the store has once more, and records that are gone while what belonged to them is still there. */
interface Damage {
  readonly doubled: readonly number[]
  readonly gone: readonly number[]
}

const doubling: readonly ResourceName[] = [
  'PricingAdvanced',
  'ProdCat',
  'ProdAccessGroup',
  'ProductAttributes',
  'CatParent',
  'VariantOptions',
]
const leaving: readonly ResourceName[] = ['Product', 'Variants', 'Cat']

function damagedModel(catalogue: Desired, capabilities: Capabilities, { doubled, gone }: Damage): ModelStore {
  const model = modelOf(catalogue, capabilities)
  const rowsOf = (names: readonly ResourceName[]) => names.flatMap((name) => model.rows(name).map((row) => ({ name, row })))
  for (const index of doubled) {
    const rows = rowsOf(doubling)
    const { name, row } = rows[index % Math.max(1, rows.length)] ?? {}
    if (!name || !row) continue
    const id = name === 'PricingAdvanced' ? 'uid' : 'code'
    model.insert(name, row[id] === undefined ? row : { ...row, [id]: `copy-${row[id]}` })
  }
  for (const index of gone) {
    const rows = rowsOf(leaving)
    const { name, row } = rows[index % Math.max(1, rows.length)] ?? {}
    const key = name === 'Product' ? 'sku' : 'code'
    if (!name || !row) continue
    deleteAlone(model, name, { [key]: row[key] ?? '' })
  }
  return model
}

async function planText(
  catalogue: Desired,
  model: ModelStore,
  { capabilities, seed }: { capabilities: Capabilities; seed: number },
): Promise<string> {
  return [...formatPlanFile(await planFor(catalogue, modelClient(model, capabilities, seed)))].join('')
}

test('the order in which the store returns rows, records and fields changes nothing of a plan', async () => {
  const seen = { plans: 0, changes: 0, orphans: 0, doubled: 0 }
  const damage = fc.record({ doubled: fc.array(fc.nat(99), { maxLength: 4 }), gone: fc.array(fc.nat(99), { maxLength: 2 }) })
  await fc.assert(
    fc.asyncProperty(
      anyCatalogue,
      anyCatalogue,
      fc.constantFrom(knownCapabilities, documentedCapabilities),
      damage,
      async (before, after, capabilities, what) => {
        const model = damagedModel(before, capabilities, what)

        const [first = '', ...others] = await Promise.all([1, 2, 3].map((seed) => planText(after, model, { capabilities, seed })))

        expect(others).toEqual(others.map(() => first))
        seen.plans += 1
        if (first.includes('"address"')) seen.changes += 1
        if (first.includes('parent record')) seen.orphans += 1
        if (first.includes('"again"')) seen.doubled += 1
      },
    ),
    { numRuns: 300 },
  )
  expect(Object.values(seen).every((count) => count > 20)).toBe(true)
})
