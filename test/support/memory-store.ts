import { childNames } from '../../src/records/child-names.ts'
import type { Scope } from '../../src/records/scope.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../../src/resources/registry.ts'
import { relationOf } from '../../src/resources/relations.ts'
import type { PresentFile, StoreClient } from '../../src/store/store-client.ts'
import { freePace } from './free-pace.ts'

const unused = (): never => {
  throw new Error('a store in memory cannot do this')
}

/**
 * A store in memory behind the client's interface, without a network and without a table scan, so that what an apply costs is
 * the engine's alone. What is seeded or posted is read back; rows are found by the first of their natural fields.
 */
export function memoryStore(seed: readonly RecordTree[] = []): StoreClient {
  const tables = new Map<ResourceName, Map<string, RecordTree[]>>()
  const folders = new Map<string, PresentFile[]>()
  const counts = { reads: 0, writes: 0, uploads: 0 }

  function bucket(resource: ResourceName, value: string): RecordTree[] {
    const table = tables.get(resource) ?? new Map<string, RecordTree[]>()
    tables.set(resource, table)
    const rows = table.get(value) ?? []
    table.set(value, rows)
    return rows
  }

  function write({ resource, fields, children }: RecordTree): void {
    const { natural } = resourceOf(resource)
    const rows = bucket(resource, fields[natural[0] ?? ''] ?? '')
    const at = rows.findIndex((row) => natural.every((name) => (row.fields[name] ?? '') === (fields[name] ?? '')))
    const merged = { resource, fields: { ...rows[at]?.fields, ...fields }, children: {} }
    if (at === -1) rows.push(merged)
    else rows[at] = merged
    for (const name of childNames(children)) {
      const relation = relationOf(resource, name)
      for (const child of children[name] ?? [])
        write(relation ? { ...child, fields: { ...child.fields, [relation.childField]: fields[relation.parentField] ?? '' } } : child)
    }
  }

  function withChildren(row: RecordTree, scope: Scope): RecordTree {
    const children = scope.children.map((child) => {
      const key = row.fields[relationOf(scope.resource, child.resource)?.parentField ?? ''] ?? ''
      return [child.resource, bucket(child.resource, key).map((one) => withChildren(one, child))]
    })
    return { ...row, children: Object.fromEntries(children) }
  }

  for (const record of seed) write(record)
  return {
    name: 'memory',
    baseUrl: 'https://memory.example',
    filesUrl: null,
    capabilities: { ...documentedCapabilities, files: true },
    fieldNames: {},
    files: {
      list: (folder) => Promise.resolve(folders.get(folder) ?? []),
      write: async (path, { length }) => {
        counts.uploads += 1
        const folder = path.slice(0, path.lastIndexOf('/'))
        const files = folders.get(folder) ?? []
        files.push({ path, size: length, modified: 'now' })
        folders.set(folder, files)
      },
      read: unused,
      hash: unused,
      remove: unused,
      isSent: () => true,
    },
    async *readWhere(scope, field, values) {
      if (field !== resourceOf(scope.resource).natural[0]) unused()
      counts.reads += 1
      for (const value of values) yield* bucket(scope.resource, value).map((row) => withChildren(row, scope))
    },
    post: async (_, records) => {
      counts.writes += 1
      for (const record of records) write(record)
    },
    deletePrices: async (skus) => {
      counts.writes += 1
      for (const sku of skus) tables.get('PricingAdvanced')?.delete(sku)
    },
    readAll: unused,
    count: unused,
    deleteRow: unused,
    readMatching: unused,
    sendRaw: unused,
    schemaFields: unused,
    pace: freePace(),
    requests: () => counts,
    close: () => Promise.resolve(),
  }
}
