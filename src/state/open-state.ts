import { openDatabase } from './open-database.ts'
import { openFileMemory } from './file-memory.ts'
import { openJournal } from './journal.ts'
import type { State } from './state.ts'

/**
 * Opens what planogram remembers: a file (its folder is made), or `:memory:` for nothing kept.
 * Throws `state-broken` for a file that is no state, or that a newer planogram wrote.
 */
export function openState(path: string): State {
  const database = openDatabase(path)
  return { ...openJournal(database), ...openFileMemory(database), close: () => database.close() }
}
