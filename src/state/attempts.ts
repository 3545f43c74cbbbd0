import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import type { GroupCommit } from './group-commit.ts'
import { integerAt, oneOfOrNullAt, readRow, textAt, textOrNullAt, textsAt, timeAt, timeOrNullAt } from './row.ts'
import type { Row } from './row.ts'
import type { Runs } from './runs.ts'
import type { Answer, AttemptRow, OperationRow, Outcome, State, Unsettled, Verdict } from './state.ts'

/** The requests of the runs, and how their operations ended. */
export type Attempts = Pick<State, 'intend' | 'withdraw' | 'conclude' | 'classify' | 'attemptsOf' | 'operationsOf' | 'unsettled'>

const answers: readonly Answer[] = ['confirmed', 'refused', 'lost']
const outcomes: readonly Outcome[] = ['done', 'satisfied', 'failed', 'blocked', 'unknown']
const settling: ReadonlySet<Outcome> = new Set<Outcome>(['done', 'satisfied', 'failed'])

/** The requests in an open database. A request or run that was never started is a bug of the caller. */
export function openAttempts(database: DatabaseSync, commits: GroupCommit, runs: Pick<Runs, 'mustWrite' | 'open'>): Attempts {
  return { ...writesOf(database, commits, runs), ...readsOf(database, commits) }
}

/** Requests and verdicts change no lease. Of the runs they open one that had ended, which `open` takes into account. */
const leavesRuns = true

type Writes = Pick<Attempts, 'intend' | 'withdraw' | 'conclude' | 'classify'>

function writesOf(database: DatabaseSync, commits: GroupCommit, { mustWrite, open }: Pick<Runs, 'mustWrite' | 'open'>): Writes {
  const insert = database.prepare(
    'INSERT INTO attempt (run_id, number, step, operations, sent_at, settles_at, unsettled) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const send = database.prepare(
    `INSERT INTO operation (run_id, id, step, attempts) VALUES (?, ?, ?, 1) ON CONFLICT (run_id, id)
     DO UPDATE SET step = excluded.step, attempts = attempts + 1, outcome = NULL, seen = NULL, message = NULL`,
  )
  const answered = 'UPDATE attempt SET answered_at = ?, answer = ?, message = ?'
  const conclude = database.prepare(`${answered}, unsettled = NULL WHERE run_id = ? AND number = ?`)
  const lose = database.prepare(`${answered} WHERE run_id = ? AND number = ?`)
  const judge = database.prepare(
    `INSERT INTO operation (run_id, id, step, outcome, seen, message, attempts) VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT (run_id, id)
     DO UPDATE SET step = excluded.step, outcome = excluded.outcome, seen = excluded.seen, message = excluded.message`,
  )
  const settled = openSettling(database, commits)
  const takeBack = openWithdrawal(database)
  const classify = (runId: string, store: string, verdicts: readonly Verdict[]): void => {
    for (const { id, step, outcome, seen, message } of verdicts) judge.run(runId, id, step, outcome, seen, message)
    if (verdicts.length > 0) settled.judged(store, verdicts)
  }
  const { write } = commits
  return {
    intend: (runId, fence, { number, step, operations, at, settlesAt }) =>
      write(
        () => {
          open(mustWrite(runId, fence, at))
          const ids = JSON.stringify(operations)
          insert.run(runId, number, step, ids, at, settlesAt, ids)
          for (const id of operations) send.run(runId, id, step)
          settled.sent(runId, number)
        },
        { leavesRuns },
      ),
    withdraw: (runId, fence, { at, numbers }) =>
      write(() => {
        mustWrite(runId, fence, at)
        for (const number of numbers) takeBack(runId, number)
      }),
    conclude: (runId, fence, { number, at, answer, message, operations = [], canWait }) =>
      write(
        () => {
          const { store } = mustWrite(runId, fence, at)
          const { changes } = (answer === 'lost' ? lose : conclude).run(at, answer, message, runId, number)
          invariant(Number(changes) === 1, `request ${number} of run ${runId} was never intended`)
          classify(runId, store, operations)
        },
        { canWait, leavesRuns },
      ),
    classify: (runId, fence, { at, operations, canWait }) =>
      write(
        () => {
          const { store } = mustWrite(runId, fence, at)
          classify(runId, store, operations)
        },
        { canWait, leavesRuns },
      ),
  }
}

/** The requests of a store whose effect is not known. The partial index holds no others, however long the journal is. */
const unsettledRows = (
  columns: string,
): string => `SELECT ${columns} FROM attempt INDEXED BY attempt_unsettled CROSS JOIN run ON run.id = attempt.run_id
  WHERE attempt.unsettled IS NOT NULL AND run.store = ? ORDER BY run.number, attempt.number`

/** The verdicts of one transaction: they settle requests at its end, so that those are read once. */
interface Settling {
  /** Takes verdicts, which settle what was sent before them. */
  readonly judged: (store: string, verdicts: readonly Verdict[]) => void
  /** Reports that a request is sent after the verdicts so far. */
  readonly sent: (runId: string, number: number) => void
}

