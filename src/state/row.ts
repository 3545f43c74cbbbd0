import type { SQLOutputValue } from 'node:sqlite'
import { invariant } from '../errors.ts'

/** A row of the state's database. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** The text of a column that is always set. */
export function textAt(row: Row, column: string): string {
  const value = row[column]
  invariant(typeof value === 'string', `column ${column} of the state is not text`)
  return value
}

/** The text of a column, or `null` where it was never set. */
export function textOrNullAt(row: Row, column: string): string | null {
  return row[column] === null ? null : textAt(row, column)
}

/** The whole number in a column that is always set. */
export function integerAt(row: Row, column: string): number {
  const value = row[column]
  invariant(typeof value === 'number', `column ${column} of the state is not a number`)
  return value
}
