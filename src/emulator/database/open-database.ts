import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../../errors.ts'
import { diskProblemOf } from '../../files/disk-problem.ts'
import { makeDataFolder, makePrivateFile } from './private-path.ts'
import { schemaSql } from './schema-sql.ts'
import { giveStoreId } from './store-id.ts'

/** Incremented when a table changes; a data folder of another version is refused. */
const schemaVersion = 3

function setUp(database: DatabaseSync, onDisk: boolean): void {
  if (onDisk) database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  refuseOtherFormat(database, found)
  database.exec(`BEGIN IMMEDIATE; ${schemaSql}; PRAGMA user_version = ${schemaVersion}`)
  giveStoreId(database, { isLate: found !== 0 })
  database.exec('COMMIT')
}

/** A database that this program did not write: why it is refused, and what to do. */
class OtherFormat extends Error {
  readonly fix: string

  constructor(reason: string, fix: string) {
    super(reason)
    this.fix = fix
  }
}

/** Adds no table to a database of another program, or of another version. A new one has none. */
function refuseOtherFormat(database: DatabaseSync, found: number): void {
  if (found === schemaVersion) return
  const formats = `format ${found}, this version reads format ${schemaVersion}`
  if (found > schemaVersion)
    throw new OtherFormat(`a newer planogram wrote it (${formats})`, 'Install that version of planogram, or choose another folder.')
  if (found > 0) {
    const fix = 'Choose another folder. To keep what the store has, run `planogram pull` with the version that wrote it.'
    throw new OtherFormat(`an older planogram wrote it (${formats})`, fix)
  }
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined)
    throw new OtherFormat('it is the database of another program', 'Choose another folder.')
}

/**
 * The database of an embedded store: `store.db` in the folder, or in memory without one. One process at a time can open a folder.
 * The write-ahead log keeps every committed request if the process is killed.
 */
export function openDatabase(data: string | undefined): DatabaseSync {
  const path = data === undefined ? ':memory:' : join(data, 'store.db')
  let database: DatabaseSync | undefined
  try {
    if (data !== undefined) {
      makeDataFolder(data, 'store.db')
      // SQLite creates its log with the mode of the database.
      makePrivateFile(path, [`${path}-wal`, `${path}-shm`])
    }
    database = new DatabaseSync(path)
    setUp(database, data !== undefined)
    return database
  } catch (error) {
    database?.close()
    const why = error instanceof Error ? error.message : String(error)
    const locked = /locked/.test(why)
    throw new OperationalError(
      'file-unreadable',
      `The embedded store ${path} cannot be opened: ${locked ? 'another process has it open' : why}`,
      { fix: fixOf(error, locked), cause: error, ...(locked ? { context: { reason: 'locked' } } : {}) },
    )
  }
}

function fixOf(error: unknown, locked: boolean): string {
  if (error instanceof OtherFormat) return error.fix
  if (locked) return 'Stop that process, or connect to its store.'
  switch (diskProblemOf(error)) {
    case 'full':
      return 'Free some space on that disk; the data of the store is kept.'
    case 'refused':
      return 'Allow this user to write there, or choose another folder; the data of the store is kept.'
    case undefined:
      return 'Choose another folder, or remove this one to start with an empty store.'
  }
}
