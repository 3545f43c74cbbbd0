import type { Problem } from '../../problems/problem.ts'
import { rulePages } from '../../rules/check-rules.ts'
import { exitCodes } from '../../errors.ts'
import { countProblems } from '../../report/problem-counts.ts'
import { problemsGithub } from '../../report/problem-github.ts'
import { problemsJson } from '../../report/problem-json.ts'
import { problemsSarif } from '../../report/problem-sarif.ts'
import { type ProblemScope, problemsText } from '../../report/problem-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import { engineVersion } from '../../workspace/engine-version.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import { limitInlining } from '../engine-flags.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import type { InspectedCatalogue } from '../../workspace/load-catalogue.ts'
import { readCatalogue } from '../read-catalogue.ts'
import { folderInRepository } from '../repository.ts'
import type { Surroundings } from '../surroundings.ts'
import { openNamedFiles, type UnderstoodFiles } from '../validate/named-files.ts'
import type { ValidateOptions } from './validate-usage.ts'

/**
 * `planogram validate [paths]`: every problem of the catalogue at once, for each store or the one that is named, offline; exit code
 * 65 with an error among them. With paths the whole catalogue is checked too, but only problems of those files are shown and counted.
 */
export async function validate(options: ValidateOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { paths } = options
  limitInlining(surroundings)
  const root = catalogueRoot(global, surroundings)
  const named = paths.length === 0 ? undefined : openNamedFiles(paths, { cwd: surroundings.cwd, root })
  const catalogue = await readCatalogue(global, surroundings, {
    everyStore: global.store === undefined,
    only: [],
    ...(named && { mentionsOf: named.mentionsOf }),
  })
  const understood = named?.understand(catalogue)
  const found = narrowed(catalogue.problems, understood)
  await print({ ...catalogue, ...found }, { options, output, surroundings })
  if (understood) noteFiles(understood, output)
  return found.problems.some(({ severity }) => severity === 'error') ? exitCodes.invalid : exitCodes.done
}

interface Found {
  readonly problems: readonly Problem[]
  readonly scope?: ProblemScope
}

/** The problems of the files that were named. */
function narrowed(problems: readonly Problem[], files: UnderstoodFiles | undefined): Found {
  if (!files || files.isWhole) return { problems }
  const { true: own = [], false: others = [] } = Object.groupBy(problems, (problem) => (files.concerns(problem) ? 'true' : 'false'))
  return { problems: own, scope: { files: files.count, elsewhere: countProblems(others) } }
}

interface Printing {
  readonly options: ValidateOptions
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** GitHub shows few annotations, and not in the log: the log gets the frames as well. */
async function print(found: InspectedCatalogue & Found, { options, output, surroundings }: Printing): Promise<void> {
  const { format, all } = options
  const { problems } = found
  const sources = {
    ...found.sources,
    files: found.files,
    ...(found.scope && { scope: found.scope }),
    folder: folderInRepository(found.root, surroundings),
  }
  const most = all ? Infinity : undefined
  switch (format) {
    case 'json':
      return output.result(problemsJson(problems, sources))
    case 'github':
      await output.result(problemsGithub(problems, sources))
      return output.note(`${problemsText(problems, sources, { ...output.errorLook, most })}\n`)
    case 'sarif':
      return output.result(problemsSarif(problems, sources, { version: engineVersion, pages: rulePages }))
    case 'text':
      await output.result(`${problemsText(problems, sources, { ...output.look, most })}\n`)
      return output.note(ignoreHint(problems))
    default:
      return format satisfies never
  }
}

/** How to silence a warning; empty where none of the problems can be ignored. */
function ignoreHint(problems: readonly Problem[]): string {
  const ignorable = new Set(rulePages.filter(({ ignorable }) => ignorable === true).map(({ id }) => id))
  const found = problems.find(({ rule, severity }) => severity === 'warning' && ignorable.has(rule))
  return found === undefined ? '' : `Intentional? Silence a warning with a comment on its line: # planogram-ignore: ${found.rule}\n`
}

/** How many files a note names. */
const mostNamed = 3

function noteFiles({ foreign }: UnderstoodFiles, output: ProgramOutput): void {
  if (foreign.length > 0) output.note(`Skipped, not part of this catalogue: ${namesOf(foreign)}.\n`)
}

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, mostNamed).map(sanitizeLine).join(', ')
  return files.length > mostNamed ? `${names} (and ${files.length - mostNamed} more)` : names
}
