import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { configMissing } from '../../catalogue/config/config-missing.ts'
import { placeFinder } from '../../source/place-finder.ts'
import { formatBytes, formatFile, formattableFiles, type FormattedFile, replaceFile } from '../../documents/format/format-file.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import type { Problem } from '../../problems/problem.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { countOf, formatCount } from '../../source/counts.ts'
import { documentDiff } from '../../report/document-diff.ts'
import { problemsText } from '../../report/problem-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import { pathInCatalogue } from '../path-in-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { FmtOptions } from './fmt-usage.ts'

/**
 * `planogram fmt [paths]`: reformats every document of the catalogue, those of overlays and the config too. With `--check`
 * nothing is written, and exit code 2 reports a file that would change. Broken documents are reported and not changed: 65.
 * `-` reformats standard input, for editors.
 */
export async function fmt(options: FmtOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { check, paths } = options
  const output = programOutput(global, surroundings)
  if (paths.includes('-')) return await fmtInput(options, output, surroundings)
  const root = catalogueRoot(global, surroundings)
  const config = fromRoot(root, resolve(root, global.config))
  const { files, foreign } = chosenFiles(paths, { root, config, cwd: surroundings.cwd })
  if (foreign.length > 0) output.note(`Skipped, not a document of this catalogue: ${foreign.map(sanitizeLine).join(', ')}.\n`)
  const results = formatFiles(files, { root, config }, { output, surroundings })
  const changed = results.filter(changes)
  if (!check) for (const { file, formatted } of changed) replaceFile(root, file, formatted ?? '')
  await output.result(listText(changed, global, output))
  reportSkipped(results, output)
  const summary = summaryText(results, changed.length, check)
  if (check && changed.length > 0) output.warn(summary)
  else output.note(summary)
  return exitCodeOf(results, check)
}

/** Formats files one by one, with progress on stderr; nothing is written. */
function formatFiles(
  files: readonly string[],
  { root, config }: { readonly root: string; readonly config: string },
  { output, surroundings }: { readonly output: ProgramOutput; readonly surroundings: Surroundings },
): readonly FormattedFile[] {
  using progress = startProgressLine(output, surroundings)
  const { onProgress } = progress
  const all = files.length
  return files.map((file, index) =>
    formatFile(root, file, {
      config,
      onPercent: (percent) => onProgress({ kind: 'formatting-documents', path: file, percent, document: index + 1, all }),
    }),
  )
}

/** Standard input to standard output; a broken document is not printed, so that an editor keeps what it has. */
async function fmtInput({ check, paths }: FmtOptions, output: ProgramOutput, { stdin }: Surroundings): Promise<number> {
  if (paths.length > 1) {
    throw new OperationalError('wrong-usage', '`-` (standard input) cannot be combined with other paths.', {
      fix: 'Run `planogram fmt - < file.yaml`.',
    })
  }
  const result = formatBytes('standard input', await buffer(stdin))
  reportSkipped([result], output)
  if (result.problems.length === 0 && !check) await output.result(result.formatted ?? result.text)
  return exitCodeOf([result], check)
}

function changes({ text, formatted }: FormattedFile): boolean {
  return formatted !== undefined && formatted !== text
}

function exitCodeOf(results: readonly FormattedFile[], isCheck: boolean): number {
  if (results.some(({ problems }) => problems.length > 0)) return exitCodes.invalid
  return isCheck && results.some(changes) ? exitCodes.changes : exitCodes.done
}

function summaryText(results: readonly FormattedFile[], changed: number, isCheck: boolean): string {
  const alone = results.filter(({ formatted }) => formatted === undefined).length
  const rest = alone === 0 ? '' : `, ${countOf(alone, 'file')} skipped`
  if (changed === 0) return `${countOf(results.length - alone, 'file')} in canonical form${rest}\n`
  const part = `${formatCount(changed)} of ${countOf(results.length, 'file')}`
  return isCheck ? `${part} not in canonical form${rest}; run \`planogram fmt\`\n` : `${part} reformatted${rest}\n`
}

/** The names of files that change, with `--verbose` what changes in them. */
function listText(changed: readonly FormattedFile[], { verbose }: GlobalOptions, { theme }: ProgramOutput): string {
  return changed
    .map(({ file, text, formatted }) => {
      if (!verbose) return `${sanitizeLine(file)}\n`
      return documentDiff(file, { before: maskSecrets(text), after: maskSecrets(formatted ?? '') }, theme)
    })
    .join('')
}

/** Prints which files were skipped, and the problems of broken ones. */
function reportSkipped(results: readonly FormattedFile[], output: ProgramOutput): void {
  for (const { file, leftAlone } of results) {
    if (leftAlone !== undefined) output.note(`${sanitizeLine(file)} skipped: ${leftAlone}.\n`)
  }
  const problems: Problem[] = results.flatMap((result) => result.problems)
  if (problems.length === 0) return
  const texts = new Map(results.map(({ file, shown }) => [file, shown]))
  const textOf = (file: string): string => texts.get(file) ?? ''
  const sources = { textOf, locate: placeFinder(textOf), files: { documents: results.length } }
  output.warn(`${problemsText(problems, sources, output.errorLook)}\n\n`)
}

/** The files to reformat, and those that were named and are not documents. */
interface Chosen {
  readonly files: readonly string[]
  readonly foreign: readonly string[]
}

/**
 * The documents below the paths that were typed; without any, all of the catalogue. Hooks and editors name files of every kind:
 * one that is not a document is skipped. Throws `wrong-usage` for a folder without a document, and for a path that does not exist.
 */
function chosenFiles(
  paths: readonly string[],
  { root, config, cwd }: { readonly root: string; readonly config: string; readonly cwd: string },
): Chosen {
  if (paths.length === 0 && !existsSync(join(root, config))) throw configMissing(root, config)
  const all = formattableFiles(root, config)
  if (paths.length === 0) return { files: all, foreign: [] }
  const foreign: string[] = []
  const chosen = paths.flatMap((typed) => {
    const { path, is } = pathInCatalogue(typed, { cwd, root })
    const found = path === '' ? all : all.filter((file) => file === path || file.startsWith(`${path}/`))
    if (found.length > 0) return found
    if (is !== 'file') throw notInCatalogue(typed, root)
    foreign.push(typed)
    return []
  })
  return { files: [...new Set(chosen)], foreign }
}

function notInCatalogue(typed: string, root: string): OperationalError {
  return new OperationalError('wrong-usage', `${typed} is not a document of the catalogue in ${root}, nor a folder with one.`, {
    fix: 'Name *.yaml or *.yml files below the catalogue root, outside of folders whose name starts with a dot.',
  })
}

function fromRoot(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
