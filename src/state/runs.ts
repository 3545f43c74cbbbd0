import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Leases } from './leases.ts'
import { bytesAt, jsonAt, readRow, textAt, textOrNullAt, textsAt, timeAt, timeOrNullAt } from './row.ts'
import type { Row } from './row.ts'
import type { ChangeCounts, RunRow, State } from './state.ts'

/** The runs and their plans. */
export interface Runs extends Pick<State, 'startRun' | 'endRun' | 'runs' | 'runOf' | 'planOf'> {
  /** The run, for a write with this fence at this time; throws `lease-lost`. A run that was never started is a bug. */
  readonly mustWrite: (runId: string, fence: number, at: string) => WrittenRun
  /** Marks a run that had ended as open; for use inside a write. */
  readonly open: (run: WrittenRun) => void
}

/** What a write needs of its run. */
export type WrittenRun = Pick<RunRow, 'id' | 'store' | 'endedAt'>

/** The runs in an open database. */
export function openRuns(
  database: DatabaseSync,
  { write, read, whileRunsStay }: GroupCommit,
  { mustHold }: Pick<Leases, 'mustHold'>,
): Runs {
  const insert = database.prepare(
    'INSERT INTO run (id, store, plan_hash, started_at, overrides, counts, undoes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertPlan = database.prepare('INSERT OR IGNORE INTO plan (hash, bytes) VALUES (?, ?)')
  const end = database.prepare('UPDATE run SET outcome = ?, ended_at = ? WHERE id = ?')
  const endEarlier = database.prepare(
    'UPDATE run SET outcome = ?, ended_at = ? WHERE store = ? AND ended_at IS NULL AND number < (SELECT number FROM run WHERE id = ?)',
  )
  const all = database.prepare('SELECT * FROM run ORDER BY number DESC')
  const one = database.prepare('SELECT * FROM run WHERE id = ?')
  const written = database.prepare('SELECT store, ended_at FROM run WHERE id = ?')
  const plan = database.prepare('SELECT bytes FROM run JOIN plan ON plan.hash = run.plan_hash WHERE run.id = ?')
  const runOf = (runId: string): RunRow | null => runOfRow(one.get(runId))
  const known = whileRunsStay(() => new Map<string, WrittenRun>())
  const writtenRun = (runId: string): WrittenRun => {
    const row = written.get(runId)
    invariant(row, `run ${runId} was never started`)
    return { id: runId, store: textAt(row, 'store'), endedAt: textOrNullAt(row, 'ended_at') }
  }
  const mustWrite = (runId: string, fence: number, at: string): WrittenRun => {
    const run = known().get(runId) ?? writtenRun(runId)
    known().set(runId, run)
    mustHold(run.store, fence, at)
    return run
  }
  return {
    startRun: ({ id, store, planHash, at, plan: bytes, fence, overrides = [], counts, undoes }) =>
      write(() => {
        mustHold(store, fence, at)
        insert.run(id, store, planHash, at, JSON.stringify(overrides), counts ? JSON.stringify(counts) : null, undoes ?? null)
        insertPlan.run(planHash, bytes)
        // The statement keeps a copy of what it was last given, which can be many megabytes. The plan is there, so that this changes nothing.
        insertPlan.run(planHash, new Uint8Array())
      }),
    endRun: (runId, fence, { outcome, at, outcomeOfEarlier }) =>
      write(() => {
        const { store } = mustWrite(runId, fence, at)
        end.run(outcome, at, runId)
        if (outcomeOfEarlier !== undefined) endEarlier.run(outcomeOfEarlier, at, store, runId)
      }),
    runs: () => read(() => all.all().flatMap((row) => runOfRow(row) ?? [])),
    runOf: (runId) => read(() => runOf(runId)),
    planOf: (runId) => read(() => bytesOf(plan.get(runId))),
    mustWrite,
    open: ({ id, endedAt }) => {
      if (endedAt === null) return
      end.run(null, null, id)
      known().delete(id)
    },
  }
}

function runOfRow(row: Row | undefined): RunRow | null {
  return row ? readRun(row) : null
}

/** The run in a row. Throws `DamagedRow`. */
export function readRun(row: Row): RunRow {
  return readRow(row, { table: 'run', key: 'id' }, () => ({
    id: textAt(row, 'id'),
    store: textAt(row, 'store'),
    planHash: textAt(row, 'plan_hash'),
    startedAt: timeAt(row, 'started_at'),
    endedAt: timeOrNullAt(row, 'ended_at'),
    outcome: textOrNullAt(row, 'outcome'),
    overrides: textsAt(row, 'overrides'),
    counts: countsOf(row),
    undoes: textOrNullAt(row, 'undoes'),
  }))
}

function countsOf(row: Row): ChangeCounts | null {
  if (row['counts'] === null) return null
  const counts = new Map<string, unknown>(Object.entries(jsonAt(row, 'counts') ?? {}))
  const countOf = (action: string): number => Number(counts.get(action) ?? 0)
  return { create: countOf('create'), update: countOf('update'), remove: countOf('remove'), cannot: countOf('cannot') }
}

function bytesOf(row: Row | undefined): Uint8Array | null {
  return row ? bytesAt(row, 'bytes') : null
}
