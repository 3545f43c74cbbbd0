import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffStore } from '../../src/diff/diff-store.ts'
import type { LiveRecords } from '../../src/pull/live-records.ts'
import type { MergeResult } from '../../src/pull/merge-store.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { anyStore, anyStoreOf } from '../support/any-store.ts'
import { stream } from '../support/desired-records.ts'
import { lostValues } from '../support/lost-values.ts'
import { documentsOf, pulledInto, seededStore } from '../support/pulled-store.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 1_500 } : { numRuns: 5, seed: 4_711 }
const patience = 600_000

/** What a plan would carry out. */
async function changesOf({ loaded }: MergeResult, live: LiveRecords): Promise<string[]> {
  const context = {
    capabilities: { ...documentedCapabilities, deletes: 'generic', links: 'upsert', attributes: 'label' } as const,
    locate: loaded.sources.locate,
  }
  const roots = { UserGroups: stream(live.groups), Cat: stream(live.categories), Product: stream(live.products) }
  const { changes } = await diffStore(loaded.desired, roots, context)
  return changes.filter(({ action }) => action !== 'cannot').map(({ address, fields }) => `${address} ${JSON.stringify(fields)}`)
}

test('pull then plan is empty, nothing is left out, and the catalogue is valid', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), async (live) => {
      const taken = await pulledInto({}, live)

      expect(taken.loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(taken.leftOut).toEqual([])
      expect(await changesOf(taken, live)).toEqual([])
      expect([...(taken.loaded.desired.roots.Product ?? [])].length).toBe(live.products.length)
    }),
    runs,
  )
})

/** Values that no generated store has, in fields and collections. */
const defaults = `defaults:
  products:
    { brand: Other, weight: 7.7, volume: 8.8, custom_data1: default, attributes: { Law: here } }
  variants: { weight: 6.6, description: default }
  categories: { description: default }
`

test('with defaults that the store does not have, the plan after a pull is empty too', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), async (live) => {
      const taken = await pulledInto({ 'defaults.yaml': defaults }, live)

      expect(taken.leftOut).toEqual([])
      expect(await changesOf(taken, live)).toEqual([])
    }),
    runs,
  )
})

test('grids that break the rules are kept unchanged, and their plan is empty', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('broken'), async (live) => {
      const taken = await pulledInto({}, live)

      expect(taken.leftOut).toEqual([])
      expect(taken.problems).toEqual([])
      expect(await changesOf(taken, live)).toEqual([])
    }),
    runs,
  )
})

test('expand(collapse(x)) = x: every field and row of the store is in the catalogue, and nothing else', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), anyStore('broken'), async (sound, broken) => {
      for (const live of [sound, broken]) {
        const { loaded } = await pulledInto({}, live)

        const { UserGroups = [], Cat = [], Product = [] } = loaded.desired.roots
        const desired = new Map([...UserGroups, ...Cat, ...Product].map((record) => [nameOf(record), record]))
        const records = [...live.groups, ...live.categories, ...live.products]
        expect(records.flatMap((record) => lostValues(record, desired.get(nameOf(record)), nameOf(record)))).toEqual([])
        expect(desired.size).toBe(records.length)
      }
    }),
    runs,
  )
})

function nameOf({ resource, fields }: RecordTree): string {
  return `${resource} ${fields[resource === 'Product' ? 'sku' : 'code'] ?? ''}`
}

test('pull twice is byte-identical, for any order of responses and any layout', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), fc.constantFrom('category', 'product', 'flat'), async (live, layout) => {
      const first = documentsOf(await pulledInto({}, live, { layout }))
      const backwards = documentsOf(await pulledInto({}, reversed(live), { layout }))
      const second = documentsOf(await pulledInto(first, live, { layout }))

      expect(backwards).toEqual(first)
      expect(second).toEqual(first)
    }),
    runs,
  )
})

function reversed({ groups, categories, products, webhooks }: LiveRecords): LiveRecords {
  return { groups: turned(groups), categories: turned(categories), products: turned(products), webhooks }
}

function turned(records: readonly RecordTree[]): RecordTree[] {
  return records.toReversed().map(({ resource, fields, children }) => ({
    resource,
    fields,
    children: Object.fromEntries(Object.entries(children).map(([name, rows]) => [name, turned(rows)])),
  }))
}

test('the store has changed since: managed values are edited in place, and the plan after it is empty', { timeout: patience }, async () => {
  const keys = { groups: ['dealer', 'vip'], categories: ['a', 'b', 'c'], skus: ['P1', '007'] }
  const stores = fc.tuple(anyStoreOf(keys, 'sound'), anyStoreOf(keys, 'sound'), fc.constantFrom('category', 'flat'))

  await fc.assert(
    fc.asyncProperty(stores, async ([before, after, layout]) => {
      const first = documentsOf(await pulledInto({}, before, { layout }))
      const taken = await pulledInto(first, after, { layout })
      const second = documentsOf(taken)
      const third = documentsOf(await pulledInto(second, after, { layout }))

      expect(taken.problems).toEqual([])
      expect(taken.leftOut).toEqual([])
      expect(await changesOf(taken, after)).toEqual([])
      expect(third).toEqual(second)
    }),
    runs,
  )
})

test('through a real store: seed, pull; then the plan is empty and a second pull changes no file', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(anyStore('sound'), async (live) => {
      await using store = await seededStore(live)

      const pulled = await store.run('pull')
      const planned = await store.run('plan', '--detailed-exitcode')
      const first = store.files()
      const again = await store.run('pull')

      expect([pulled.exitCode, pulled.stdout.includes('Left to the store'), planned.exitCode, again.exitCode]).toEqual([0, false, 0, 0])
      expect(store.files()).toEqual(first)
    }),
    { numRuns: isWhole ? 100 : 3, seed: 4_711 },
  )
})
