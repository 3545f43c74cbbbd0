import type { DatabaseSync } from 'node:sqlite'

/**
 * Keys belong to the store and not to its state: a snapshot has none, and loading one leaves those that there are.
 */
const ofKeys = /^(?:_key|_oauth.*|ApiAccess)$/

/** The tables of the state, in the database or in one that is attached under a name. */
export function stateTables(database: DatabaseSync, schema = 'main'): readonly string[] {
  const rows = database.prepare(`SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  return rows.map((row) => String(row['name'])).filter((name) => !ofKeys.test(name))
}

/** The tables that hold keys and what leads to them. */
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
