import { openFileMemory } from './file-memory.ts'
import { openGroupCommit } from './group-commit.ts'
import { openJournal } from './journal.ts'
import { openDatabase } from './open-database.ts'
import type { State } from './state.ts'

/**
 * Opens the state in SQLite: a file (its folder is created), or `:memory:` for one that is not kept.
 * Rejects with `state-broken` for a file that is not a state, or that a newer planogram wrote.
 *
 * @example
 * const state = await openState('my-shop/.planogram/state.db')
 * console.log(await state.runs())
 * await state.close()
 */
export async function openState(path: string): Promise<State> {
  const database = openDatabase(path)
  const commits = openGroupCommit(database, path)
  return { ...openJournal(database, commits), ...openFileMemory(database, commits), close: () => commits.close() }
}
