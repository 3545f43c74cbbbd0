import { isSame } from '../diff/same-record.ts'
import type { RootRef } from '../plan/operation.ts'
import { childNames } from '../records/child-names.ts'
import { linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type Branch, branchAt, newBranch, scopeOfBranch } from './scope-branch.ts'

/** A root of which the run has written its new record, and nothing else. */
export interface CreatedRoot {
  readonly root: RootRef
  /** Derives the record, each time the same: it is not in memory while a request is under way. */
  readonly record: () => RecordTree
}

/**
 * Reads created roots and all that was written with them, one request for each resource of roots (more where their keys are too long for one).
 * Resolves to the rows of those that the store does not have exactly as they were written, by address; none where it has no such root.
 */
export async function readCreated(
  all: readonly CreatedRoot[],
  store: StoreClient,
  capabilities: Capabilities,
): Promise<ReadonlyMap<string, readonly RecordTree[]>> {
  const found = new Map<string, FoundRows>(all.map(({ root }) => [root.address, { isOne: false, others: [] }]))
  const reads = [...Map.groupBy(all, ({ root }) => root.resource)].map(async ([resource, group]) => {
    if (resource === null) return
    const top = newBranch()
    for (const { record } of group) addNames(record(), top)
    const [by = ''] = resourceOf(resource).natural
    // Webhooks of one event have the same key.
    const byKey = Map.groupBy(group, ({ root }) => root.key)
    for await (const row of store.readWhere(scopeOfBranch(resource, top), by, [...byKey.keys()])) {
      for (const { root, record } of byKey.get(row.fields[by] ?? '') ?? []) {
        found.set(root.address, withRow(row, { before: found.get(root.address), record, capabilities }))
      }
    }
  })
  await Promise.all(reads)
  return new Map([...found].flatMap(([address, { isOne, others }]) => (isOne ? [] : [[address, others]])))
}

/** The rows that were read of a root. */
interface FoundRows {
  /** True where there is one row, and it is as it was written. */
  readonly isOne: boolean
  readonly others: readonly RecordTree[]
}

const asWritten: FoundRows = { isOne: true, others: [] }

function withRow(
  row: RecordTree,
  { before, record, capabilities }: { before: FoundRows | undefined; record: () => RecordTree; capabilities: Capabilities },
): FoundRows {
  const { isOne = false, others = [] } = before ?? {}
  // The row before has the values of the record.
  if (isOne) return { isOne: false, others: [record(), row] }
  if (others.length === 0 && isSame(record(), row, capabilities)) return asWritten
  return { isOne: false, others: [...others, row] }
}

function addNames(record: RecordTree, { fields, below }: Branch): void {
  for (const name in record.fields) fields.add(name)
  for (const name of childNames(record.children)) {
    const branch = branchAt({ fields, below }, [name])
    for (const row of record.children[name] ?? []) addNames(linked(row, record), branch)
  }
}
