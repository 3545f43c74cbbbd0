import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '../../errors.ts'
import { diffStates, type StateDifference } from './diff-states.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'

/** A state that was kept. */
export interface SnapshotInfo {
  readonly name: string
  /** Bytes, without those of the files, which are shared. */
  readonly size: number
}

/** Named states of one emulator: records, numbers and files; keys belong to none. */
export interface Snapshots {
  /** Keeps the state under a name; one that is there is replaced. Fails with `wrong-usage` for a name that is none. */
  save(name: string): SnapshotInfo
  /** Puts a kept state in the place of the present one, whole or not at all. Fails with `wrong-usage` when there is none. */
  load(name: string): void
  /** By name. */
  list(): readonly SnapshotInfo[]
  /** What has changed from one kept state to another, or to the present one. */
  diff(from: string, to?: string): readonly StateDifference[]
  /** False when there was none. */
  remove(name: string): boolean
}

/** The snapshots as the emulator itself sees them. */
export interface SnapshotStore extends Snapshots {
  /** Whether a kept state names these bytes, so that they have to stay. */
  names(sha256: string): boolean
  /** Removes what was kept for a store in memory. */
  close(): void
}

interface SnapshotOptions {
  readonly database: DatabaseSync
  /** Folder of the kept states; `null` makes a temporary one when it is needed. */
  readonly folder: string | null
  /** Called after a state was loaded or removed. */
  readonly onChange: () => void
}

const nameShape = /^[A-Za-z0-9][\w.-]{0,63}$/
const ending = '.db'

/** Opens a kept state for as long as `use` runs. */
function withFile<Result>(path: string, use: (snapshot: DatabaseSync) => Result): Result {
  const snapshot = new DatabaseSync(path, { readOnly: true })
  try {
    return use(snapshot)
  } finally {
    snapshot.close()
  }
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
  throw new OperationalError('wrong-usage', `A snapshot cannot be named ${JSON.stringify(name.slice(0, 80))}.`, {
    fix: 'Use letters, digits, dots, dashes and underscores, at most 64.',
  })
}

function noSnapshot(name: string): OperationalError {
  return new OperationalError('wrong-usage', `There is no snapshot ${name}.`, { fix: 'List those that there are, or save one first.' })
}

/** The kept states of a database, those of earlier runs included. */
export function openSnapshots({ database, folder, onChange }: SnapshotOptions): SnapshotStore {
  let place = folder
  const blobs = new Map<string, ReadonlySet<string>>()
  const pathOf = (name: string): string | undefined => (place === null ? undefined : join(place, `${checkedName(name)}${ending}`))
  const names = (): string[] => {
    if (place === null || !existsSync(place)) return []
    const files = readdirSync(place).filter((file) => file.endsWith(ending) && nameShape.test(file.slice(0, -ending.length)))
    return files.map((file) => file.slice(0, -ending.length)).toSorted()
  }
  const existing = (name: string): string => {
    const path = pathOf(name)
    if (path === undefined || !existsSync(path)) throw noSnapshot(checkedName(name))
    return path
  }
  const infoOf = (name: string): SnapshotInfo => ({ name, size: statSync(existing(name)).size })
  for (const name of names()) blobs.set(name, blobsIn(existing(name)))

  return {
    save: (name) => {
      checkedName(name)
      place ??= mkdtempSync(join(tmpdir(), 'planogram-snapshots-'))
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const path = join(place, `${name}${ending}`)
      writeSnapshot(database, path)
      blobs.set(name, blobsIn(path))
      return infoOf(name)
    },
    load: (name) => {
      readSnapshot(database, existing(name), name)
      onChange()
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
      onChange()
      return true
    },
    names: (sha256) => blobs.values().some((known) => known.has(sha256)),
    close: () => {
      if (folder === null && place !== null) rmSync(place, { recursive: true, force: true })
    },
  }
}
