import type { DatabaseSync } from 'node:sqlite'
import { integerAt, textAt } from './row.ts'
import type { RememberedFile, State } from './state.ts'
import type { Row } from './row.ts'

/** What is known of the files in each store, so that a picture of the same size need not be downloaded to be compared. */
export type FileMemory = Pick<State, 'rememberFile' | 'rememberedFiles' | 'forgetFile'>

/** The memory of files on an open database. */
export function openFileMemory(database: DatabaseSync): FileMemory {
  const remember = database.prepare('INSERT OR REPLACE INTO remembered_file (store, path, sha256, size, modified) VALUES (?, ?, ?, ?, ?)')
  const remembered = database.prepare('SELECT * FROM remembered_file WHERE store = ? ORDER BY path')
  const forget = database.prepare('DELETE FROM remembered_file WHERE store = ? AND path = ?')
  return {
    rememberFile(store, { path, sha256, size, modified }) {
      remember.run(store, path, sha256, size, modified)
    },
    rememberedFiles: (store) => new Map(remembered.all(store).map((row) => [textAt(row, 'path'), rememberedOf(row)])),
    forgetFile(store, path) {
      forget.run(store, path)
    },
  }
}

function rememberedOf(row: Row): RememberedFile {
  return { path: textAt(row, 'path'), sha256: textAt(row, 'sha256'), size: integerAt(row, 'size'), modified: textAt(row, 'modified') }
}
