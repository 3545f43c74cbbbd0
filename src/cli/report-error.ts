import { exitCodes, OperationalError } from '../errors.ts'
import { sanitize } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import type { GlobalOptions } from './global-options.ts'
import { programOutput, type Streams } from './program-output.ts'

/** Prints the error that ends a command line, and returns its exit code. */
export function reportError(error: unknown, argv: readonly string[], streams: Streams): number {
  const { errorTheme } = programOutput({ color: colourFlagOf(argv), quiet: false }, streams)
  streams.stderr.write(errorText(error, errorTheme))
  return error instanceof OperationalError ? error.exitCode : exitCodes.error
}

/** The colour flag as typed: an error can be thrown before the options are read. */
function colourFlagOf(argv: readonly string[]): GlobalOptions['color'] {
  const at = argv.findIndex((word) => word === '--color' || word.startsWith('--color='))
  const value = at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1])
  return value === 'always' || value === 'never' ? value : 'auto'
}

/** An error for people: what happened and what to do; a bug with its stack and a request to report it. */
export function errorText(error: unknown, theme: Theme): string {
  if (error instanceof OperationalError) {
    return `${theme.red(`error[${error.code}]:`)} ${sanitize(error.message)}\n${theme.cyan('  help:')} ${sanitize(error.fix)}\n`
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${theme.red('Internal error: this is a bug in planogram.')}\n${sanitize(stack)}\nPlease report it with the command that you ran.\n`
}
