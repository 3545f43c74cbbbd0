import type { SQLOutputValue } from 'node:sqlite'

/** A row of the state's database. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A row that holds what planogram never writes. Its message names the table and the row: "run r1: overrides is not a list". */
export class DamagedRow extends Error {}

/** How a damaged row is named: its table, and the column with its key. */
interface RowName {
  readonly table: string
  readonly key: string
}

/** What `read` makes of a row. Whatever it throws becomes a `DamagedRow` that names the row. */
export function readRow<Value>(row: Row, { table, key }: RowName, read: (row: Row) => Value): Value {
  try {
    return read(row)
  } catch (cause) {
    const name = row[key]
    const reason = cause instanceof DamagedRow ? cause.message : 'its content cannot be read'
    throw new DamagedRow(`${table} ${typeof name === 'string' || typeof name === 'number' ? name : '?'}: ${reason}`, { cause })
  }
}

/** The text of a column that is always set. */
export function textAt(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new DamagedRow(`${column} is not text`)
  return value
}

/** The text of a column, or `null` where it was never set. */
export function textOrNullAt(row: Row, column: string): string | null {
  return row[column] === null ? null : textAt(row, column)
}

/** The time in a column that is always set, as it is written there. */
export function timeAt(row: Row, column: string): string {
  const text = textAt(row, column)
  if (Number.isNaN(Date.parse(text))) throw new DamagedRow(`${column} is not a time`)
  return text
}

/** The time in a column, or `null` where it was never set. */
export function timeOrNullAt(row: Row, column: string): string | null {
  return row[column] === null ? null : timeAt(row, column)
}

/** The whole number in a column that is always set. */
export function integerAt(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new DamagedRow(`${column} is not a number`)
  return value
}

/** The bytes in a column that is always set. */
export function bytesAt(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new DamagedRow(`${column} is not bytes`)
  return value
}

/** The JSON in a column that is always set. */
export function jsonAt(row: Row, column: string): unknown {
  const text = textAt(row, column)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedRow(`${column} is not JSON`, { cause })
  }
}

/** The texts of a column with a JSON list. */
export function textsAt(row: Row, column: string): readonly string[] {
  const value = jsonAt(row, column)
  if (!Array.isArray(value)) throw new DamagedRow(`${column} is not a list`)
  return value.map(String)
}

/** The text of a column with one of these words, or `null` where it was never set. */
export function oneOfOrNullAt<Word extends string>(row: Row, column: string, words: readonly Word[]): Word | null {
  const text = textOrNullAt(row, column)
  const found = words.find((word) => word === text)
  if (text !== null && found === undefined) throw new DamagedRow(`${column} has an unknown word`)
  return found ?? null
}
