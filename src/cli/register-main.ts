import type { Command } from 'commander'
import { formatOption } from './format-option.ts'
import type { Perform } from './perform.ts'

const validateExamples = `
Examples:
  planogram validate                                all of the catalogue, for every store
  planogram validate products/tees.yaml images      what concerns this document and the pictures of this folder
  planogram validate $(git diff --name-only main)   what concerns the files of this branch
  planogram validate --format sarif > problems.sarif    for code scanning

The whole catalogue is read in any case, as one document can break another. A problem concerns a path when it stands
there, has its other place there ("first defined here"), misses something that would stand in that document (a group that
was renamed there), or is about that text or picture. What is wrong elsewhere is counted in the last line and does not
change the exit code: 65 with an error, else 0. Warnings never do.`

/** The commands of the main job: validate, plan, show, apply. Each is loaded when it is typed. */
export function registerMain(program: Command, perform: Perform): void {
  program
    .command('validate')
    .description('check the catalogue, offline: nothing is sent anywhere')
    .argument('[paths...]', 'show and count only what concerns these documents, texts, pictures, or folders of them')
    .option('-a, --all', 'show every problem with its place: without it text stops at 50 and counts the rest')
    .addOption(formatOption(['text', 'json', 'github', 'sarif']))
    .addHelpText('after', validateExamples)
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
