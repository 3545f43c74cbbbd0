import type { Command } from 'commander'
import { formatOption } from './format-option.ts'
import type { Perform } from './perform.ts'

/** The commands of the main job: validate, plan, show, apply. Each is loaded when it is typed. */
export function registerMain(program: Command, perform: Perform): void {
  program
    .command('validate')
    .description('check the catalogue, offline: nothing is sent anywhere')
    .argument('[paths...]', 'show and count only what concerns these documents, texts, pictures, or folders of them')
    .option('-a, --all', 'show every problem with its place: without it text stops at 50 and counts the rest')
    .addOption(formatOption(['text', 'json', 'github', 'sarif']))
    .action(async (paths: string[], _, command: Command) =>
      perform((await import('./commands/validate.ts')).validate, { ...command.optsWithGlobals(), paths }),
    )

  program
    .command('plan')
    .description('compare the catalogue with the store and print what would change; writes nothing to the store')
    .option('-o, --out <file>', 'save the plan, to be applied exactly as reviewed')
    .option('--detailed-exitcode', 'exit 2 when there are changes')
    .addOption(formatOption(['text', 'json']))
    .action(async (_, command: Command) => perform((await import('./commands/plan.ts')).plan, command.optsWithGlobals()))

  program
    .command('show')
    .description('print a saved plan')
    .argument('<plan>', 'a file written by plan --out')
    .addOption(formatOption(['text', 'json']))
    .action(async (plan: string, _, command: Command) =>
      perform((await import('./commands/show.ts')).show, { ...command.optsWithGlobals(), plan }),
    )

  program
    .command('apply')
    .description('make the store match the catalogue: plan, review, apply, check')
    .argument('[plan]', 'a saved plan; it is made again first and refused when it would differ (exit 4)')
    .option('-y, --auto-approve', 'apply without asking (CI)')
    .option('--plan-hash <hash>', 'the hash of the plan that was approved; needed for a protected store without a terminal')
    .action(async (plan: string | undefined, _, command: Command) =>
      perform((await import('./commands/apply.ts')).apply, { ...command.optsWithGlobals(), ...(plan === undefined ? {} : { plan }) }),
    )
}
