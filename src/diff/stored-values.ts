import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'

/** What is known of the values that a store changed when they were written. */
export interface StoredValues {
  /** As last applied before. */
  readonly before: BaseRow | undefined
  /** What the store changed in this apply. */
  readonly rewritten: readonly Rewrite[]
  readonly capabilities: Capabilities
}

/** A root record as applied, with what the store made of its values: in this apply, or before where the same value was sent. */
export function withStored(record: BaseRow, { before, rewritten, capabilities }: StoredValues): BaseRow {
  if (before === undefined && rewritten.length === 0) return record
  const byRow = new Map<string, Fields>()
  for (const { resource, key, field, stored } of rewritten) {
    const id = idOf({ resource, fields: key }, capabilities)
    byRow.set(id, { ...byRow.get(id), [field]: stored })
  }
  return place({ row: record, before, parent: null }, byRow, capabilities)
}

interface Node {
  readonly row: BaseRow
  readonly before: BaseRow | undefined
  readonly parent: BaseRow | null
}

function place({ row, before, parent }: Node, byRow: ReadonlyMap<string, Fields>, capabilities: Capabilities): BaseRow {
  const whole = parent ? linked(row, parent) : row
  const earlier = Object.entries(before?.stored ?? {}).filter(([field]) => before?.fields[field] === row.fields[field])
  const now = Object.entries(byRow.get(idOf(whole, capabilities)) ?? {}).filter(([field]) => row.fields[field] !== undefined)
  const stored = Object.fromEntries([...earlier, ...now])
  const children = childNames(row.children).map((name) => {
    const old = new Map((before?.children[name] ?? []).map((each) => [idOf(linked(each, whole), capabilities), each]))
    const rows = row.children[name] ?? []
    return [
      name,
      rows.map((each) =>
        place({ row: each, before: old.get(idOf(linked(each, whole), capabilities)), parent: whole }, byRow, capabilities),
      ),
    ]
  })
  return { ...row, children: Object.fromEntries(children), ...(Object.keys(stored).length > 0 && { stored }) }
}

function idOf(row: Pick<RecordTree, 'resource' | 'fields'>, capabilities: Capabilities): string {
  return `${row.resource} ${rowIdentity(row, capabilities)}`
}
