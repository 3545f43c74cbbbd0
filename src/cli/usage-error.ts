import type { CommanderError } from 'commander'
import { OperationalError } from '../errors.ts'
import { nearestWord } from '../problems/nearest-word.ts'

/** A command line that the parser refuses, as the error that all other wrong usage is; `null` where it only asked for help or the version. */
export function usageErrorOf({ code, message, exitCode }: CommanderError, command: string | undefined): OperationalError | null {
  if (exitCode === 0 || code === 'commander.help') return null
  const [first = '', ...hints] = message.replace(/^error: /, '').split('\n')
  const hint = hints.map((line) => line.replace(/^\((.*)\)$/, '$1').replace(/^Did you mean (.*)\?$/, 'Did you mean `$1`?'))
  const fix = [...hint, `Run \`planogram ${command === undefined ? '' : `${command} `}--help\`.`].join(' ')
  return new OperationalError('wrong-usage', `${first.replace(/'([^']*)'/g, '`$1`').replace(/\.$/, '')}.`, { fix })
}

/** The error of a command that the program does not have. */
export function unknownCommand(typed: string, known: readonly string[]): OperationalError {
  const near = nearestWord(typed, known)
  return new OperationalError('wrong-usage', `unknown command \`${typed}\`.`, {
    fix: `${near === undefined ? '' : `Did you mean \`${near}\`? `}Run \`planogram --help\`.`,
  })
}
