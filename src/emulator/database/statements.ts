import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { checkOpen } from './check-open.ts'
import { inSavepoint } from './in-savepoint.ts'
import { prepareGuarded } from './prepare-guarded.ts'

/** One row as an array of cells, in the order of the columns. */
export type Row = readonly (string | number | null)[]

/** The queries of one database. */
export interface Queries {
  /** All rows of a query. */
  rows(sql: string, parameters?: readonly SQLInputValue[]): Row[]
  /** The first cell of the first row, or `undefined` without one. */
  cell(sql: string, parameters?: readonly SQLInputValue[]): string | number | null | undefined
}

/** Prepared statements of one database, each SQL text prepared once. */
export interface Statements extends Queries {
  /** Runs a statement that changes rows; returns how many. */
  run(sql: string, parameters?: readonly SQLInputValue[]): number
  /** Inserts a row; returns its `_id`. */
  insert(sql: string, parameters: readonly SQLInputValue[]): number
  /** Runs `work` in a transaction; calls can be nested. */
  whole<T>(work: () => T): T
  /** For SQL that was built from a client's expression: preparing anything but a read of resources fails. */
  readonly guarded: Queries
}

/** Clients send filters of many shapes; a cache without a limit would keep a statement for each. */
const maxStatements = 400

function isRow(value: unknown): value is Row {
  return Array.isArray(value)
}

/** Returns the statement of an SQL text, prepared once. */
function cached(database: DatabaseSync, prepare: (sql: string) => StatementSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>()
  return (sql) => {
    checkOpen(database)
    const found = known.get(sql)
    if (found) return found
    if (known.size >= maxStatements) known.clear()
    const prepared = prepare(sql)
    prepared.setReturnArrays(true)
    known.set(sql, prepared)
    return prepared
  }
}

function queriesOf(statement: (sql: string) => StatementSync): Queries {
  return {
    rows: (sql, parameters = []) => {
      const found: readonly unknown[] = statement(sql).all(...parameters)
      return found.filter(isRow)
    },
    cell: (sql, parameters = []) => {
      const row: unknown = statement(sql).get(...parameters)
      return isRow(row) ? row[0] : undefined
    },
  }
}

/** The statements of a database; they live as long as it is open. Fails with `wrong-usage` afterwards. */
export function createStatements(database: DatabaseSync): Statements {
  const statement = cached(database, (sql) => database.prepare(sql))
  let depth = 0

  return {
    ...queriesOf(statement),
    run: (sql, parameters = []) => Number(statement(sql).run(...parameters).changes),
    insert: (sql, parameters) => Number(statement(sql).run(...parameters).lastInsertRowid),
    whole: (work) => {
      const name = `level${depth}`
      depth += 1
      try {
        return inSavepoint(database, name, work)
      } finally {
        depth -= 1
      }
    },
    guarded: queriesOf(cached(database, (sql) => prepareGuarded(database, sql))),
  }
}
