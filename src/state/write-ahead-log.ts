import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** The write-ahead log of a database, which the process syncs itself. */
export interface WriteAheadLog {
  /** Resolves once everything that was committed before is on disk. */
  readonly sync: () => Promise<void>
  readonly close: () => void
}

/**
 * Opens the log of a database in a file, to sync it in a thread: SQLite syncs in the calling thread, which can do nothing else meanwhile.
 * Until `sync` resolves, a commit survives a kill of the process, but not a power cut. The log is the same file while the database is open.
 * `null`, and SQLite syncs at each commit, for a database in memory and where the log cannot be opened.
 */
export function openWriteAheadLog(database: DatabaseSync, path: string): WriteAheadLog | null {
  if (path === ':memory:') return null
  let descriptor: number
  try {
    // Beside the file itself, also where the path is a link.
    descriptor = openSync(`${realpathSync(path)}-wal`, 'r+')
  } catch {
    return null
  }
  let isOpen = true
  // SQLite still syncs what a crash of the machine would mix up: the start of a log, and its copy into the database.
  database.exec('PRAGMA synchronous = NORMAL')
  return {
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
      }),
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
