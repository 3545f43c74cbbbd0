import type { DatabaseSync } from 'node:sqlite'
import { checkOpen } from './check-open.ts'

/**
 * Runs work in a savepoint of this name, which can be part of a larger transaction: what it changed is kept, or nothing of it. Where it cannot
 * be committed, such as on a full disk, it is taken back too: a transaction that stays open would keep all later writes from the disk.
 */
export function inSavepoint<T>(database: DatabaseSync, name: string, work: () => T): T {
  checkOpen(database)
  database.exec(`SAVEPOINT ${name}`)
  try {
    const result = work()
    database.exec(`RELEASE ${name}`)
    return result
  } catch (error) {
    // After some errors SQLite itself has taken the whole transaction back.
    if (database.isTransaction) database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
    throw error
  }
}
