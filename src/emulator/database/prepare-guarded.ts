import { constants, type DatabaseSync, type StatementSync } from 'node:sqlite'
import { invariant } from '../../errors.ts'
import { resources } from '../../resources/registry.ts'

const tables: ReadonlySet<string | null> = new Set([...resources.map(({ name }) => name), 'json_each'])
const functions: ReadonlySet<string | null> = new Set(['count', 'datetime', 'max', 'nullif', 'coalesce', 'glob', 'like', '->>', 'strftime'])

function isReading(action: number, first: string | null, second: string | null): boolean {
  switch (action) {
    case constants.SQLITE_SELECT:
      return true
    case constants.SQLITE_READ:
      return tables.has(first)
    case constants.SQLITE_FUNCTION:
      return functions.has(second)
    default:
      return false
  }
}

/**
 * Prepares SQL that was built from a client's expression. It may read the tables of resources and call the functions that our own SQL
 * uses; SQLite refuses anything else, whatever the code that built it overlooked. Throws SQLite's own error.
 */
export function prepareGuarded(database: DatabaseSync, sql: string): StatementSync {
  // VACUUM and similar statements do not call the authorizer.
  invariant(sql.startsWith('SELECT '), 'a guarded statement is a SELECT')
  database.setAuthorizer((action, first, second) => (isReading(action, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY))
  try {
    return database.prepare(sql)
  } finally {
    database.setAuthorizer(null)
  }
}
