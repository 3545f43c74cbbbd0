import { relative, sep } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { rulePages } from '../../catalogue/rules/rule-pages.ts'
import { exitCodes } from '../../errors.ts'
import { problemsGithub } from '../../report/problem-github.ts'
import { problemsJson } from '../../report/problem-json.ts'
import { problemsSarif } from '../../report/problem-sarif.ts'
import { problemsText } from '../../report/problem-text.ts'
import { engineVersion } from '../engine-version.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram validate`: every problem of the catalogue at once, for each store or the one that is named, offline; exit code 65 with an error among them. */
export async function validate(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  // A large catalogue goes through in pieces: a small place for them, and collecting them early, cost little and save half of the memory.
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
  const catalogue = await readCatalogue(options, surroundings, { everyStore: options.store === undefined, checkOnly: true })
  const { problems } = catalogue
  const printed = printedProblems(catalogue, options, surroundings)
  await output.result(printed ?? `${problemsText(problems, catalogue, output.theme)}\n`)
  return problems.some(({ severity }) => severity === 'error') ? exitCodes.invalid : exitCodes.done
}

/** What a machine reads, or `null` where people do. */
function printedProblems(catalogue: OpenCatalogue, { format }: GlobalOptions, surroundings: Surroundings): string | null {
  const { problems, root, textOf, locate } = catalogue
  const sources = { textOf, locate, folder: folderInRepository(root, surroundings) }
  switch (format) {
    case 'json':
      return problemsJson(problems, catalogue)
    case 'github':
      return problemsGithub(problems, sources)
    case 'sarif':
      return problemsSarif(problems, sources, { version: engineVersion, pages: rulePages })
    case 'text':
    case undefined:
      return null
    default:
      return format satisfies never
  }
}

/** The catalogue seen from the checkout of GitHub Actions where it lies in it, or else from where the command runs. */
function folderInRepository(root: string, { cwd, env }: Surroundings): string {
  const workspace = env['GITHUB_WORKSPACE']
  const fromWorkspace = workspace === undefined || workspace === '' ? '..' : pathFrom(workspace, root)
  return fromWorkspace.split('/')[0] === '..' ? pathFrom(cwd, root) : fromWorkspace
}

function pathFrom(folder: string, root: string): string {
  return relative(folder, root).split(sep).join('/')
}
