import type { DatabaseSync } from 'node:sqlite'
import { stateFault } from './state-fault.ts'

/** Reads and writes of one database; the writes of one turn of the event loop are one transaction. */
export interface GroupCommit {
  /**
   * Resolves to what `run` returns once it is committed. A write that throws is undone alone. Where the file cannot be written,
   * every write of the turn and every later one is rejected with that one error.
   */
  readonly write: <T>(run: () => T) => Promise<T>
  /** Commits what waits, then reads. */
  readonly read: <T>(run: () => T) => Promise<T>
  /** Commits what waits, then closes the database. */
  readonly close: () => Promise<void>
}

interface Waiting {
  /** Writes, and returns how to settle the promise of the write once it is committed. */
  readonly run: () => () => void
  readonly reject: (error: unknown) => void
}

/** The least number of writes in a commit after which more are expected: a single request has two. */
const crowd = 4
/** The longest wait for more writes, in milliseconds. */
const longestPauseMs = 4

/** Groups the writes to an open database. Faults of SQLite are rejected as `state-broken` with this path; bugs as they are. */
export function openGroupCommit(database: DatabaseSync, path: string): GroupCommit {
  let waiting: Waiting[] = []
  let last = { writes: 0, milliseconds: 0 }
  let broken: { readonly error: unknown } | null = null

  function commit(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      if (broken) throw broken.error
      const start = performance.now()
      const ended = transaction(database, path, batch)
      last = { writes: batch.length, milliseconds: performance.now() - start }
      for (const end of ended) end()
    } catch (error) {
      // A write that succeeds after one that failed would be a journal with a hole.
      broken ??= { error: stateFault(path, error) }
      for (const { reject } of batch) reject(broken.error)
    }
  }

  /**
   * Not a microtask: answers that arrive in one turn of the event loop are committed together. Where many requests are under way and the
   * disk is slow, a commit waits for the next ones as long as a commit takes: one commit for all of them is on disk sooner than one each.
   */
  function schedule(): void {
    const pause = last.writes < crowd ? 0 : Math.min(longestPauseMs, last.milliseconds)
    if (pause < 1) setImmediate(commit)
    else setTimeout(commit, pause)
  }

  return {
    write: <T>(run: () => T) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      if (waiting.length === 0) schedule()
      waiting.push({
        run: () => {
          const value = run()
          return () => resolve(value)
        },
        reject,
      })
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
function transaction(database: DatabaseSync, path: string, batch: readonly Waiting[]): readonly (() => void)[] {
  try {
    database.exec('BEGIN IMMEDIATE')
    const ended = batch.map((write) => attempt(database, path, write))
    database.exec('COMMIT')
    return ended
  } catch (error) {
    rollBack(database)
    throw error
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
  } catch {
    // The error before this one is the one to report; closing the database ends the transaction.
  }
}

function attempt(database: DatabaseSync, path: string, { run, reject }: Waiting): () => void {
  database.exec('SAVEPOINT write')
  try {
    const end = run()
    database.exec('RELEASE write')
    return end
  } catch (error) {
    // A full disk or a failed read ends the whole transaction, whether or not SQLite has rolled it back.
    if (!database.isTransaction || stateFault(path, error) !== error) throw error
    database.exec('ROLLBACK TO write; RELEASE write')
    return () => reject(error)
  }
}
