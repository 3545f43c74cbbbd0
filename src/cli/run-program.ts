import { Command, CommanderError, Option } from 'commander'
import { exitCodes, OperationalError } from '../errors.ts'
import { commandNotes } from './command-notes.ts'
import { engineVersion } from './engine-version.ts'
import { errorText } from './error-text.ts'
import type { GlobalOptions } from './global-options.ts'
import { programOutput } from './program-output.ts'
import { registerAuthoring } from './register-authoring.ts'
import { registerExplain } from './register-explain.ts'
import { registerMain } from './register-main.ts'
import { registerPrice } from './register-price.ts'
import { registerPull } from './register-pull.ts'
import { registerTools } from './register-tools.ts'
import type { Perform } from './perform.ts'
import type { Surroundings } from './surroundings.ts'

const examples = `
Begin:
  planogram init shop           a catalogue, with an embedded store to try it on
  cd shop
  planogram plan                what would change in the store
  planogram apply               review it in the terminal, then apply it
  planogram emulator            look at the shop in the browser

Every day:
  planogram validate            check the catalogue, offline
  planogram fmt                 lay it out in the canonical form
  planogram plan --out plan.json             save a plan for a pull request ...
  planogram apply plan.json --auto-approve   ... and apply exactly that, in CI
  planogram price TEE --group dealer --quantity 50    what a customer pays, why
  planogram pull                take over what somebody changed in the store

Exit codes:
  0 done, or nothing to do      5 declined, or nobody to ask
  1 error                       6 applied in part, or not converged
  2 changes present             7 another apply holds the lease
    (--detailed-exitcode,      64 wrong usage
    fmt --check)               65 catalogue invalid
  3 a guard stopped it        130 stopped by Ctrl-C
  4 the plan is stale         143 stopped by SIGTERM

planogram <command> --help shows examples and options of a command.`

/** Runs one command line and returns its exit code; every error ends here as one clear message on stderr. */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done
  const program = buildProgram(surroundings, async (action, options) => {
    exitCode = await action(options, surroundings)
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const { errorTheme } = programOutput({ color: colourFlagOf(argv) }, surroundings)
    surroundings.stderr.write(errorText(error, errorTheme))
    return error instanceof OperationalError ? error.exitCode : exitCodes.error
  }
}

/** The colour flag as typed: errors can come before commander has read it. */
function colourFlagOf(argv: readonly string[]): GlobalOptions['color'] {
  const at = argv.findIndex((word) => word === '--color' || word.startsWith('--color='))
  const value = at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1])
  return value === 'always' || value === 'never' ? value : 'auto'
}

function buildProgram(surroundings: Surroundings, perform: Perform): Command {
  const program = new Command('planogram')
    .description("Terraform for an online store's catalogue: YAML in git, planned, reviewed and applied.")
    .version(engineVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      writeErr: (text) => surroundings.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(planogram --help lists commands and options)')
    .option('-C, --chdir <folder>', 'the catalogue root', '.')
    .option('-c, --config <file>', 'the config, from the catalogue root', 'planogram.yaml')
    .option('-s, --store <name>', 'the store of the config to work on (default: default_store)')
    .addOption(new Option('--color <when>', 'colour the output').choices(['auto', 'always', 'never']).default('auto'))
    .option('-q, --quiet', 'no progress, only results and errors')
    .option('-v, --verbose', 'every detail of every change')
    .option('--no-input', 'never ask: fail where an answer would be needed')
    .addHelpText('after', examples)

  registerAuthoring(program.commandsGroup('Write a catalogue:'), perform)
  registerMain(program.commandsGroup('Check, plan and apply it:'), perform)
  registerPrice(program.commandsGroup('Ask about it:'), perform)
  registerExplain(program, perform)
  registerPull(program.commandsGroup('Stores:'), perform)
  registerTools(program, perform)
  program.commandsGroup('Help:').helpCommand('help [command]', 'print the help of a command')
  for (const command of program.commands) {
    command.exitOverride().showHelpAfterError(`(planogram ${command.name()} --help shows how it is used)`)
    const notes = commandNotes[command.name()]
    if (notes !== undefined) command.addHelpText('after', notes)
  }
  return program
}
