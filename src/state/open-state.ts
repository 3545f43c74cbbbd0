import { openAttempts } from './attempts.ts'
import { openBaseMemory } from './base-memory.ts'
import { openFileMemory } from './file-memory.ts'
import { openGroupCommit } from './group-commit.ts'
import { openLeases } from './leases.ts'
import { openDatabase } from './open-database.ts'
import { openRuns } from './runs.ts'
import type { State } from './state.ts'

/**
 * Opens the state in SQLite: a file (it and its folder are created for this user alone), or `:memory:` for one that is not kept.
 * A file of an older planogram is migrated. Rejects with `state-broken` for a file that is not a state, or that a newer planogram
 * wrote.
 *
 * @example
 * const state = await openState('my-shop/.planogram/state.db')
 * console.log(await state.runs())
 * await state.close()
 */
export async function openState(path: string): Promise<State> {
  const database = openDatabase(path)
  const commits = openGroupCommit(database, path)
  const { mustHold, ...leases } = openLeases(database, commits)
  const { mustWrite, open, ...runs } = openRuns(database, commits, { mustHold })
  const attempts = openAttempts(database, commits, { mustWrite, open })
  const base = openBaseMemory(database, commits, { mustHold })
  return { ...leases, ...runs, ...attempts, ...base, ...openFileMemory(database, commits), close: () => commits.close() }
}
