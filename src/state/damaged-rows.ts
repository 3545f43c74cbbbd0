import type { DatabaseSync } from 'node:sqlite'
import { findResource } from '../resources/registry.ts'
import { readAttempt, readOperation, readUnsettled } from './attempts.ts'
import { readBase, readOwnFile } from './base-memory.ts'
import { readRemembered } from './file-memory.ts'
import { readLease } from './leases.ts'
import { readPicture } from './pre-images.ts'
import { bytesAt, DamagedRow, integerAt, readRow, type Row, textAt, textOrNullAt } from './row.ts'
import { readRun } from './runs.ts'

/** How many rows were read, and what is wrong with some of them: one sentence each. */
export interface RowCheck {
  readonly rows: number
  readonly problems: readonly string[]
}

/** Reads every row of every table as the commands do; a base record has to have its digest, and a picture its length. */
export function checkRows(database: DatabaseSync): RowCheck {
  const problems: string[] = []
  let rows = 0
  for (const [table, read] of readersOf(database)) {
    for (const row of database.prepare(`SELECT * FROM ${table}`).iterate()) {
      rows += 1
      const problem = problemOf(row, read)
      if (problem !== null) problems.push(problem)
    }
  }
  return { rows, problems }
}

type Reader = (row: Row) => unknown

function readersOf(database: DatabaseSync): readonly (readonly [table: string, read: Reader])[] {
  const one = database.prepare('SELECT bytes FROM base_dictionary WHERE store = ? AND resource = ?')
  const dictionaryOf = (row: Row): Uint8Array | undefined => {
    const found = one.get(integerAt(row, 'store'), textAt(row, 'resource'))
    return found && bytesAt(found, 'bytes')
  }
  return [
    ['run', readRun],
    ['plan', (row) => readRow(row, { table: 'plan', key: 'hash' }, () => bytesAt(row, 'bytes'))],
    ['attempt', (row) => [readAttempt(row), row['unsettled'] === null ? null : readUnsettled(row)]],
    ['operation', readOperation],
    ['lease', readLease],
    ['remembered_file', readRemembered],
    ['base_store', (row) => textOrNullAt(row, 'catalogue')],
    ['base_dictionary', (row) => bytesAt(row, 'bytes')],
    ['base', (row) => [resourceOfRow(row), readBase(row, dictionaryOf(row)), textOrNullAt(row, 'content')]],
    ['own_file', readOwnFile],
    ['picture', readPicture],
    ['pre_image', (row) => textAt(row, 'path')],
  ]
}

function resourceOfRow(row: Row): string {
  return readRow(row, { table: 'last applied', key: 'key' }, () => {
    const name = textAt(row, 'resource')
    if (findResource(name) === undefined) throw new DamagedRow(`${name} is no resource`)
    return name
  })
}

function problemOf(row: Row, read: Reader): string | null {
  try {
    read(row)
    return null
  } catch (error) {
    if (error instanceof DamagedRow) return error.message
    throw error
  }
}
