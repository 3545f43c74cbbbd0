import { renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../../errors.ts'
import { inSavepoint } from '../database/in-savepoint.ts'
import { makePrivateFile } from '../database/private-path.ts'
import { columnsOf, keyTables, stateTables } from './snapshot-tables.ts'

/** Writes the state into a file, atomically, without application keys; where that fails, nothing of it is left. */
export function writeSnapshot(database: DatabaseSync, path: string): void {
  const beside = `${path}.new`
  rmSync(beside, { force: true })
  try {
    makePrivateFile(beside)
    database.prepare('VACUUM INTO ?').run(beside)
    removeKeys(beside)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

function removeKeys(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('PRAGMA secure_delete = ON')
    for (const table of keyTables(copy)) copy.exec(`DELETE FROM "${table}"`)
  } finally {
    copy.close()
  }
}

function versionOf(database: DatabaseSync, schema: string): unknown {
  return database.prepare(`PRAGMA ${schema}.user_version`).get()?.['user_version']
}

function replaceTable(database: DatabaseSync, table: string): void {
  if (table === '_counter') {
    // The codes of application keys continue to count.
    database.exec(`DELETE FROM main._counter WHERE name <> 'ApiAccess';
      INSERT INTO main._counter SELECT * FROM snapshot._counter WHERE true
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`)
    return
  }
  const columns = columnsOf(database, 'snapshot', table).join(', ')
  database.exec(`DELETE FROM main."${table}"`)
  if (columns !== '') database.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM snapshot."${table}"`)
}

/** Replaces the state of the database by that of a file, in a transaction; application keys are kept. */
export function readSnapshot(database: DatabaseSync, path: string, name: string): void {
  database.prepare('ATTACH ? AS snapshot').run(path)
  try {
    if (versionOf(database, 'main') !== versionOf(database, 'snapshot')) {
      throw new OperationalError('file-unreadable', `The snapshot ${name} was saved by another version of this program.`, {
        fix: 'Save it again with this version.',
      })
    }
    inSavepoint(database, 'snapshot_load', () => {
      for (const table of stateTables(database)) replaceTable(database, table)
    })
  } finally {
    database.exec('DETACH snapshot')
  }
}
