import { Argument, type Command, Option } from 'commander'
import type { Perform } from './perform.ts'

/** The commands for people who write a catalogue: init, fmt, schema. Each is loaded when it is typed. */
export function registerAuthoring(program: Command, perform: Perform): void {
  program
    .command('init')
    .description('start a catalogue: config, first documents, schemas for the editor, a CI workflow; replaces no file')
    .argument('[folder]', 'where to (default: the folder of --chdir)')
    .option('--store-url <address>', 'address of your store; left out, there is only the embedded store')
    .option('--files-url <address>', 'address of its Files API, for pictures')
    .option('--site <name>', 'the name of your site in the Files API')
    .option('--name <name>', 'what to call the store in the config (default: production)')
    .option('--example', 'write a few example products (the default without --store-url)')
    .option('--no-example', 'write no example products')
    .option('--no-workflow', 'write no GitHub Actions workflow')
    .option('--vscode', 'write .vscode/settings.json too')
    .option('-y, --yes', 'ask nothing, take the defaults')
    .action(async (folder: string | undefined, _, command: Command) =>
      perform((await import('./commands/init.ts')).init, { ...command.optsWithGlobals(), ...(folder === undefined ? {} : { folder }) }),
    )

  program
    .command('fmt')
    .description('lay documents out in the canonical form; comments stay, what they say stays')
    .argument(
      '[paths...]',
      'documents, or folders of them, from where you are; - for standard input (default: the whole catalogue with its overlays)',
    )
    .option('--check', 'write nothing; exit 2 and list the files that would change (--verbose: with what would change)')
    .action(async (paths: string[], _, command: Command) =>
      perform((await import('./commands/fmt.ts')).fmt, { ...command.optsWithGlobals(), paths }),
    )

  program
    .command('schema')
    .description('print the JSON Schema of documents, for editors and other programs; --out writes all of them')
    .addArgument(new Argument('[name]', 'which one').choices(['catalogue', 'overlay', 'config', 'plan', 'problems']).default('catalogue'))
    .option('-o, --out <folder>', 'write all of them into a folder instead')
    .addOption(new Option('--draft <draft>', 'which JSON Schema').choices(['7', '2020-12']).default('7'))
    .action(async (schema: string, _, command: Command) =>
      perform((await import('./commands/schema.ts')).schema, { ...command.optsWithGlobals(), schema }),
    )
}
