import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import type { GroupCommit } from './group-commit.ts'
import { textAt, textOrNullAt } from './row.ts'
import type { JournalRow, RunRow, RunStart, State } from './state.ts'
import type { Row } from './row.ts'

/** The runs and their journal: what was about to be sent, and how it ended. */
export type Journal = Pick<State, 'startRun' | 'intend' | 'conclude' | 'endRun' | 'runs' | 'journalOf'>

/** The journal in an open database. A step or run that was never started is a bug of the caller. */
export function openJournal(database: DatabaseSync, { write, read }: GroupCommit): Journal {
  const startRun = runStarter(database)
  const intend = database.prepare('UPDATE journal SET intended_at = ? WHERE run_id = ? AND step_id = ?')
  const conclude = database.prepare('UPDATE journal SET outcome = ?, message = ?, concluded_at = ? WHERE run_id = ? AND step_id = ?')
  const end = database.prepare('UPDATE run SET outcome = ?, ended_at = ? WHERE id = ?')
  const runs = database.prepare('SELECT * FROM run ORDER BY number DESC')
  const journal = database.prepare('SELECT * FROM journal WHERE run_id = ? ORDER BY position')
  return {
    startRun: (run) => write(() => startRun(run)),
    intend: (runId, stepId, at) => write(() => mustTouch(intend.run(at, runId, stepId), `step ${stepId} of run ${runId}`)),
    conclude: (runId, { stepId, outcome, message, at }) =>
      write(() => mustTouch(conclude.run(outcome, message, at, runId, stepId), `step ${stepId} of run ${runId}`)),
    endRun: (runId, outcome, at) => write(() => mustTouch(end.run(outcome, at, runId), `run ${runId}`)),
    runs: () => read(() => runs.all().map(runOf)),
    journalOf: (runId) => read(() => journal.all(runId).map(journalRowOf)),
  }
}

function runStarter(database: DatabaseSync): (run: RunStart) => void {
  const insertRun = database.prepare('INSERT INTO run (id, store, plan_hash, started_at) VALUES (?, ?, ?, ?)')
  const insertStep = database.prepare('INSERT INTO journal (run_id, step_id, position, title) VALUES (?, ?, ?, ?)')
  return ({ id, store, planHash, at, steps }) => {
    insertRun.run(id, store, planHash, at)
    for (const [position, step] of steps.entries()) insertStep.run(id, step.id, position, step.title)
  }
}

function mustTouch({ changes }: { changes: number | bigint }, what: string): void {
  invariant(Number(changes) === 1, `${what} was never started`)
}

function runOf(row: Row): RunRow {
  return {
    id: textAt(row, 'id'),
    store: textAt(row, 'store'),
    planHash: textAt(row, 'plan_hash'),
    startedAt: textAt(row, 'started_at'),
    endedAt: textOrNullAt(row, 'ended_at'),
    outcome: textOrNullAt(row, 'outcome'),
  }
}

function journalRowOf(row: Row): JournalRow {
  return {
    stepId: textAt(row, 'step_id'),
    title: textAt(row, 'title'),
    intendedAt: textOrNullAt(row, 'intended_at'),
    concludedAt: textOrNullAt(row, 'concluded_at'),
    outcome: textOrNullAt(row, 'outcome'),
    message: textOrNullAt(row, 'message'),
  }
}
