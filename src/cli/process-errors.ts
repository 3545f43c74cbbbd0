import { exitCodes, OperationalError, systemCodeOf } from '../errors.ts'
import type { Streams } from './program-output.ts'
import { reportError } from './report-error.ts'

/** Reports that stdout could not be written, such as to a full disk, and returns the exit code; one that is not a success is kept. */
export function reportLostOutput(cause: unknown, argv: readonly string[], streams: Streams & { readonly exitCode?: unknown }): number {
  const { exitCode } = streams
  const error = new OperationalError('file-unwritable', `The output of the command cannot be written (${systemCodeOf(cause)}).`, {
    fix: 'Free space where the output goes, or send it elsewhere, then run the command again.',
    cause,
  })
  const failed = reportError(error, argv, streams)
  return typeof exitCode === 'number' && !successes.includes(exitCode) ? exitCode : failed
}

/** The exit codes of a command that has done what it is for. */
const successes: readonly number[] = [exitCodes.done, exitCodes.changes]

/** Reports that the current folder cannot be found, such as one that was deleted, and returns the exit code. */
export function reportMissingFolder(cause: unknown, argv: readonly string[], streams: Streams): number {
  const error = new OperationalError('file-unreadable', `The current folder does not exist any more (${systemCodeOf(cause)}).`, {
    fix: 'Change to a folder that exists, then run the command again.',
    cause,
  })
  return reportError(error, argv, streams)
}
