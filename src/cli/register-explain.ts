import type { Command } from 'commander'
import { formatOption } from './format-option.ts'
import type { Perform } from './perform.ts'

/** `planogram explain`. It is loaded when it is typed. */
export function registerExplain(program: Command, perform: Perform): void {
  program
    .command('explain')
    .description('where each value of a record comes from: file, overlay, defaults, price list; and what the store holds')
    .argument(
      '[address]',
      'as in plans: product.SKU, variant.CODE, category.CODE, grid.SKU, or one field: product.SKU.title; a part of one, such as product or product.SKU.variants, lists what it leads to',
    )
    .option('--offline', 'read only the catalogue, not the store')
    .addOption(formatOption(['text', 'json']))
    .action(async (address: string | undefined, _, command: Command) =>
      perform((await import('./commands/explain.ts')).explain, {
        ...command.optsWithGlobals(),
        ...(address === undefined ? {} : { address }),
      }),
    )
}
