import { parseArgs } from 'node:util'
import { exitCodes, OperationalError } from '../errors.ts'
import type { Job } from './job.ts'
import { printApproved } from './print-approved.ts'
import { reportApply } from './report-apply.ts'
import { showPlan } from './show-plan.ts'
import { useProxy } from './use-proxy.ts'

/** What each command takes. */
const commands: Readonly<Record<string, { readonly argument: string | null; readonly options: readonly string[] }>> = {
  plan: { argument: '<plan.json>', options: ['body', 'folder'] },
  approved: { argument: null, options: ['store', 'folder', 'applied'] },
  result: { argument: '<folder>', options: ['store', 'folder'] },
}

const usage = `planogram-pr: the comments of a pull request, in a job of GitHub Actions or GitLab CI

  planogram-pr plan <plan.json> --body <file> [--folder <folder>]
      show a plan in one comment for each store and folder, edited in place
  planogram-pr approved --store <name> [--folder <folder>] [--applied <commit>]
      print number, head, hash and run of the plan that was shown for the
      merged head commit, as name=value lines; exit code 4 where the commit
      that was applied last is later than that of this job
  planogram-pr result <folder> --store <name> [--folder <folder>]
      report an apply in a new comment: code, apply.txt, and of a new plan
      plan.json, and plan.md or plan.txt, in that folder

Environment: the variables of the job, and TOKEN with the token for comments.
`

/** Runs one command line; resolves to its exit code. Errors are printed as one message. */
export async function runPullRequest(argv: readonly string[], job: Job): Promise<number> {
  try {
    return await perform(argv, job)
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    job.warn(`error[${error.code}]: ${error.message}\n  help: ${error.fix}\n`)
    return error.exitCode
  }
}

async function perform(argv: readonly string[], job: Job): Promise<number> {
  const { values, positionals } = parse(argv)
  const [verb = '', file = ''] = positionals
  if (values.help === true) {
    job.print(usage)
    return exitCodes.done
  }
  refuseOther(verb, Object.keys(values), positionals)
  useProxy(job.env)
  const folder = values.folder === undefined || values.folder === '.' ? '' : values.folder.replace(/^\.\/|\/+$/g, '')
  if (verb === 'plan') await showPlan({ file: given(file, '<plan.json>'), body: given(values.body, '--body'), folder }, job)
  else if (verb === 'approved') await printApproved({ store: given(values.store, '--store'), folder, applied: values.applied ?? '' }, job)
  else await reportApply({ results: given(file, '<folder>'), store: given(values.store, '--store'), folder }, job)
  return exitCodes.done
}

/** Throws for a command that does not exist, and for an option or an argument that it does not have. */
function refuseOther(verb: string, options: readonly string[], [, ...given]: readonly string[]): void {
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (command === undefined) throw wrongUsage(verb === '' ? 'No command was given.' : `There is no command \`${verb}\`.`)
  const option = options.find((name) => !command.options.includes(name))
  if (option !== undefined) throw wrongUsage(`\`planogram-pr ${verb}\` has no option \`--${option}\`.`)
  const [extra] = given.slice(command.argument === null ? 0 : 1)
  if (extra !== undefined) throw wrongUsage(`\`planogram-pr ${verb}\` does not take \`${extra}\`.`)
}

function parse(argv: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { body: text, store: text, folder: text, applied: text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error))
  }
}

function given(value: string | undefined, name: string): string {
  if (value !== undefined && value !== '') return value
  throw wrongUsage(`\`${name}\` is missing.`)
}

function wrongUsage(message: string): OperationalError {
  return new OperationalError('wrong-usage', message, { fix: 'Run `planogram-pr --help`.' })
}
