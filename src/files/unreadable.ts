import { OperationalError, systemCodeOf } from '../errors.ts'

/**
 * The `file-unreadable` error for a file or folder that was listed and then cannot be read. A file that disappeared in between is an
 * error too: without it, its records would look as if they had been removed from the catalogue. `what` starts the sentence.
 */
export function unreadable(what: string, cause: unknown): OperationalError {
  const isGone = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(cause))
  return isGone
    ? new OperationalError('file-unreadable', `${what} disappeared while the catalogue was read.`, {
        fix: 'Run the command again while no other program changes the folder.',
        cause,
      })
    : new OperationalError('file-unreadable', `${what} cannot be read.`, { fix: 'Allow this user to read it.', cause })
}
