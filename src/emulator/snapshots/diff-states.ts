import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { findResource, resources } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import { shownValue } from '../rows/read/shown-fields.ts'
import { formatFilePath } from '../files/tree/file-path.ts'

/** One record or file that differs between two states. */
export interface StateDifference {
  /** A resource, or `File`. */
  readonly resource: string
  /** The key, or the identifying fields separated by spaces; the path of a file. */
  readonly key: string
  readonly change: 'added' | 'removed' | 'changed'
  /** The fields that differ, before and after; `null` if unset. Empty unless `changed`. */
  readonly fields: Readonly<Record<string, readonly [string | null, string | null]>>
}

type Cells = Readonly<Record<string, string | null>>

function cellsOf(row: Readonly<Record<string, SQLOutputValue>>): Cells {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== '_id')
      .map(([name, value]) => [name, typeof value === 'string' ? value : value === null ? null : JSON.stringify(value)]),
  )
}

function identified(rows: readonly (readonly [string, Cells])[]): Map<string, Cells> {
  const found = new Map<string, Cells>()
  for (const [key, cells] of rows) {
    let name = key
    for (let number = 2; found.has(name); number += 1) name = `${key} #${number}`
    found.set(name, cells)
  }
  return found
}

function recordsIn(database: DatabaseSync, { name, key, natural }: Resource): Map<string, Cells> {
  const fields = key === null ? natural : [key]
  const rows = database.prepare(`SELECT * FROM "${name}" ORDER BY _id`).all().map(cellsOf)
  return identified(rows.map((cells) => [fields.map((field) => cells[field] ?? '').join(' '), cells]))
}

function filesIn(database: DatabaseSync): Map<string, Cells> {
  const rows = database.prepare('SELECT id, parent, name, sha256, size FROM file_node').all()
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const pathOf = (row: (typeof rows)[number] | undefined): string[] => {
    return row && row['parent'] !== 0 ? [...pathOf(byId.get(row['parent'] ?? null)), String(row['name'])] : []
  }
  const files = rows.filter((row) => row['sha256'] !== null)
  return identified(
    files.map((row) => [formatFilePath(pathOf(row), false).slice(1), { sha256: String(row['sha256']), size: String(row['size']) }]),
  )
}

function differingFields(before: Cells, after: Cells): StateDifference['fields'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const pairs = [...names].map((name) => [name, [before[name] ?? null, after[name] ?? null]] as const)
  return Object.fromEntries(pairs.filter(([, [one, two]]) => one !== two))
}

function differences(resource: string, before: ReadonlyMap<string, Cells>, after: ReadonlyMap<string, Cells>): StateDifference[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key): StateDifference[] => {
    const [one, two] = [before.get(key), after.get(key)]
    if (!one) return [{ resource, key, change: 'added', fields: {} }]
    if (!two) return [{ resource, key, change: 'removed', fields: {} }]
    const fields = differingFields(one, two)
    return Object.keys(fields).length === 0 ? [] : [{ resource, key, change: 'changed', fields }]
  })
}

/** The differences between two states: resource by resource, then files; application keys are left out. */
export function diffStates(before: DatabaseSync, after: DatabaseSync): readonly StateDifference[] {
  const ofState = resources.filter(({ name }) => name !== 'ApiAccess')
  return [
    ...ofState.flatMap((resource) => differences(resource.name, recordsIn(before, resource), recordsIn(after, resource))),
    ...differences('File', filesIn(before), filesIn(after)),
  ]
}

/** The difference as it is shown without a key or a login: secrets are `***`. */
export function shownDifference(difference: StateDifference): StateDifference {
  const resource = findResource(difference.resource)
  if (resource === undefined) return difference
  const shown = (name: string, value: string | null): string | null => value && shownValue(resource, name, value)
  const pairs = Object.entries(difference.fields).map(([name, [one, two]]) => [name, [shown(name, one), shown(name, two)]] as const)
  return { ...difference, fields: Object.fromEntries(pairs) }
}
