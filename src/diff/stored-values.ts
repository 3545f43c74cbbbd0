import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { identifyingFields, linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { storedValue } from '../resources/scalar.ts'

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

/** Of a root record as last applied, the values that the store changed, with what identifies their rows; `null` where there are none. */
export function rewrittenPart(row: BaseRow, capabilities: Capabilities): BaseRow | null {
  const { resource, fields, stored = {} } = row
  const children = childNames(row.children).flatMap((name) => {
    const parts = (row.children[name] ?? []).map((each) => rewrittenPart(each, capabilities)).filter((each) => each !== null)
    return parts.length === 0 ? [] : [[name, parts] as const]
  })
  if (Object.keys(stored).length + children.length === 0) return null
  const kept = new Set([...Object.keys(identifyingFields(resource, fields, capabilities)), ...Object.keys(stored)])
  const own = Object.entries(fields).filter(([name]) => kept.has(name))
  return { resource, fields: Object.fromEntries(own), children: Object.fromEntries(children), stored }
}

/**
 * A record of the store as it was sent: values that the store changed when they were written, and that nobody has changed since, are those
 * of the catalogue. The reverse of `withStored`.
 */
export function asSent(live: RecordTree, applied: BaseRow, capabilities: Capabilities): RecordTree {
  return sent({ live, applied, parents: null }, capabilities)
}

interface SentNode {
  readonly live: RecordTree
  readonly applied: BaseRow
  /** The records that both are below. */
  readonly parents: { readonly live: RecordTree; readonly applied: RecordTree } | null
}

function sent({ live, applied, parents }: SentNode, capabilities: Capabilities): RecordTree {
  const there = parents ? linked(live, parents.live) : live
  const known = parents ? linked(applied, parents.applied) : applied
  const unchanged = Object.entries(applied.stored ?? {}).filter(([name, value]) => {
    const field = fieldOf(live.resource, name)
    return applied.fields[name] !== undefined && storedValue(field, live.fields[name]) === storedValue(field, value)
  })
  const children = childNames(live.children).map((name) => {
    const old = new Map((applied.children[name] ?? []).map((row) => [idOf(linked(row, known), capabilities), row]))
    const rows = (live.children[name] ?? []).map((row) => {
      const own = old.get(idOf(linked(row, there), capabilities))
      return own ? sent({ live: row, applied: own, parents: { live: there, applied: known } }, capabilities) : row
    })
    return [name, rows] as const
  })
  const fields = { ...live.fields, ...Object.fromEntries(unchanged.map(([name]) => [name, applied.fields[name] ?? ''])) }
  return { ...live, fields, children: Object.fromEntries(children) }
}
