import { systemCodeOf } from '../errors.ts'

/** Why a file cannot be written: its disk is full, or the system refuses it. */
export type DiskProblem = 'full' | 'refused'

const systemProblems: Readonly<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  EFBIG: 'refused',
  EIO: 'refused',
}

/** SQLITE_FULL. */
const sqliteFull = 13

/** By the primary result code of SQLite (sqlite.org/rescode.html): full; read-only, input or output, cannot be opened. */
const sqliteProblems: Readonly<Record<number, DiskProblem>> = { [sqliteFull]: 'full', 8: 'refused', 10: 'refused', 14: 'refused' }

/** The problem of a disk that an error reports, or `undefined` for any other error. */
export function diskProblemOf(error: unknown): DiskProblem | undefined {
  return sqliteProblems[sqliteCodeOf(error)] ?? systemProblems[systemCodeOf(error)]
}

/** SQLITE_IOERR_SHMSIZE: a database with a write-ahead log cannot be opened, also to read it, where its index finds no room on the disk. */
const noRoomForIndex = 4_874

/** The primary result code of SQLite, the lower byte of an extended one; 0 for an error that is not one of SQLite. */
export function sqliteCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0
  return error.errcode === noRoomForIndex ? sqliteFull : error.errcode & 0xff
}
