import type { DesiredRecord } from '../../records/desired.ts'
import { childResources, findResource, type ResourceName, resources } from '../../resources/registry.ts'
import type { Children } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import { finish } from './draft.ts'

/** What only the store changes once a record exists, without the fields that identify records. */
export interface LiveOwned {
  /** The live-owned fields of each resource that has any. */
  readonly fields: ReadonlyMap<ResourceName, ReadonlySet<string>>
  /** These resources, and those that can contain rows of them. */
  readonly affected: ReadonlySet<ResourceName>
}

/** Live-owned fields by resource, from `Resource.field`. */
export function liveOwnedFields(names: readonly string[]): LiveOwned {
  const fields = new Map<ResourceName, Set<string>>()
  for (const each of names) {
    const [name = '', field = ''] = each.split('.')
    const resource = findResource(name)
    if (!resource || field === resource.key || resource.natural.includes(field)) continue
    fields.set(resource.name, (fields.get(resource.name) ?? new Set()).add(field))
  }
  const isAffected = (name: ResourceName): boolean => fields.has(name) || childResources(name).some(isAffected)
  return { fields, affected: new Set(resources.map(({ name }) => name).filter(isAffected)) }
}

/** Moves the live-owned fields of a record and its children to `onCreate` (semantics.md 15). */
export function setLiveOwned(record: DesiredRecord, liveOwned: LiveOwned): DesiredRecord {
  if (!liveOwned.affected.has(record.resource)) return record
  const owned = liveOwned.fields.get(record.resource)
  const children = mapChildren(record.children, liveOwned)
  const { fields, moved } = owned ? splitFields(record.fields, owned) : { fields: record.fields, moved: null }
  const onCreate = onCreateWith(moved, record, liveOwned)
  if (children === record.children && onCreate === record.onCreate) return record
  const { resource, source, spans } = record
  return finish({ resource, fields, children, source, spans, onCreate })
}

/** What is written on create, with the fields that move there; the same object where nothing moves. */
function onCreateWith(moved: Fields | null, { onCreate }: DesiredRecord, liveOwned: LiveOwned): DesiredRecord['onCreate'] {
  const children = onCreate && mapChildren(onCreate.children, liveOwned)
  return moved === null && children === onCreate?.children
    ? onCreate
    : { fields: { ...onCreate?.fields, ...moved }, children: children ?? {} }
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

/** The same object where nothing moves. Rows of other resources are not visited: a product can have hundreds of price entries. */
function mapChildren(children: Children<DesiredRecord>, liveOwned: LiveOwned): Children<DesiredRecord> {
  let mapped: Partial<Record<ResourceName, readonly DesiredRecord[]>> | undefined
  for (const name of liveOwned.affected) {
    const rows = children[name]
    const set = rows && mapRows(rows, liveOwned)
    if (set && set !== rows) (mapped ??= { ...children })[name] = set
  }
  return mapped ?? children
}

/** The same list where nothing moves. */
function mapRows(rows: readonly DesiredRecord[], liveOwned: LiveOwned): readonly DesiredRecord[] {
  let mapped: DesiredRecord[] | undefined
  // An iteration of entries makes a list for each row.
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    const set = row && setLiveOwned(row, liveOwned)
    if (set && set !== row) (mapped ??= [...rows])[index] = set
  }
  return mapped ?? rows
}
