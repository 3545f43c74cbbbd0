import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import type { Desired } from '../../../src/records/desired.ts'
import { documentedCapabilities, type Capabilities } from '../../../src/resources/capabilities.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import { anyCatalogueWithSlugs } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import type { ModelStore } from '../../support/model-store.ts'
import { modelOf } from '../../support/law-model.ts'
import { deleteAlone, planFor } from '../../support/plan-model.ts'
import { isWhole } from '../../support/whole.ts'

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

interface PickedRow {
  readonly name: ResourceName
  readonly row: Readonly<Record<string, string>>
}

function pick(model: ModelStore, names: readonly ResourceName[], index: number): PickedRow | undefined {
  const rows = names.flatMap((name) => model.rows(name).map((row) => ({ name, row })))
  return rows[index % Math.max(1, rows.length)]
}

function double(model: ModelStore, { name, row }: PickedRow): void {
  const id = name === 'PricingAdvanced' ? 'uid' : 'code'
  model.insert(name, row[id] === undefined ? row : { ...row, [id]: `copy-${row[id]}` })
}

function damagedModel(catalogue: Desired, capabilities: Capabilities, { doubled, gone }: Damage): ModelStore {
  const model = modelOf(catalogue, capabilities)
  for (const index of doubled) {
    const picked = pick(model, doubling, index)
    if (picked) double(model, picked)
  }
  for (const index of gone) {
    const { name = 'Product', row = {} } = pick(model, leaving, index) ?? {}
    const key = name === 'Product' ? 'sku' : 'code'
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

test('the order in which the store returns rows, records and fields changes nothing of a plan', { timeout: 300_000 }, async () => {
  const numRuns = isWhole ? 400 : 55
  const seen = { plans: 0, changes: 0, orphans: 0, doubled: 0 }
  const damage = fc.record({ doubled: fc.array(fc.nat(99), { maxLength: 4 }), gone: fc.array(fc.nat(99), { maxLength: 2 }) })
  await fc.assert(
    fc.asyncProperty(
      anyCatalogueWithSlugs,
      anyCatalogueWithSlugs,
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
    { numRuns, seed: 7 },
  )
  expect(Object.values(seen).every((count) => count > numRuns / 15)).toBe(true)
})
