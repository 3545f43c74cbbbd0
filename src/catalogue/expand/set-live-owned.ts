import type { DesiredRecord } from '../../records/desired.ts'
import { findResource, type ResourceName } from '../../resources/registry.ts'
import type { Children } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'

/** The fields of each resource that only the store changes once a record exists, without those that identify records. */
export type LiveOwned = ReadonlyMap<ResourceName, ReadonlySet<string>>

/** Live-owned fields by resource, from `Resource.field`. */
export function liveOwnedFields(names: readonly string[]): LiveOwned {
  const byResource = new Map<ResourceName, Set<string>>()
  for (const each of names) {
    const [name = '', field = ''] = each.split('.')
    const resource = findResource(name)
    if (!resource || field === resource.key || resource.natural.includes(field)) continue
    byResource.set(resource.name, (byResource.get(resource.name) ?? new Set()).add(field))
  }
  return byResource
}

/** Moves the live-owned fields of a record and its children to `onCreate` (semantics.md 15). */
export function setLiveOwned(record: DesiredRecord, liveOwned: LiveOwned): DesiredRecord {
  if (liveOwned.size === 0) return record
  const owned = liveOwned.get(record.resource)
  const children = mapChildren(record.children, liveOwned)
  const created = record.onCreate && mapChildren(record.onCreate.children, liveOwned)
  const { fields, moved } = owned ? splitFields(record.fields, owned) : { fields: record.fields, moved: null }
  if (moved === null && created === record.onCreate?.children) return children === record.children ? record : { ...record, children }
  const onCreate = { fields: { ...record.onCreate?.fields, ...moved }, children: created ?? {} }
  return { ...record, fields, children, onCreate }
}

/** The fields that stay, and those that move; `null` where none does. */
function splitFields(all: Fields, owned: ReadonlySet<string>): { readonly fields: Fields; readonly moved: Fields | null } {
  const fields: Record<string, string> = {}
  let moved: Record<string, string> | null = null
  for (const name in all) {
    const value = all[name] ?? ''
    if (owned.has(name)) (moved ??= {})[name] = value
    else fields[name] = value
  }
  return { fields, moved }
}

/** The same object where nothing moves. */
function mapChildren(children: Children<DesiredRecord>, liveOwned: LiveOwned): Children<DesiredRecord> {
  let mapped: Partial<Record<ResourceName, readonly DesiredRecord[]>> | undefined
  for (const rows of Object.values(children)) {
    const [first] = rows
    if (!first) continue
    const set = mapRows(rows, liveOwned)
    if (set !== rows) (mapped ??= { ...children })[first.resource] = set
  }
  return mapped ?? children
}

/** The same list where nothing moves. */
function mapRows(rows: readonly DesiredRecord[], liveOwned: LiveOwned): readonly DesiredRecord[] {
  let mapped: DesiredRecord[] | undefined
  // An iteration of entries makes a list for each row.
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    if (!row || isPlain(row, liveOwned)) continue
    const set = setLiveOwned(row, liveOwned)
    if (set !== row) (mapped ??= [...rows])[index] = set
  }
  return mapped ?? rows
}

/** True for most rows: nothing in them can move. */
function isPlain({ resource, children, onCreate }: DesiredRecord, liveOwned: LiveOwned): boolean {
  if (onCreate || liveOwned.has(resource)) return false
  for (const name in children) if (Object.hasOwn(children, name)) return false
  return true
}
