import { openAttempts } from './attempts.ts'
import { openBaseMemory } from './base-memory.ts'
import { openFileMemory } from './file-memory.ts'
import { openGroupCommit } from './group-commit.ts'
import { openLeases } from './leases.ts'
import { openInspection } from './inspect-database.ts'
import { openDatabase } from './open-database.ts'
import { openPreImages } from './pre-images.ts'
import { openPruning } from './prune.ts'
import { openRuns } from './runs.ts'
import type { State } from './state.ts'
import { openStoreNames } from './store-names.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

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
  const commits = openGroupCommit(database, path, openWriteAheadLog(database, path))
  const { mustHold, held, ...leases } = openLeases(database, commits)
  const { mustWrite, open, ...runs } = openRuns(database, commits, { mustHold })
  const attempts = openAttempts(database, commits, { mustWrite, open })
  return {
    ...leases,
    ...runs,
    ...attempts,
    ...openBaseMemory(database, commits, { mustHold }),
    ...openPreImages(database, commits, { mustWrite }),
    ...openFileMemory(database, commits),
    ...openStoreNames(database, commits),
    ...openPruning(database, commits),
    ...openInspection(database, commits, { held }),
    close: () => commits.close(),
  }
}
