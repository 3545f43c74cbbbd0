import { OperationalError, systemCodeOf } from '../errors.ts'

/**
 * The error for a file or folder that was found and then cannot be read. One that is gone by then is no reason to go on without it:
 * what it held would look as if somebody had taken it out of the catalogue.
 */
export function unreadable(what: string, cause: unknown): OperationalError {
  const isGone = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(cause))
  return isGone
    ? new OperationalError('file-unreadable', `${what} went away while the catalogue was read.`, {
        fix: 'Run the command again when no other program changes the folder.',
        cause,
      })
    : new OperationalError('file-unreadable', `${what} cannot be read.`, { fix: 'It must be one that this user may read.', cause })
}
