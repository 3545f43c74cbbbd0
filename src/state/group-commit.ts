import type { DatabaseSync } from 'node:sqlite'
import { stateFault } from './state-fault.ts'

/** Reads and writes of one database; the writes of one turn of the event loop are one transaction. */
export interface GroupCommit {
  /**
   * Resolves to what `run` returns once it is committed. A write that throws is undone alone. Where the file cannot be written,
   * every write of the turn and every later one is rejected with that one error.
   */
  readonly write: <T>(run: () => T, how?: WriteOptions) => Promise<T>
  /** Runs `act` before the transaction that is under way is committed; for use inside a write. */
  readonly beforeCommit: (act: () => void) => void
  /** Commits what waits, then reads. */
  readonly read: <T>(run: () => T) => Promise<T>
  /** Commits what waits, then closes the database. */
  readonly close: () => Promise<void>
}

/** How soon a write is committed. */
export interface WriteOptions {
  /** True for a write that waits for the next write that does not, or 100 ms; default false. In a database in memory nothing waits. */
  readonly canWait?: boolean | undefined
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
/** How long a write that can wait does so at most, in milliseconds. */
const longestWaitMs = 100

/** Groups the writes to an open database. Faults of SQLite are rejected as `state-broken` with this path; bugs as they are. */
export function openGroupCommit(database: DatabaseSync, path: string): GroupCommit {
  const run = transactions(database, path)
  let waiting: Waiting[] = []
  let last: Commit = { writes: 0, milliseconds: 0 }
  let broken: { readonly error: unknown } | null = null
  const next = openSchedule(commit)

  function commit(): void {
    next.cancel()
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      if (broken) throw broken.error
      const start = performance.now()
      const ended = run.batch(batch)
      last = { writes: batch.length, milliseconds: performance.now() - start }
      for (const end of ended) end()
    } catch (error) {
      // A write that succeeds after one that failed would be a journal with a hole.
      broken ??= { error: stateFault(path, error) }
      for (const { reject } of batch) reject(broken.error)
    }
  }

  return {
    write: <T>(act: () => T, { canWait = false }: WriteOptions = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      next.plan(canWait && path !== ':memory:', last)
      waiting.push({
        run: () => {
          const value = act()
          return () => resolve(value)
        },
        reject,
      })
      return promise
    },
    beforeCommit: run.beforeCommit,
    read: async (act) => {
      commit()
      try {
        return act()
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

/** A commit that took so long, with so many writes. */
interface Commit {
  readonly writes: number
  readonly milliseconds: number
}

/** When the next commit is. */
interface Schedule {
  /** Plans one, unless one as early is planned. `last`: the commit before. */
  readonly plan: (canWait: boolean, last: Commit) => void
  readonly cancel: () => void
}

/**
 * Not in microtasks: answers that arrive in one turn of the event loop are committed together. Where many requests are under way and the
 * disk is slow, a commit waits for the next ones as long as a commit takes: one commit for all of them is on disk sooner than one each.
 */
function openSchedule(commit: () => void): Schedule {
  let planned: { readonly isLate: boolean; readonly cancel: () => void } | null = null

  function cancel(): void {
    planned?.cancel()
    planned = null
  }

  return {
    plan(canWait, last) {
      if (planned && (canWait || !planned.isLate)) return
      cancel()
      const pause = last.writes < crowd ? 0 : Math.min(longestPauseMs, last.milliseconds)
      planned = { isLate: canWait, cancel: timed(commit, canWait ? longestWaitMs : pause) }
    },
    cancel,
  }
}

/** Calls `act` after so many milliseconds, less than one: in the next turn of the event loop; returns how to prevent that. */
function timed(act: () => void, milliseconds: number): () => void {
  if (milliseconds < 1) {
    const immediate = setImmediate(act)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

interface Transactions extends Pick<GroupCommit, 'beforeCommit'> {
  /** Runs the batch in one transaction; returns how to settle each write, in order. Throws where nothing was committed. */
  readonly batch: (batch: readonly Waiting[]) => readonly (() => void)[]
}

function transactions(database: DatabaseSync, path: string): Transactions {
  const savepoint = savepoints(database)
  let last: (() => void)[] = []
  return {
    batch(batch) {
      last = []
      try {
        database.exec('BEGIN IMMEDIATE')
        const ended = batch.map((write) => attempt(database, path, { write, savepoint }))
        for (const act of last) act()
        database.exec('COMMIT')
        return ended
      } catch (error) {
        rollBack(database)
        throw error
      }
    },
    beforeCommit: (act) => void last.push(act),
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
  } catch {
    // The error before this one is the one to report; closing the database ends the transaction.
  }
}

interface Savepoint {
  readonly set: () => void
  readonly release: () => void
}

/** Prepared, since there are two for each write. */
function savepoints(database: DatabaseSync): Savepoint {
  const [set, release] = [database.prepare('SAVEPOINT write'), database.prepare('RELEASE write')]
  return { set: () => void set.run(), release: () => void release.run() }
}

function attempt(
  database: DatabaseSync,
  path: string,
  { write: { run, reject }, savepoint }: { readonly write: Waiting; readonly savepoint: Savepoint },
): () => void {
  savepoint.set()
  try {
    const end = run()
    savepoint.release()
    return end
  } catch (error) {
    // A full disk or a failed read ends the whole transaction, whether or not SQLite has rolled it back.
    if (!database.isTransaction || stateFault(path, error) !== error) throw error
    database.exec('ROLLBACK TO write; RELEASE write')
    return () => reject(error)
  }
}
