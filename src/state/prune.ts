import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import type { GroupCommit } from './group-commit.ts'
import { instantOf } from './instant.ts'
import { textAt } from './row.ts'
import type { State } from './state.ts'

/** What deletes old runs. */
export type Pruning = Pick<State, 'prune' | 'compact'>

/** Pruning in an open database. */
export function openPruning(database: DatabaseSync, { write, read }: GroupCommit): Pruning {
  const old = database.prepare(
    `SELECT id, ended_at FROM (SELECT *, row_number() OVER (PARTITION BY store ORDER BY number DESC) AS place FROM run)
     WHERE place > ? AND ended_at IS NOT NULL AND id NOT IN (SELECT run_id FROM attempt WHERE unsettled IS NOT NULL)
     AND id NOT IN (SELECT undoes FROM run WHERE undoes IS NOT NULL)`,
  )
  const ofRun = ['attempt WHERE run_id', 'operation WHERE run_id', 'pre_image WHERE run_id', 'run WHERE id'].map((rows) =>
    database.prepare(`DELETE FROM ${rows} = ?`),
  )
  const plans = database.prepare('DELETE FROM plan WHERE hash NOT IN (SELECT plan_hash FROM run)')
  const pictures = database.prepare('DELETE FROM picture WHERE sha256 NOT IN (SELECT sha256 FROM pre_image)')
  return {
    prune: ({ runs, endedSince }) =>
      write(() => {
        invariant(runs >= 1, 'the last run of a store is never deleted')
        const ids = old.all(runs).flatMap((row) => (instantOf(textAt(row, 'ended_at')) < instantOf(endedSince) ? [textAt(row, 'id')] : []))
        if (ids.length === 0) return { runs: 0, pictures: 0 }
        for (const id of ids) for (const statement of ofRun) statement.run(id)
        plans.run()
        return { runs: ids.length, pictures: Number(pictures.run().changes) }
      }),
    compact: () => read(() => database.exec('VACUUM')),
  }
}
