import type { DatabaseSync } from 'node:sqlite'

/** The id, application keys and logins belong to the store, not to its state: a snapshot has none, and loading one keeps those of the store. */
const ofKeys = /^(?:_store|_key|_oauth.*|_administrator|ApiAccess)$/

/** The tables of the state, in the main database or in an attached one. */
export function stateTables(database: DatabaseSync, schema = 'main'): readonly string[] {
  const rows = database.prepare(`SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  return rows.map((row) => String(row['name'])).filter((name) => !ofKeys.test(name))
}

/** The tables of the id, of application keys, of OAuth and of the administrator. */
export function keyTables(database: DatabaseSync): readonly string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return rows.map((row) => String(row['name'])).filter((name) => ofKeys.test(name))
}

/** The columns of a table, each quoted. */
export function columnsOf(database: DatabaseSync, schema: string, table: string): readonly string[] {
  return database
    .prepare(`SELECT name FROM pragma_table_info(?, ?)`)
    .all(table, schema)
    .map((row) => `"${String(row['name'])}"`)
}
