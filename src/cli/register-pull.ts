import { type Command, Option } from 'commander'
import type { Perform } from './perform.ts'

/** `planogram pull`. It is loaded when it is typed. */
export function registerPull(program: Command, perform: Perform): void {
  program
    .command('pull')
    .description('write a store into YAML: new records into files of the layout, values that moved in place; the store is only read')
    .addOption(
      new Option('-l, --layout <layout>', 'how new products are spread: a file per category, per product, or one for all')
        .choices(['category', 'product', 'flat'])
        .default('category'),
    )
    .option('-i, --images', 'get the pictures too, into images/; without it only those that are there already are named')
    .addOption(new Option('-n, --dry-run', 'write nothing: name the files that would change, with --verbose as a diff').conflicts('images'))
    .option('--force', 'change files that git does not have as they stand')
    .action(async (_, command: Command) => perform((await import('./commands/pull.ts')).pull, command.optsWithGlobals()))
}
