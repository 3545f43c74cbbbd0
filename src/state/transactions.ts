import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import { stateFault } from './state-fault.ts'

/** A write that waits for its transaction. */
export interface PendingWrite {
  /** Writes, and returns how to settle the promise of the write once it is committed. Where it throws, it can be called once more. */
  readonly run: () => () => void
  readonly reject: (error: unknown) => void
  /** True where it changes no lease and no run. */
  readonly leavesRuns: boolean
}

/** The transactions of one database. */
export interface Transactions {
  /**
   * Runs the writes in one transaction; returns how to settle each, in order. One that throws is undone alone. Throws where nothing was
   * committed: a fault of the file.
   */
  readonly run: (writes: readonly PendingWrite[]) => readonly (() => void)[]
  /** A value of the transaction under way, for use inside a write: opened when first asked for; `beforeCommit` is called with it. */
  readonly perTransaction: <T>(open: () => T, beforeCommit?: (value: T) => void) => () => T
  /** A value of the transaction under way that is opened again after each write that may change leases and runs. */
  readonly whileRunsStay: <T>(open: () => T) => () => T
}

/** How one write of a transaction is run; `null`: it has thrown, and the transaction has to be undone. */
type RunWrite = (write: PendingWrite) => (() => void) | null

/** The transactions of an open database. Faults of SQLite are those of `stateFault` with this path. */
export function openTransactions(database: DatabaseSync, path: string): Transactions {
  let last: (() => void)[] = []
  let [transaction, runs] = [0, 0]
  const { together, alone } = waysOfRunning(database, path)

  function commit(writes: readonly PendingWrite[], runWrite: RunWrite): readonly (() => void)[] | null {
    last = []
    transaction += 1
    runs += 1
    const ended: (() => void)[] = []
    database.exec('BEGIN IMMEDIATE')
    for (const write of writes) {
      const end = runWrite(write)
      if (end === null) return null
      ended.push(end)
      if (!write.leavesRuns) runs += 1
    }
    for (const act of last) act()
    database.exec('COMMIT')
    return ended
  }

  function committed(writes: readonly PendingWrite[], runWrite: RunWrite): readonly (() => void)[] | null {
    try {
      return commit(writes, runWrite)
    } finally {
      rollBack(database)
    }
  }

  return {
    run(writes) {
      // A savepoint takes as long as a write, and few writes throw: only then all are run again, each with its own.
      const ended = committed(writes, together) ?? committed(writes, alone)
      invariant(ended, 'a write that is undone alone leaves the transaction')
      return ended
    },
    perTransaction: (open, beforeCommit) =>
      valueAt(
        () => transaction,
        () => {
          const value = open()
          if (beforeCommit) last.push(() => beforeCommit(value))
          return value
        },
      ),
    whileRunsStay: (open) => valueAt(() => runs, open),
  }
}

function waysOfRunning(database: DatabaseSync, path: string): { readonly together: RunWrite; readonly alone: RunWrite } {
  /** A full disk or a failed read ends the whole transaction, whether or not SQLite has rolled it back. */
  const isFault = (error: unknown): boolean => !database.isTransaction || stateFault(path, error) !== error
  return {
    together({ run }) {
      try {
        return run()
      } catch (error) {
        if (isFault(error)) throw error
        return null
      }
    },
    alone({ run, reject }) {
      database.exec('SAVEPOINT write')
      try {
        const end = run()
        database.exec('RELEASE write')
        return end
      } catch (error) {
        if (isFault(error)) throw error
        database.exec('ROLLBACK TO write; RELEASE write')
        return () => reject(error)
      }
    },
  }
}

/** The value of `open`, which is called again when `version` has changed. */
function valueAt<T>(version: () => number, open: () => T): () => T {
  let known: { readonly at: number; readonly value: T } | null = null
  return () => {
    const at = version()
    if (known?.at !== at) known = { at, value: open() }
    return known.value
  }
}

/** Ends a transaction that was not committed. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
  } catch {
    // The error before this one is the one to report; closing the database ends the transaction.
  }
}
