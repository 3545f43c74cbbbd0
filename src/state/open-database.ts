import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../errors.ts'
import { createStateTables, stateApplicationId, stateVersion } from './state-schema.ts'

const newState = 'Move the file away to start with an empty state; the next plan reads everything from the store.'

/**
 * Opens the state's database and makes its tables when the file is new.
 * `state-broken` when the file is no database, not ours, of a newer planogram, or cannot be opened.
 */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') makeFolder(path)
  let database: DatabaseSync | null = null
  try {
    // Waits up to ten seconds for another process that writes.
    database = new DatabaseSync(path, { timeout: 10_000 })
    check(database, path)
    // FULL: an outcome is on the disk before the next request goes out, so that a power cut loses none either.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    createWhenEmpty(database, path)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof OperationalError ? error : unusable(path, error)
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw unusable(path, error)
  }
}

/** Two processes may open a new file at once: the second finds the tables made. */
function createWhenEmpty(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    if (check(database, path) === 0) createStateTables(database)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
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
      `${path} was written by a newer planogram (state version ${version}, this one knows ${stateVersion}).`,
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

function unusable(path: string, cause: unknown): OperationalError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (/not a database|malformed/.test(reason)) {
    return new OperationalError('state-broken', `${path} is damaged or no planogram state.`, { fix: newState, cause })
  }
  if (/locked|busy/.test(reason)) {
    return new OperationalError('state-broken', `${path} is held by another process for longer than ten seconds.`, {
      fix: 'Wait until the other planogram has ended, then try again.',
      cause,
    })
  }
  return new OperationalError('state-broken', `${path} cannot be opened: ${reason}.`, {
    fix: 'Check that the folder exists and may be written to, or name another file under "state" in planogram.yaml.',
    cause,
  })
}
