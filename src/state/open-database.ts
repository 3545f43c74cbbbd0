import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { cannotUse, stateFault } from './state-fault.ts'
import { createStateTables, migrateStateTables, stateApplicationId, stateVersion } from './state-schema.ts'

/**
 * Opens the state's database; creates its tables when the file is new, and migrates those of an older planogram.
 * `state-broken` when the file is not a database, not ours, of a newer planogram, or cannot be opened.
 */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') createFile(path)
  let database: DatabaseSync | null = null
  try {
    // Waits up to ten seconds for another process that writes.
    database = new DatabaseSync(path, { timeout: 10_000 })
    check(database, path)
    // FULL: a write is on disk before the next request goes out, so that a power cut loses none either. (`openWriteAheadLog` takes this over.)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    bringUpToDate(database, path)
    return database
  } catch (error) {
    database?.close()
    throw stateFault(path, error)
  }
}

/** SQLite would create the file with the modes of the shell; this one only its user may read. What exists keeps its modes. */
function createFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw cannotUse(path, error)
    failWhereUnreachable(path)
  }
}

/** A link to nowhere exists, and cannot be opened. */
function failWhereUnreachable(path: string): void {
  try {
    statSync(path)
  } catch (error) {
    throw cannotUse(path, error)
  }
}

/**
 * False where there is no state at a path. Throws `state-broken` where that is not known: a state in a folder that this user may not search is
 * there, and a plan without it would be another one.
 */
export function stateExists(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false
    throw cannotUse(path, error)
  }
}

/** Two processes may open a new or an old file at once: the second finds the tables as they have to be. */
function bringUpToDate(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = check(database, path)
    if (version === 0) createStateTables(database)
    else if (version < stateVersion) migrateStateTables(database, version)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The version of the tables; 0 for an empty database. */
function check(database: DatabaseSync, path: string): number {
  const version = pragma(database, 'user_version')
  const empty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (empty && version === 0) return 0
  if (pragma(database, 'application_id') !== stateApplicationId) {
    throw new OperationalError('state-broken', `${path} is the database of another program.`, {
      fix: 'Name another file under "state" in planogram.yaml.',
    })
  }
  if (version > stateVersion) {
    throw new OperationalError(
      'state-broken',
      `${path} was written by a newer planogram (state version ${version}, this one reads ${stateVersion}).`,
      {
        fix: 'Install that version of planogram, or name another file under "state" in planogram.yaml.',
      },
    )
  }
  return version
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
}
