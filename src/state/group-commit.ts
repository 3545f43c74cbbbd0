import type { DatabaseSync } from 'node:sqlite'
import { stateFault } from './state-fault.ts'

/** Reads and writes of one database; the writes of one turn of the event loop are one transaction. */
export interface GroupCommit {
  /** Resolves once `run` is committed. A write that throws is undone alone. */
  readonly write: (run: () => void) => Promise<void>
  /** Commits what waits, then reads. */
  readonly read: <T>(run: () => T) => Promise<T>
  /** Commits what waits, then closes the database. */
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly run: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Groups the writes to an open database. Faults of SQLite are rejected as `state-broken` with this path; bugs as they are. */
export function openGroupCommit(database: DatabaseSync, path: string): GroupCommit {
  let waiting: Waiting[] = []

  function commit(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const ended = transaction(database, batch)
      for (const end of ended) end()
    } catch (error) {
      for (const { reject } of batch) reject(stateFault(path, error))
    }
  }

  return {
    write: (run) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      // setImmediate, not a microtask: answers that arrive in one turn of the event loop are committed together.
      if (waiting.length === 0) setImmediate(commit)
      waiting.push({ run, resolve, reject })
      return promise
    },
    read: async (run) => {
      commit()
      try {
        return run()
      } catch (error) {
        throw stateFault(path, error)
      }
    },
    close: async () => {
      commit()
      database.close()
    },
  }
}

/** Runs the batch in one transaction; returns how to settle each write, in order. Throws where nothing was committed. */
function transaction(database: DatabaseSync, batch: readonly Waiting[]): readonly (() => void)[] {
  try {
    database.exec('BEGIN IMMEDIATE')
    const ended = batch.map((write) => attempt(database, write))
    database.exec('COMMIT')
    return ended
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function attempt(database: DatabaseSync, { run, resolve, reject }: Waiting): () => void {
  database.exec('SAVEPOINT write')
  try {
    run()
    database.exec('RELEASE write')
    return resolve
  } catch (error) {
    // A full disk or a failed read ends the whole transaction.
    if (!database.isTransaction) throw error
    database.exec('ROLLBACK TO write; RELEASE write')
    return () => reject(error)
  }
}
