import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import { integerAt, textAt } from './row.ts'
import type { RememberedFile } from './kept-file.ts'
import type { State } from './state.ts'
import type { Row } from './row.ts'

/** What is known of the files in each store, so that a picture of the same size need not be downloaded to be compared. */
export type FileMemory = Pick<State, 'rememberFiles' | 'forgetFile' | 'rememberedFiles'>

/** The memory of files in an open database. */
export function openFileMemory(database: DatabaseSync, commits: GroupCommit): FileMemory {
  const remember = database.prepare('INSERT OR REPLACE INTO remembered_file (store, path, sha256, size, modified) VALUES (?, ?, ?, ?, ?)')
  const forget = database.prepare('DELETE FROM remembered_file WHERE store = ? AND path = ?')
  const remembered = database.prepare('SELECT * FROM remembered_file WHERE store = ? ORDER BY path')
  return {
    rememberFiles: (store, files) =>
      commits.write(() => {
        for (const { path, sha256, size, modified } of files) remember.run(store, path, sha256, size, modified)
      }),
    forgetFile: (store, path) => commits.write(() => void forget.run(store, path)),
    rememberedFiles: (store) => commits.read(() => new Map(remembered.all(store).map((row) => [textAt(row, 'path'), readRemembered(row)]))),
  }
}

/** The file in a row of `remembered_file`. Throws `DamagedRow`. */
export function readRemembered(row: Row): RememberedFile {
  return { path: textAt(row, 'path'), sha256: textAt(row, 'sha256'), size: integerAt(row, 'size'), modified: textAt(row, 'modified') }
}
