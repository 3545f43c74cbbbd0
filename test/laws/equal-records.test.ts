import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Desired } from '../../src/records/desired.ts'
import { openEqualRecords } from '../../src/records/equal-records.ts'
import { keyOf } from '../../src/records/named-fields.ts'
import type { KnownRecords, ReadRecord, RecordTree } from '../../src/resources/record-tree.ts'
import { byCode } from '../../src/source/by-code.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { anyCatalogue } from '../support/any-catalogue.ts'
import { knownCapabilities } from '../support/desired-records.ts'
import { modelClient } from '../support/model-client.ts'
import { modelOf } from '../support/law-model.ts'
import { planFor } from '../support/plan-model.ts'
import { anyStoreEdit, editStore } from '../support/store-edits.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 2_000 } : { numRuns: 80, seed: 4_711 }

interface Counts {
  known: number
  read: number
}

/** A client whose records have digests, as those of a real one; rows and fields come in any order, so that the digest is of sorted text. */
function withDigests(store: StoreClient, counts: Counts): StoreClient {
  return {
    ...store,
    async *readAll(scope, known) {
      for await (const record of store.readAll(scope)) {
        const read = known ? foundIn(known, record) : record
        counts[read.rows ? 'known' : 'read'] += 1
        yield read
      }
    },
  }
}

function foundIn(known: KnownRecords, record: RecordTree): ReadRecord {
  const digest = hash('sha256', sortedText(record))
  return known.find(record.resource, digest) ?? { ...record, digest }
}

function sortedText({ resource, fields, children }: RecordTree): string {
  const below = Object.entries(children).map(([name, rows]) => [name, ...rows.map(sortedText).toSorted(byCode)].join())
  return JSON.stringify([resource, Object.entries(fields).map(String).toSorted(byCode), below.toSorted(byCode)])
}

/** The second catalogue, with some products as the first has them. */
function withSome(before: Desired, other: Desired): Desired {
  const kept = before.roots.Product ?? []
  const skus = new Set(kept.map(keyOf))
  const products = [...kept, ...(other.roots.Product ?? []).filter((record) => !skus.has(keyOf(record))).slice(0, 1)]
  return { ...before, roots: { ...before.roots, Product: products } }
}

test(
  'a plan that knows equal records has the changes and the certificate of one that compares everything',
  { timeout: 600_000 },
  async () => {
    const seen = { known: 0, read: 0, matching: 0, differing: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyCatalogue,
        anyCatalogue,
        fc.tuple(fc.array(anyStoreEdit, { maxLength: 3 }), fc.array(anyStoreEdit, { maxLength: 2 })),
        fc.boolean(),
        fc.nat(),
        async (before, other, [earlier, later], isApplied, seed) => {
          const after = withSome(before, other)
          const model = modelOf(before, knownCapabilities)
          for (const each of earlier) editStore(each, model)
          const equal = openEqualRecords()
          const store = withDigests(modelClient(model, knownCapabilities, seed), seen)
          const first = await planFor(after, store, { equal })
          if (isApplied) for (const step of first.steps) model.perform(step, first.steps)
          for (const each of later) editStore(each, model)

          const known = await planFor(after, store, { equal })
          const whole = await planFor(after, store)

          expect(known.changes).toEqual(whole.changes)
          expect(known.steps).toEqual(whole.steps)
          expect(known.madeFrom.certificate).toEqual(whole.madeFrom.certificate)
          expect(known.untouched).toEqual(whole.untouched)
          const isMatching = whole.changes.every(({ action }) => action === 'cannot')
          // With nothing to apply, equal records have no notices.
          expect(isMatching || known.notices).toEqual(isMatching || whole.notices)
          seen[isMatching ? 'matching' : 'differing'] += 1
        },
      ),
      runs,
    )
    expect([seen.known > 100, seen.read > 100, seen.matching > 10, seen.differing > 10]).toEqual([true, true, true, true])
  },
)
