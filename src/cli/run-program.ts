import { Command, CommanderError } from 'commander'
import { exitCodes } from '../errors.ts'
import { commandGroups } from './command-usage.ts'
import { commands, type ProgramCommand } from './commands.ts'
import { engineVersion } from '../workspace/engine-version.ts'
import { globalOptions } from './global-options.ts'
import { commandHelp, programHelp } from './help-text.ts'
import { addOptions, optionUsages, readOptions, typedOptions } from './option.ts'
import { reportError } from './report-error.ts'
import type { Surroundings } from './surroundings.ts'
import { singleDash, unknownCommand, usageErrorOf } from './usage-error.ts'

/** Runs one command line and returns its exit code; every error ends here as one message on stderr. */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done
  const program = buildProgram(argv, surroundings, async ({ usage, run }, command) => {
    const global = readOptions(globalOptions, program.opts())
    exitCode = await run(typedOptions(command, usage.options), global, surroundings)
  })
  try {
    refuseUnknown(argv)
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    const shown = error instanceof CommanderError ? usageErrorOf(error, commandOf(argv)) : error
    return shown === null ? exitCodes.usage : reportError(shown, argv, surroundings)
  }
}

/**
 * Throws `wrong-usage` for a first word that is no command, also where `--help` follows, which the parser answers with the general help, and for
 * an option with one dash too few, which the parser takes for a letter with a value.
 */
function refuseUnknown(argv: readonly string[]): void {
  const [first = ''] = argv
  const names = commands.map(({ usage }) => usage.name)
  if (first !== '' && !first.startsWith('-') && ![...names, 'help'].includes(first)) throw unknownCommand(first, names)
  const name = commandOf(argv)
  const command = commands.find(({ usage }) => usage.name === name)
  const usages = [...optionUsages(globalOptions), ...(command ? optionUsages(command.usage.options) : [])]
  const known = usages.flatMap(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? [])
  const refused = singleDash(argv, [...known, '--help', '--version'], name)
  if (refused) throw refused
}

/** The command that is typed, if there is one. */
function commandOf(argv: readonly string[]): string | undefined {
  return argv.find((word) => commands.some(({ usage }) => usage.name === word))
}

type Perform = (typed: ProgramCommand, command: Command) => Promise<void>

function buildProgram(argv: readonly string[], surroundings: Surroundings, perform: Perform): Command {
  // Only a first word is certain to be the command: a later one can be the value of an option.
  const typed = commands.find(({ usage }) => usage.name === argv[0])
  const program = new Command('planogram')
    .description("Terraform for an online store's catalogue: YAML in git, planned, reviewed and applied")
    .version(engineVersion, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print this help')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      writeErr: (text) => surroundings.stderr.write(text),
      // A command line that is refused is an error like all others.
      outputError: () => undefined,
    })
    .exitOverride()
    .addHelpText('after', programHelp(commands.map(({ usage }) => usage)))
  addOptions(program, globalOptions)
  for (const group of commandGroups) {
    program.commandsGroup(`${group}:`)
    for (const each of commands.filter(({ usage }) => usage.group === group)) {
      const command = program.command(each.usage.name).description(each.usage.description)
      // The options of the others are neither parsed nor printed.
      if (!typed || typed === each) define(command, each, perform)
    }
  }
  program.commandsGroup('Help:').helpCommand(false)
  addHelp(program)
  return program
}

/** `planogram help [command]`; the one of commander ignores a command that does not exist. */
function addHelp(program: Command): void {
  const print = (typed: string | undefined): void => {
    const found = typed === undefined ? program : program.commands.find((command) => command.name() === typed)
    if (found === undefined)
      throw unknownCommand(
        typed ?? '',
        commands.map(({ usage }) => usage.name),
      )
    found.help()
  }
  program.command('help').argument('[command]').description('Print the help of a command').exitOverride().action(print)
}

/** Gives a command its options, its help and its action. */
function define(command: Command, each: ProgramCommand, perform: Perform): void {
  const { usage } = each
  command.exitOverride().addHelpText('after', commandHelp(usage))
  addOptions(command, usage.options)
  command.action(() => perform(each, command))
}
