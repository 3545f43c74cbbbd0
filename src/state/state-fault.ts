import { OperationalError, systemCodeOf } from '../errors.ts'
import { sqliteCodeOf } from '../files/disk-problem.ts'
import { DamagedRow } from './row.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html) that report the state of the file, not a bug of ours. */
const result = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const

/**
 * A damaged row, and a fault of SQLite or of the file system, as `state-broken`, decided by its code. Everything else is returned as it is:
 * a broken constraint is a bug.
 */
export function stateFault(path: string, error: unknown): unknown {
  if (error instanceof DamagedRow) return fault(`${path} is damaged: ${error.message}.`, restore, error)
  switch (sqliteCodeOf(error)) {
    case result.corrupt:
    case result.notADatabase:
      return fault(`${path} is damaged or not a planogram state file.`, newState, error)
    case result.busy:
    case result.locked:
      return fault(`${path} has been locked by another process for more than 10 seconds.`, waitForIt, error)
    case result.full:
      return fault(`${path} cannot be written: the disk is full.`, 'Free some disk space, then run the command again.', error)
    case result.readOnly:
    case result.io:
    case result.cannotOpen:
      return cannotUse(path, error)
    default:
      return error
  }
}

/** The state's file or folder cannot be opened or written. */
export function cannotUse(path: string, cause: unknown): OperationalError {
  const reason = sqliteCodeOf(cause) === 0 ? systemCodeOf(cause) : messageOf(cause)
  return fault(`${path} cannot be opened or written (${reason}).`, checkFolder, cause)
}

/** A call of a state that is closed. */
export function closedState(path: string): OperationalError {
  return new OperationalError('wrong-usage', `The state ${path} is closed.`, {
    fix: 'Close it, or the connection that it belongs to, when the calls that use it have ended.',
  })
}

const newState = 'Move the file away to start with an empty state; the next plan reads everything from the store.'
const restore = 'Restore a backup of it, or move it away to start with an empty state; `planogram state check` lists what is damaged.'
const waitForIt = 'Wait until the other planogram process has ended, then try again.'
const checkFolder = 'Check that the folder exists and is writable, or name another file under "state" in planogram.yaml.'

function fault(message: string, fix: string, cause: unknown): OperationalError {
  return new OperationalError('state-broken', message, { fix, cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
