import type { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../../errors.ts'

/** Throws `wrong-usage` for a call of a store that is closed. */
export function checkOpen(database: DatabaseSync): void {
  if (database.isOpen) return
  throw new OperationalError('wrong-usage', 'The embedded store is closed.', {
    fix: 'Close it when the calls that use it have ended, or start another one.',
  })
}
