import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Desired } from '../../src/records/desired.ts'
import { keyOf } from '../../src/records/named-fields.ts'
import { manageDefaults } from '../../src/records/manage-settings.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { resourceOf } from '../../src/resources/registry.ts'
import { OperationalError } from '../../src/errors.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { AlsoSelected } from '../../src/plan/selection.ts'
import type { ModelStore } from '../support/model-store.ts'
import { byCode } from '../../src/source/by-code.ts'
import { changedAddresses } from '../../src/workspace/changed-since.ts'
import { anyCatalogue } from '../support/any-catalogue.ts'
import { appliedBefore } from '../support/applied-before.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'
import { knownCapabilities } from '../support/desired-records.ts'
import { modelClient } from '../support/model-client.ts'
import { modelOf } from '../support/law-model.ts'
import { deleteAlone, planFor } from '../support/plan-model.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 1_000 } : { numRuns: 35, seed: 4_711 }
const manage = { ...manageDefaults, prune: { ...manageDefaults.prune, products: 'delete' as const, categories: 'hide' as const } }

/** Categories are ordered by all that are read. */
function inAnyOrder<T extends { readonly address: string }>(values: readonly T[]): readonly T[] {
  return values.toSorted((a, b) => byCode(a.address, b.address) || byCode(JSON.stringify(a), JSON.stringify(b)))
}

function alsoOf({ selection }: Plan): readonly AlsoSelected[] {
  return selection?.also ?? []
}

/** The second catalogue, with some products as the first has them. */
function withSome(before: Desired, other: Desired): Desired {
  const kept = (before.roots.Product ?? []).filter((_, index) => index % 2 === 0)
  const skus = new Set(kept.map(keyOf))
  const products = [...kept, ...(other.roots.Product ?? []).filter((record) => !skus.has(keyOf(record)))]
  return { ...other, roots: { ...other.roots, Product: products } }
}

interface Removed {
  readonly kind: 'Product' | 'Variants' | 'Cat'
  readonly index: number
}

function remove(model: ModelStore, { kind, index }: Removed): void {
  const name = resourceOf(kind).key ?? ''
  const key = model.rows(kind)[index]?.[name]
  if (key !== undefined) deleteAlone(model, kind, { [name]: key })
}

async function* withoutRows(rows: AsyncIterable<RecordTree>): AsyncGenerator<RecordTree> {
  for await (const found of rows) yield { ...found, children: { ProductAttributes: [] } }
}

const step: fc.Arbitrary<Removed> = fc.record({
  kind: fc.constantFrom('Product' as const, 'Variants' as const, 'Cat' as const),
  index: fc.nat(9),
})

test(
  'a plan of what changed is the plan of the whole catalogue limited to it, whatever is in the store',
  { timeout: 600_000 },
  async () => {
    const seen = { changes: 0, also: 0, unread: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyCatalogue,
        anyCatalogue,
        fc.constantFrom(knownCapabilities, documentedCapabilities),
        fc.array(step, { maxLength: 3 }),
        fc.nat(),
        async (before, other, capabilities, removed, seed) => {
          const after = withSome(before, other)
          const model = modelOf(before, capabilities)
          for (const each of removed) remove(model, each)
          const given = { base: { records: appliedBefore(before), from: 'before' }, manage }
          const addresses = changedAddresses(before, after)
          const limit = { excludes: [], isRepeated: true }
          const store = modelClient(model, capabilities, seed)

          const changed = { ref: 'before', commit: 'a'.repeat(40), addresses }
          const made = await planFor(after, store, { ...given, selection: { ...limit, targets: [], changed } })
          // Nothing is not a target.
          const targets = addresses.length === 0 ? ['product.none'] : addresses
          const whole = await planFor(after, store, { ...given, selection: { ...limit, targets } })

          expect(inAnyOrder(made.changes)).toEqual(inAnyOrder(whole.changes))
          expect(inAnyOrder(made.hazards)).toEqual(inAnyOrder(whole.hazards))
          expect(inAnyOrder(alsoOf(made))).toEqual(inAnyOrder(alsoOf(whole)))
          expect(made.untouched.left).toEqual(whole.untouched.left)
          seen.changes += made.changes.length
          seen.also += alsoOf(made).length
          seen.unread += made.madeFrom.certificate.reduce((sum, { unread = 0 }) => sum + unread, 0)
        },
      ),
      runs,
    )
    expect([seen.changes > 100, seen.also > 0, seen.unread > 10]).toEqual([true, true, true])
  },
)

test('a row that a joined answer omits is found by its parent, and stops the plan', async () => {
  const product = { resource: 'Product' as const, source: { file: 'a.yaml', start: 0, end: 1 }, spans: {} }
  const row = {
    resource: 'ProductAttributes' as const,
    source: product.source,
    spans: {},
    fields: { sku: 'TEE', label: 'Fit', value: 'Loose' },
    children: {},
  }
  const catalogue: Desired = {
    roots: { Product: [{ ...product, fields: { sku: 'TEE', title: 'Tee' }, children: { ProductAttributes: [row] } }] },
    files: [],
  }
  const client = modelClient(modelOf(catalogue, knownCapabilities), knownCapabilities, 1)
  const changed = { ref: 'main', commit: 'a'.repeat(40), addresses: ['product.TEE'] }
  const cut = { ...client, readWhere: (...asked: Parameters<typeof client.readWhere>) => withoutRows(client.readWhere(...asked)) }

  const whole = await planFor(catalogue, client, { selection: { targets: [], excludes: [], changed } })
  const refused = await planFor(catalogue, cut, { selection: { targets: [], excludes: [], changed } }).catch((error: unknown) => error)

  expect(whole.changes).toEqual([])
  expect(refused instanceof OperationalError && [refused.code, refused.context]).toEqual([
    'store-incomplete',
    { resource: 'ProductAttributes', expected: 1, seen: 0 },
  ])
})
