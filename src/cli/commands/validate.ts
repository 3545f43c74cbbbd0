import { resolve } from 'node:path'
import type { Problem } from '../../problems/problem.ts'
import { rulePages } from '../../rules/check-rules.ts'
import { exitCodes } from '../../errors.ts'
import { countProblems } from '../../report/problem-counts.ts'
import { problemsGithub } from '../../report/problem-github.ts'
import { problemsJson } from '../../report/problem-json.ts'
import { problemsSarif } from '../../report/problem-sarif.ts'
import { type ProblemScope, problemsText } from '../../report/problem-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import { engineVersion } from '../engine-version.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import { folderInRepository } from '../folder-in-repository.ts'
import type { Surroundings } from '../surroundings.ts'
import { openNamedFiles, type UnderstoodFiles } from '../validate/named-files.ts'

/**
 * `planogram validate [paths]`: every problem of the catalogue at once, for each store or the one that is named, offline; exit code
 * 65 with an error among them. With paths all is read and checked too, but only what concerns those files is shown and counts.
 */
export async function validate(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const { paths = [], chdir } = options
  const named = paths.length === 0 ? undefined : openNamedFiles(paths, { cwd: surroundings.cwd, root: resolve(surroundings.cwd, chdir) })
  const catalogue = await readCatalogue(options, surroundings, {
    everyStore: options.store === undefined,
    checkOnly: true,
    ...(named && { onFileNamed: named.onFileNamed }),
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
  readonly options: GlobalOptions
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** GitHub's commands are for annotations, which are few and lie elsewhere: the log gets the frames as well. */
async function print(found: OpenCatalogue & Found, { options, output, surroundings }: Printing): Promise<void> {
  const { format, all } = options
  const { problems } = found
  const sources = { ...found, folder: folderInRepository(found.root, surroundings) }
  const most = all === true ? Infinity : undefined
  switch (format) {
    case 'json':
      return output.result(problemsJson(problems, sources))
    case 'github':
      await output.result(problemsGithub(problems, sources))
      return output.note(`${problemsText(problems, sources, { ...output.errorLook, most })}\n`)
    case 'sarif':
      return output.result(problemsSarif(problems, sources, { version: engineVersion, pages: rulePages }))
    case 'text':
    case undefined:
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

/** So many files are listed by name. */
const mostNamed = 3

function noteFiles({ gone, foreign }: UnderstoodFiles, output: ProgramOutput): void {
  if (gone.length > 0) {
    const [first] = gone
    const near = gone.length === 1 && first?.near !== undefined ? ` Did you mean ${sanitizeLine(first.near)}?` : ''
    const what = namesOf(gone.map(({ typed }) => typed))
    output.complain(`Not there: ${what}.${near} Others may miss what a file held that is gone, so all problems are shown.\n`)
  }
  if (foreign.length > 0) output.note(`No part of this catalogue, so not checked: ${namesOf(foreign)}.\n`)
}

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, mostNamed).map(sanitizeLine).join(', ')
  return files.length > mostNamed ? `${names} and ${files.length - mostNamed} more` : names
}
