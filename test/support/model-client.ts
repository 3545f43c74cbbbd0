import type { Capabilities } from '../../src/resources/capabilities.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import type { ModelStore } from './model-store.ts'
import { freePace } from './free-pace.ts'

const unused = (): never => {
  throw new Error('a plan only reads')
}

/** Numbers below 1 that are the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The reads of a model store, behind the interface of a client. Every list of rows and of fields is in an order of its own for each seed. */
export function modelClient(model: ModelStore, capabilities: Capabilities, seed: number): StoreClient {
  const roll = dice(seed)
  const shuffled = <T>(values: readonly T[]): T[] =>
    values
      .map((value) => ({ value, rank: roll() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ value }) => value)
  const inAnyOrder = (record: RecordTree): RecordTree => ({
    resource: record.resource,
    fields: Object.fromEntries(shuffled(Object.entries(record.fields))),
    children: Object.fromEntries(shuffled(Object.entries(record.children)).map(([name, rows]) => [name, shuffled(rows).map(inAnyOrder)])),
  })
  return {
    name: 'model',
    baseUrl: 'https://model.example',
    filesUrl: null,
    capabilities,
    fieldNames: {},
    files: null,
    async *readAll(scope) {
      yield* shuffled(model.read(scope)).map(inAnyOrder)
    },
    async *readWhere(scope, field, values) {
      const wanted = new Set(values)
      const rows = model.read({ ...scope, fields: [...new Set([...scope.fields, field])] })
      yield* shuffled(rows.filter(({ fields }) => wanted.has(fields[field] ?? ''))).map(inAnyOrder)
    },
    count: (resource) => Promise.resolve(model.rows(resource).length),
    schemaFields: () => Promise.resolve(['code', 'sku', 'variant_code', 'o_group', 'o_value']),
    post: unused,
    deletePrices: unused,
    deleteRow: unused,
    readMatching: unused,
    sendRaw: unused,
    pace: freePace(),
    requests: () => ({ reads: 0, writes: 0, uploads: 0 }),
    close: () => Promise.resolve(),
  }
}