/** What was called in one transaction. */
interface Called {
  count: number
  /** By store and operation, and by request: when it was called, counted in the transaction. */
  readonly verdictsAt: Map<string, Map<string, number>>
  readonly sentAt: Map<string, number>
}

function openSettling(database: DatabaseSync, { perTransaction }: Pick<GroupCommit, 'perTransaction'>): Settling {
  const find = database.prepare(unsettledRows('run_id, attempt.number, unsettled'))
  const update = database.prepare('UPDATE attempt SET unsettled = ? WHERE run_id = ? AND number = ?')
  const called = perTransaction(() => ({ count: 0, verdictsAt: new Map(), sentAt: new Map() }), settle)

  function settle({ verdictsAt, sentAt }: Called): void {
    for (const [store, ids] of verdictsAt) {
      for (const { runId, number, operations } of find.all(store).map(readOpen)) {
        const since = sentAt.get(requestKey(runId, number)) ?? 0
        const left = operations.filter((id) => (ids.get(id) ?? 0) <= since)
        if (left.length < operations.length) update.run(left.length === 0 ? null : JSON.stringify(left), runId, number)
      }
    }
  }

  return {
    judged(store, verdicts) {
      const now = called()
      const known = now.verdictsAt.get(store) ?? new Map<string, number>()
      for (const { id, outcome } of verdicts) if (settling.has(outcome)) known.set(id, (now.count += 1))
      if (known.size > 0) now.verdictsAt.set(store, known)
    },
    sent(runId, number) {
      const now = called()
      now.sentAt.set(requestKey(runId, number), (now.count += 1))
    },
  }
}

function requestKey(runId: string, number: number): string {
  return `${number} ${runId}`
}

/** Deletes a request that was never sent, and the rows of its operations that say nothing else. */
function openWithdrawal(database: DatabaseSync): (runId: string, number: number) => void {
  const remove = database.prepare('DELETE FROM attempt WHERE run_id = ? AND number = ? AND answered_at IS NULL RETURNING operations')
  const uncount = database.prepare('UPDATE operation SET attempts = attempts - 1 WHERE run_id = ? AND id = ?')
  const forget = database.prepare('DELETE FROM operation WHERE run_id = ? AND id = ? AND attempts = 0 AND outcome IS NULL')
  return (runId, number) => {
    const row = remove.get(runId, number)
    invariant(row, `request ${number} of run ${runId} was never intended, or was answered`)
    for (const id of textsAt(row, 'operations')) {
      uncount.run(runId, id)
      forget.run(runId, id)
    }
  }
}

function readsOf(database: DatabaseSync, { read }: GroupCommit): Omit<Attempts, keyof Writes> {
  const attempts = database.prepare('SELECT * FROM attempt WHERE run_id = ? ORDER BY number')
  const operations = database.prepare('SELECT * FROM operation WHERE run_id = ? ORDER BY position')
  const unsettled = database.prepare(unsettledRows('attempt.*'))
  return {
    attemptsOf: (runId) => read(() => attempts.all(runId).map(readAttempt)),
    operationsOf: (runId) => read(() => operations.all(runId).map(readOperation)),
    unsettled: (store) => read(() => unsettled.all(store).map(readUnsettled)),
  }
}

/** The request in a row of `attempt`. Throws `DamagedRow`. */
export function readAttempt(row: Row): AttemptRow {
  return readRow(row, rowName, () => ({
    number: integerAt(row, 'number'),
    step: textAt(row, 'step'),
    operations: textsAt(row, 'operations'),
    sentAt: timeAt(row, 'sent_at'),
    settlesAt: timeAt(row, 'settles_at'),
    answeredAt: timeOrNullAt(row, 'answered_at'),
    answer: oneOfOrNullAt(row, 'answer', answers),
    message: textOrNullAt(row, 'message'),
  }))
}

/** The operation in a row of `operation`. Throws `DamagedRow`. */
export function readOperation(row: Row): OperationRow {
  return readRow(row, { table: 'operation of run', key: 'run_id' }, () => ({
    id: textAt(row, 'id'),
    step: textAt(row, 'step'),
    outcome: oneOfOrNullAt(row, 'outcome', outcomes),
    seen: textOrNullAt(row, 'seen'),
    message: textOrNullAt(row, 'message'),
    attempts: integerAt(row, 'attempts'),
  }))
}

/** The request in a row of `attempt` that is not settled. Throws `DamagedRow`. */
export function readUnsettled(row: Row): Unsettled {
  const times = readRow(row, rowName, () => ({ sentAt: timeAt(row, 'sent_at'), settlesAt: timeAt(row, 'settles_at') }))
  return { ...readOpen(row), ...times }
}

/** The same without its times, which take longer than the rest. */
function readOpen(row: Row): Pick<Unsettled, 'runId' | 'number' | 'operations'> {
  return readRow(row, rowName, () => ({
    runId: textAt(row, 'run_id'),
    number: integerAt(row, 'number'),
    operations: textsAt(row, 'unsettled'),
  }))
}

const rowName = { table: 'request of run', key: 'run_id' }
