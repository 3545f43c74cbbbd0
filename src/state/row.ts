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

/** The bytes in a column that is always set. */
export function bytesAt(row: Row, column: string): Uint8Array {
  const value = row[column]
  invariant(value instanceof Uint8Array, `column ${column} of the state is not bytes`)
  return value
}

/** The texts of a column with a JSON list. */
export function textsAt(row: Row, column: string): readonly string[] {
  const value: unknown = JSON.parse(textAt(row, column))
  invariant(Array.isArray(value), `column ${column} of the state is not a list`)
  return value.map(String)
}

/** The text of a column with one of these words, or `null` where it was never set. */
export function oneOfOrNullAt<Word extends string>(row: Row, column: string, words: readonly Word[]): Word | null {
  const text = textOrNullAt(row, column)
  const found = words.find((word) => word === text)
  invariant(text === null || found !== undefined, `column ${column} of the state has an unknown word`)
  return found ?? null
}
