import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import { textAt } from './row.ts'
import type { State } from './state.ts'

/** The stores that a state knows. */
export type StoreNames = Pick<State, 'stores' | 'renameStore'>

/** The tables that name a store. */
const tables = ['run', 'remembered_file', 'lease', 'base_store'] as const

/** The names of the stores in an open database. */
export function openStoreNames(database: DatabaseSync, { write, read }: GroupCommit): StoreNames {
  const all = database.prepare(`${tables.map((table) => `SELECT store FROM ${table}`).join(' UNION ')} ORDER BY store`)
  const updates = tables.map((table) => database.prepare(`UPDATE ${table} SET store = ? WHERE store = ?`))
  return {
    stores: () => read(() => all.all().map((row) => textAt(row, 'store'))),
    renameStore: (from, to) =>
      write(() => {
        for (const update of updates) update.run(to, from)
      }),
  }
}
