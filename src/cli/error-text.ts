import { OperationalError } from '../errors.ts'
import { sanitize } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'

/** An error as a person reads it: what happened, what to do; a bug with its stack and a request to report it. */
export function errorText(error: unknown, theme: Theme): string {
  if (error instanceof OperationalError) {
    const fix = error.fix === undefined ? '' : `${theme.cyan('  help:')} ${sanitize(error.fix)}\n`
    return `${theme.red(`error[${error.code}]:`)} ${sanitize(error.message)}\n${fix}`
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${theme.red('planogram failed in a way that it should not:')}\n${sanitize(stack)}\nPlease report this with the command that you ran.\n`
}
