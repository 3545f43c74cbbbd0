import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import { textAt } from './row.ts'
import type { State } from './state.ts'

/** The stores that a state knows. */
export type StoreNames = Pick<State, 'stores' | 'renameStore'>

/** The tables that name a store. */
const tables = ['run', 'remembered_file', 'lease', 'base_store'] as const

/** There can be many files: from one name to the next in the index, in place of reading all of them. */
const namesOfFiles = `SELECT store FROM (
  WITH RECURSIVE name (store) AS (
    SELECT min(store) FROM remembered_file
    UNION ALL SELECT (SELECT min(store) FROM remembered_file WHERE store > name.store) FROM name WHERE name.store IS NOT NULL
  ) SELECT store FROM name WHERE store IS NOT NULL
)`

/** The names of the stores in an open database. */
export function openStoreNames(database: DatabaseSync, { write, read }: GroupCommit): StoreNames {
  const namesIn = tables.map((table) => (table === 'remembered_file' ? namesOfFiles : `SELECT store FROM ${table}`))
  const all = database.prepare(`${namesIn.join(' UNION ')} ORDER BY store`)
  const updates = tables.map((table) => database.prepare(`UPDATE ${table} SET store = ? WHERE store = ?`))
  return {
    stores: () => read(() => all.all().map((row) => textAt(row, 'store'))),
    renameStore: (from, to) =>
      write(() => {
        for (const update of updates) update.run(to, from)
      }),
  }
}
