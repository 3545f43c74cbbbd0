import type { DatabaseSync } from 'node:sqlite'
import { cannotUse, closedState, stateFault } from './state-fault.ts'
import { openSyncedCommits } from './synced-commits.ts'
import { openTransactions, type PendingWrite, type Transactions } from './transactions.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** Reads and writes of one database; the writes of one turn of the event loop are one transaction. */
export interface GroupCommit extends Pick<Transactions, 'perTransaction' | 'whileRunsStay'> {
  /**
   * Resolves to what `run` returns once it is on disk. A write that throws is undone alone; for that, the writes of its turn are undone
   * and run once more. Where the file cannot be written, every write of the turn and every later one is rejected with that one error.
   */
  readonly write: <T>(run: () => T, how?: WriteOptions) => Promise<T>
  /** Commits what waits, then reads. */
  readonly read: <T>(run: () => T) => Promise<T>
  /** Commits what waits, then closes the database: later calls are rejected with `wrong-usage`. A second call waits for the first. */
  readonly close: () => Promise<void>
}

/** How soon a write is committed. */
export interface WriteOptions {
  /** True for a write that waits for the next write that does not, or 100 ms; default false. In a database in memory nothing waits. */
  readonly canWait?: boolean | undefined
  /** True for the last write of a run: its commit waits for no further one; default false. */
  readonly isLast?: boolean | undefined
  /** True for a write that changes no lease and no run, so that what was read of them in this transaction is still true; default false. */
  readonly leavesRuns?: boolean | undefined
}

/** The least number of writes in a commit after which more are expected: a single request has two. */
const crowd = 4
/** The longest wait for more writes, in milliseconds. */
const longestPauseMs = 4
/** How long a write that can wait does so at most, in milliseconds. */
const longestWaitMs = 100

/** Writes that SQLite has committed, and how to settle each. */
interface Committed {
  readonly writes: readonly PendingWrite[]
  readonly ended: readonly (() => void)[]
  readonly startMs: number
}

/**
 * Groups the writes to an open database. Faults of SQLite are rejected as `state-broken` with this path; bugs as they are. `log`: what syncs
 * commits to the disk while other work goes on; writes that are called meanwhile go into the next commit. `null`: SQLite syncs them.
 */
export function openGroupCommit(database: DatabaseSync, path: string, log: WriteAheadLog | null = null): GroupCommit {
  const { write, read, close, ...others } = openCommits(database, path, log)
  let closing: Promise<void> | null = null
  return {
    ...others,
    write: (run, how) => (closing ? Promise.reject(closedState(path)) : write(run, how)),
    read: (run) => (closing ? Promise.reject(closedState(path)) : read(run)),
    close: () => (closing ??= close()),
  }
}

function openCommits(database: DatabaseSync, path: string, log: WriteAheadLog | null): GroupCommit {
  const transactions = openTransactions(database, path)
  const failSync = ({ writes }: Committed, error: unknown): void => fail(writes, cannotUse(path, error))
  const syncs = log ? openSyncedCommits(log, { settle, fail: failSync, afterSync: () => next.goOn() }) : null
  const next = openSchedule(commit, () => syncs?.isUnderWay() !== true)
  let waiting: PendingWrite[] = []
  let last: Commit = { writes: 0, milliseconds: 0 }
  let broken: { readonly error: unknown } | null = null

  function commit(): void {
    next.cancel()
    const writes = waiting
    waiting = []
    if (writes.length === 0) return
    try {
      if (broken) throw broken.error
      const startMs = performance.now()
      const committed = { writes, ended: transactions.run(writes), startMs }
      if (syncs) syncs.add(committed)
      else settle(committed)
    } catch (error) {
      fail(writes, stateFault(path, error))
    }
  }

  function settle({ writes, ended, startMs }: Committed): void {
    last = { writes: writes.length, milliseconds: performance.now() - startMs }
    for (const end of ended) end()
  }

  /** A write that succeeds after one that failed would be a journal with a hole. */
  function fail(writes: readonly PendingWrite[], error: unknown): void {
    broken ??= { error }
    for (const { reject } of writes) reject(broken.error)
  }

  return {
    write: (act, { canWait = false, isLast = false, leavesRuns = false } = {}) => {
      next.plan(canWait && path !== ':memory:' ? longestWaitMs : isLast ? 0 : pauseAfter(last))
      const { pending, promise } = pendingWrite(act, leavesRuns)
      waiting.push(pending)
      return promise
    },
    perTransaction: transactions.perTransaction,
    whileRunsStay: transactions.whileRunsStay,
    read: async (act) => {
      commit()
      return readNow(act, path)
    },
    close: async () => {
      commit()
      if (syncs?.isUnderWay()) await syncs.idle()
      log?.close()
      database.close()
    },
  }
}

/** How long a commit waits for more writes, in milliseconds. */
function pauseAfter({ writes, milliseconds }: Commit): number {
  return writes < crowd ? 0 : Math.min(longestPauseMs, milliseconds)
}

function pendingWrite<T>(act: () => T, leavesRuns: boolean): { readonly pending: PendingWrite; readonly promise: Promise<T> } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const run = (): (() => void) => {
    const value = act()
    return () => resolve(value)
  }
  return { pending: { run, reject, leavesRuns }, promise }
}

function readNow<T>(act: () => T, path: string): T {
  try {
    return act()
  } catch (error) {
    throw stateFault(path, error)
  }
}

/** A commit that took so long, with so many writes. */
interface Commit {
  readonly writes: number
  readonly milliseconds: number
}

/** When the next commit is. */
interface Schedule {
  /** Plans one after so many milliseconds, unless one as early is planned. */
  readonly plan: (pauseMs: number) => void
  readonly cancel: () => void
  /** Makes a commit whose time came while none could be made. */
  readonly goOn: () => void
}

/**
 * Not in microtasks: answers that arrive in one turn of the event loop are committed together. Where many requests are under way and the
 * disk is slow, a commit waits for the next ones as long as a commit takes: one commit for all of them is on disk sooner than one each.
 * `isFree`: whether one can be made now.
 */
function openSchedule(commit: () => void, isFree: () => boolean): Schedule {
  let planned: { readonly pauseMs: number; readonly cancel: () => void } | null = null
  let isDue = false
  const due = (): void => {
    if (isFree()) commit()
    else isDue = true
  }

  function cancel(): void {
    planned?.cancel()
    planned = null
    isDue = false
  }

  return {
    plan(pauseMs) {
      if (planned && planned.pauseMs <= pauseMs) return
      cancel()
      planned = { pauseMs, cancel: timed(due, pauseMs) }
    },
    cancel,
    goOn() {
      if (isDue) commit()
    },
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
