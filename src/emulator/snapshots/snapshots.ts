import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../../errors.ts'
import { checkOpen } from '../database/check-open.ts'
import { makePrivateFile, makePrivateFolder } from '../database/private-path.ts'
import { diffStates, type StateDifference } from './diff-states.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'

/** A saved state. */
export interface SnapshotInfo {
  readonly name: string
  /** Bytes, without the contents of files, which snapshots share. */
  readonly size: number
}

/** Named states of one emulator: records, assigned numbers and files, without application keys. */
export interface Snapshots {
  /** Saves the state under a name; an existing snapshot is replaced. Fails with `wrong-usage` for an invalid name. */
  save(name: string): SnapshotInfo
  /** Replaces the present state by a saved one, in a transaction. Fails with `wrong-usage` if it does not exist, `file-unreadable` if it is damaged. */
  load(name: string): void
  /** Sorted by name. */
  list(): readonly SnapshotInfo[]
  /** The changes from one saved state to another, or to the present state. */
  diff(from: string, to?: string): readonly StateDifference[]
  /** False if it does not exist. */
  remove(name: string): boolean
}

/** The snapshots with what the emulator itself needs. */
export interface SnapshotStore extends Snapshots {
  /** True if a saved state contains a file with these bytes, which must then be kept. */
  isUsed(sha256: string): boolean
  /** Removes the snapshots of a store in memory. */
  close(): void
}

interface SnapshotOptions {
  readonly database: DatabaseSync
  /** Folder of the saved states; with `null` a temporary one is created when needed. */
  readonly folder: string | null
  /** Called after a state was loaded. */
  readonly onLoad: () => void
  /** Called after a saved state was removed. */
  readonly onRemove: () => void
}

const nameShape = /^[A-Za-z0-9][\w.-]{0,63}$/
const ending = '.db'

/** Opens a saved state while `use` runs. Fails with `file-unreadable` if it is damaged or is not a saved state. */
function withFile<Result>(path: string, use: (snapshot: DatabaseSync) => Result): Result {
  let snapshot: DatabaseSync | undefined
  try {
    snapshot = new DatabaseSync(path, { readOnly: true })
    return use(snapshot)
  } catch (error) {
    const isOfSqlite = error instanceof Error && 'errcode' in error
    throw isOfSqlite ? unreadable(path, error) : error
  } finally {
    snapshot?.close()
  }
}

/** It is not skipped: the bytes that only its files have would be removed. */
function unreadable(path: string, cause: Error): OperationalError {
  return new OperationalError('file-unreadable', `The snapshot ${path} cannot be read: ${cause.message}.`, {
    fix: 'Restore this file, or remove it.',
    cause,
  })
}

function blobsIn(path: string): ReadonlySet<string> {
  const sql = 'SELECT sha256 FROM file_node WHERE sha256 IS NOT NULL'
  return withFile(
    path,
    (snapshot) =>
      new Set(
        snapshot
          .prepare(sql)
          .all()
          .map((row) => String(row['sha256'])),
      ),
  )
}

function checkedName(name: string): string {
  if (nameShape.test(name)) return name
  throw new OperationalError('wrong-usage', `Invalid snapshot name: ${JSON.stringify(name.slice(0, 80))}.`, {
    fix: 'Use letters, digits, dots, dashes and underscores, at most 64 characters.',
  })
}

function noSnapshot(name: string): OperationalError {
  return new OperationalError('wrong-usage', `There is no snapshot ${name}.`, { fix: 'List the existing snapshots, or save one first.' })
}

/** The names of the states in a folder, sorted; none if it does not exist. */
export function savedSnapshots(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith(ending) && nameShape.test(file.slice(0, -ending.length)))
  return files.map((file) => file.slice(0, -ending.length)).toSorted()
}

/** The saved states of a database, including those of earlier runs. */
export function openSnapshots({ database, folder, onLoad, onRemove }: SnapshotOptions): SnapshotStore {
  let place = folder
  const blobs = new Map<string, ReadonlySet<string>>()
  const pathOf = (name: string): string | undefined => (place === null ? undefined : join(place, `${checkedName(name)}${ending}`))
  const names = (): readonly string[] => (place === null ? [] : savedSnapshots(place))
  const existing = (name: string): string => {
    checkOpen(database)
    const path = pathOf(name)
    if (path === undefined || !existsSync(path)) throw noSnapshot(checkedName(name))
    return path
  }
  const infoOf = (name: string): SnapshotInfo => ({ name, size: statSync(existing(name)).size })
  for (const name of names()) {
    blobs.set(name, blobsIn(existing(name)))
    makePrivateFile(existing(name))
  }

  return {
    save: (name) => {
      checkOpen(database)
      checkedName(name)
      place ??= mkdtempSync(join(tmpdir(), 'planogram-snapshots-'))
      makePrivateFolder(place)
      const path = join(place, `${name}${ending}`)
      writeSnapshot(database, path)
      blobs.set(name, blobsIn(path))
      return infoOf(name)
    },
    load: (name) => {
      const path = existing(name)
      // The file may have been replaced since it was listed.
      blobs.set(name, blobsIn(path))
      readSnapshot(database, path, name)
      onLoad()
    },
    list: () => names().map(infoOf),
    diff: (from, to) =>
      withFile(existing(from), (before) =>
        to === undefined ? diffStates(before, database) : withFile(existing(to), (after) => diffStates(before, after)),
      ),
    remove: (name) => {
      const path = pathOf(name)
      if (path === undefined || !existsSync(path)) return false
      rmSync(path)
      blobs.delete(name)
      onRemove()
      return true
    },
    isUsed: (sha256) => blobs.values().some((known) => known.has(sha256)),
    close: () => {
      if (folder === null && place !== null) rmSync(place, { recursive: true, force: true })
    },
  }
}
