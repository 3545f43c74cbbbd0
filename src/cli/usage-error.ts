import type { CommanderError } from 'commander'
import { OperationalError } from '../errors.ts'
import { nearestWord } from '../problems/nearest-word.ts'

/** A command line that the parser refuses, as the error that all other wrong usage is; `null` where it only asked for help or the version. */
export function usageErrorOf({ code, message, exitCode }: CommanderError, command: string | undefined): OperationalError | null {
  if (exitCode === 0 || code === 'commander.help') return null
  const [first = '', ...hints] = message.replace(/^error: /, '').split('\n')
  const hint = hints.map((line) => line.replace(/^\((.*)\)$/, '$1').replace(/^Did you mean (.*)\?$/, 'Did you mean `$1`?'))
  const other = otherOption(first, command)
  const fix = [...(other === undefined ? hint : [other]), runHelp(command)].join(' ')
  return new OperationalError('wrong-usage', `${first.replace(/'([^']*)'/g, '`$1`').replace(/\.$/, '')}.`, { fix })
}

function runHelp(command: string | undefined): string {
  return `Run \`planogram ${command === undefined ? '' : `${command} `}--help\`.`
}

/** What to type for options of other programs; with a command in front, for that command alone. */
const otherOptions: Readonly<Record<string, string>> = {
  '--json': 'Write `--format json`.',
  'apply --dry-run': '`planogram plan` prints what an apply would do.',
  'apply --yes': 'Did you mean `--auto-approve`?',
}

function otherOption(message: string, command = ''): string | undefined {
  const [, typed = ''] = /^unknown option '(--[\w-]+)'/.exec(message) ?? []
  return otherOptions[`${command} ${typed}`] ?? otherOptions[typed]
}

/** The error of an option with one dash where it has two, as in `terraform plan -out=file`: it would be `-o` with the value `ut=file`. */
export function singleDash(argv: readonly string[], known: readonly string[], command?: string): OperationalError | undefined {
  const end = argv.indexOf('--')
  const words = (end < 0 ? argv : argv.slice(0, end)).map((word) => /^-([a-z][\w-]+)/.exec(word)?.[1] ?? '')
  const name = words.find((word) => word !== '' && known.includes(`--${word}`))
  return name === undefined
    ? undefined
    : new OperationalError('wrong-usage', `unknown option \`-${name}\`.`, {
        fix: `Did you mean \`--${name}\`? ${runHelp(command)}`,
      })
}

/** The commands that do what commands of git, Terraform and other programs do. */
const otherCommands: Readonly<Record<string, string>> = {
  check: 'validate',
  deploy: 'apply',
  diff: 'plan',
  format: 'fmt',
  history: 'runs',
  import: 'pull',
  lint: 'validate',
  list: 'runs',
  log: 'runs',
  new: 'init',
  push: 'apply',
  refresh: 'drift',
  revert: 'undo',
  rollback: 'undo',
  serve: 'emulator',
  status: 'plan',
  sync: 'apply',
  version: '--version',
}

/** The error of a command that the program does not have. */
export function unknownCommand(typed: string, known: readonly string[]): OperationalError {
  const near = Object.hasOwn(otherCommands, typed) ? otherCommands[typed] : nearestWord(typed, known)
  return new OperationalError('wrong-usage', `unknown command \`${typed}\`.`, {
    fix: `${near === undefined ? '' : `Did you mean \`${near}\`? `}Run \`planogram --help\`.`,
  })
}
