import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { configMissing } from '../../catalogue/config/config-missing.ts'
import { placeFinder } from '../../source/place-finder.ts'
import { formatBytes, formatFile, formattableFiles, type FormattedFile, replaceFile } from '../../documents/format/format-file.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import type { Problem } from '../../problems/problem.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { countOf } from '../../report/amounts.ts'
import { documentDiff } from '../../report/document-diff.ts'
import { problemsText } from '../../report/problem-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { pathInCatalogue } from '../path-in-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram fmt [paths]`: every document of the catalogue, those of overlays and the config too, in its canonical form. With
 * `--check` nothing is written, and exit code 2 says that something would be. Broken documents are shown and left alone: 65.
 * `-` lays out standard input, for editors.
 */
export async function fmt(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  if (options.paths?.includes('-') === true) return await fmtInput(options, surroundings)
  const root = resolve(surroundings.cwd, options.chdir)
  const config = fromRoot(root, resolve(root, options.config))
  const { files, foreign } = chosenFiles(root, { ...options, config }, surroundings)
  if (foreign.length > 0) output.note(`No document of this catalogue, so left alone: ${foreign.map(sanitizeLine).join(', ')}.\n`)
  const results = files.map((file) => formatFile(root, file, config))
  const changed = results.filter(changes)
  if (options.check !== true) for (const { file, formatted } of changed) replaceFile(root, file, formatted ?? '')
  await output.result(listText(changed, options, output))
  complain(results, output)
  const words = summaryText(results, changed.length, options.check === true)
  if (options.check === true && changed.length > 0) output.complain(words)
  else output.note(words)
  return exitCodeOf(results, options)
}

/** Standard input to standard output; what is broken goes nowhere, so that an editor keeps what it has. */
async function fmtInput(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  if ((options.paths?.length ?? 0) > 1) {
    throw new OperationalError('wrong-usage', '- stands for standard input, and is the only path then.', {
      fix: 'planogram fmt - < file.yaml',
    })
  }
  const output = programOutput(options, surroundings)
  const result = formatBytes('standard input', await buffer(surroundings.stdin))
  complain([result], output)
  if (result.problems.length === 0 && options.check !== true) await output.result(result.formatted ?? result.text)
  return exitCodeOf([result], options)
}

function changes({ text, formatted }: FormattedFile): boolean {
  return formatted !== undefined && formatted !== text
}

function exitCodeOf(results: readonly FormattedFile[], { check }: GlobalOptions): number {
  if (results.some(({ problems }) => problems.length > 0)) return exitCodes.invalid
  return check === true && results.some(changes) ? exitCodes.changes : exitCodes.done
}

function summaryText(results: readonly FormattedFile[], changed: number, isCheck: boolean): string {
  const alone = results.filter(({ formatted }) => formatted === undefined).length
  const rest = alone === 0 ? '' : `, ${countOf(alone, 'file')} left alone`
  if (changed === 0) return `${countOf(results.length - alone, 'file')} in canonical form${rest}\n`
  const part = `${changed.toLocaleString('en')} of ${countOf(results.length, 'file')}`
  return isCheck ? `${part} not in canonical form${rest}; \`planogram fmt\` writes it.\n` : `${part} laid out anew${rest}\n`
}

/** The names of files that change, with `--verbose` what changes in them. */
function listText(changed: readonly FormattedFile[], { verbose }: GlobalOptions, { theme }: ProgramOutput): string {
  return changed
    .map(({ file, text, formatted }) => {
      if (verbose !== true) return `${sanitizeLine(file)}\n`
      return documentDiff(file, { before: maskSecrets(text), after: maskSecrets(formatted ?? '') }, theme)
    })
    .join('')
}

/** Says what was left alone, and why. */
function complain(results: readonly FormattedFile[], output: ProgramOutput): void {
  for (const { file, leftAlone } of results) {
    if (leftAlone !== undefined) output.complain(`${sanitizeLine(file)} was left as it is: ${leftAlone}.\n`)
  }
  const problems: Problem[] = results.flatMap((result) => result.problems)
  if (problems.length === 0) return
  const texts = new Map(results.map(({ file, shown }) => [file, shown]))
  const textOf = (file: string): string => texts.get(file) ?? ''
  const sources = { textOf, locate: placeFinder(textOf), files: { documents: results.length } }
  output.complain(`${problemsText(problems, sources, output.errorLook)}\n\n`)
}

/** The files to lay out, and those that were named and are no documents. */
interface Chosen {
  readonly files: readonly string[]
  readonly foreign: readonly string[]
}

/**
 * The documents below the paths that were typed; without any, all of the catalogue. Hooks and editors name files of every kind:
 * one that is no document is passed over. Throws `wrong-usage` for a folder without one, and for what is not there.
 */
function chosenFiles(root: string, { paths = [], config }: GlobalOptions, { cwd }: Surroundings): Chosen {
  if (paths.length === 0 && !existsSync(join(root, config))) throw configMissing(root, config)
  const all = formattableFiles(root, config)
  if (paths.length === 0) return { files: all, foreign: [] }
  const foreign: string[] = []
  const chosen = paths.flatMap((typed) => {
    const { path, is } = pathInCatalogue(typed, { cwd, root })
    const found = path === '' ? all : all.filter((file) => file === path || file.startsWith(`${path}/`))
    if (found.length > 0) return found
    if (is !== 'file') throw nothingThere(typed, root)
    foreign.push(typed)
    return []
  })
  return { files: [...new Set(chosen)], foreign }
}

function nothingThere(typed: string, root: string): OperationalError {
  return new OperationalError('wrong-usage', `${typed} is no document of the catalogue in ${root}, nor a folder that holds one.`, {
    fix: 'Documents are the *.yaml and *.yml files below the catalogue root; files in folders with a dot in front are none.',
  })
}

function fromRoot(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
