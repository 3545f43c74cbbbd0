import type { DatabaseSync } from 'node:sqlite'
import { findResource, type ResourceName } from '../resources/registry.ts'
import { DamagedRow, integerAt, jsonAt, type Row, textAt, textOrNullAt, textsAt } from './row.ts'
import type { State } from './state.ts'

/** By resource and key; see `baseContents` of the state. */
type Contents = Awaited<ReturnType<State['baseContents']>>

/** A root record whose base was written. */
interface Written {
  readonly resource: ResourceName
  readonly key: string
}

/** The keys and contents of the base of each store, as they are in the database now. */
export interface BaseContents {
  of(store: number): Contents
  /** Called for each write to the base of a store, also for one that is undone afterwards. */
  written(store: number, roots: readonly Written[]): void
}

/** More writes are not looked up one by one. */
const mostLookedUp = 10_000

/** What was read last. */
interface Remembered {
  readonly store: number
  readonly contents: ReadonlyMap<ResourceName, Map<string, string | null>>
  /** `data_version`: it changes with each commit of another connection. */
  readonly version: number
  readonly written: Written[]
}

/**
 * Those of an open database. An apply asks for them three times: what was read last is kept, and of what this connection wrote since then only those
 * records are read again. What others wrote, and a record that was added or removed, reads all of them.
 */
export function openBaseContents(database: DatabaseSync): BaseContents {
  // A row of the result for each record takes five times as long.
  const all = database.prepare(
    'SELECT resource, json_group_array(key) AS keys, json_group_array(content) AS contents ' +
      'FROM (SELECT resource, key, content FROM base WHERE store = ? ORDER BY resource, key) GROUP BY resource ORDER BY resource',
  )
  const one = database.prepare('SELECT content FROM base WHERE store = ? AND resource = ? AND key = ?')
  const dataVersion = database.prepare('PRAGMA data_version')
  let last: Remembered | null = null

  function readAll(store: number, version: number): Remembered {
    return { store, contents: new Map(all.all(store).map(contentsOf)), version, written: [] }
  }

  /** False where a record that was written is not one of those that were read, or is none any more. */
  function update({ store, contents, written }: Remembered): boolean {
    return written.splice(0).every(({ resource, key }) => {
      const known = contents.get(resource)
      const row = one.get(store, resource, key)
      if (!row || known?.has(key) !== true) return false
      known.set(key, textOrNullAt(row, 'content'))
      return true
    })
  }

  return {
    of: (store) => {
      const row = dataVersion.get()
      const version = row ? integerAt(row, 'data_version') : 0
      if (last?.store !== store || last.version !== version || !update(last)) last = readAll(store, version)
      return last.contents
    },
    written: (store, roots) => {
      if (last?.store !== store) return
      if (last.written.length + roots.length > mostLookedUp) last = null
      else last.written.push(...roots.map(({ resource, key }) => ({ resource, key })))
    },
  }
}

/** The contents of the records of one resource, by key. */
function contentsOf(row: Row): [ResourceName, Map<string, string | null>] {
  const name = textAt(row, 'resource')
  const keys = textsAt(row, 'keys')
  const resource = findResource(name)?.name
  if (resource === undefined) throw new DamagedRow(`last applied ${keys[0] ?? '?'}: ${name} is no resource`)
  const contents = jsonAt(row, 'contents')
  const byKey = new Map<string, string | null>()
  for (const [at, key] of keys.entries()) {
    const content: unknown = Array.isArray(contents) ? contents[at] : null
    byKey.set(key, typeof content === 'string' ? content : null)
  }
  return [resource, byKey]
}
