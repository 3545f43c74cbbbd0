import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { findDocuments } from '../../documents/find-documents.ts'
import { exitCodes } from '../../errors.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { GlobalOptions } from '../global-options.ts'
import type { Answers } from '../init/answers.ts'
import { answersOfFlags, hasFlags } from '../init/answers-of-flags.ts'
import { askAnswers } from '../init/ask-answers.ts'
import { nextText } from '../init/next-text.ts'
import { placeOf } from '../init/place-of.ts'
import { editorTags, settingsFile, starterFiles } from '../init/starter-files.ts'
import { type NewFiles, writeNewFiles } from '../init/write-new-files.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'

/**
 * `planogram init [folder]`: the files of a new catalogue. Asks in a terminal; flags and `--yes` answer instead, and without a
 * terminal the defaults do. A file that is there is never replaced.
 */
export async function init(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const base = resolve(surroundings.cwd, options.chdir)
  const folder = resolve(base, options.folder ?? '.')
  const place = placeOf(folder)
  const { hasCatalogue } = place
  const answers = await answersOf(options, surroundings, output)
  const strangers = existsSync(folder) ? findDocuments({ root: folder, configFile: 'planogram.yaml', overlays: [] }).documents : []
  const made = writeNewFiles(folder, starterFiles(answers, place))
  await output.result(writtenText(made, output))
  const own = new Set(made.present)
  const foreign = hasCatalogue ? [] : strangers.filter((path) => !own.has(path))
  if (foreign.length > 0) output.complain(foreignText(foreign))
  if (made.present.includes(settingsFile)) output.complain(`\nAdd to ${settingsFile}: ${editorTags}\n`)
  const way = relative(surroundings.cwd, folder).split(sep).join('/')
  output.note(hasCatalogue ? againText(made) : nextText(answers, way, output))
  return exitCodes.done
}

async function answersOf(options: GlobalOptions, surroundings: Surroundings, output: ProgramOutput): Promise<Answers> {
  if (hasFlags(options)) return answersOfFlags(options)
  if (isInteractive(surroundings, !options.input)) return askAnswers(surroundings)
  output.note('Nobody can be asked here, so the defaults are taken: the embedded store and example products (see planogram init --help).\n')
  return answersOfFlags(options)
}

function writtenText({ written, present, extended }: NewFiles, { theme }: ProgramOutput): string {
  const lines = [
    ...written.map((path) => `${theme.green('+')} ${sanitizeLine(path)}`),
    ...extended.map(
      (path) => `${theme.yellow('~')} ${sanitizeLine(path)} ${theme.dim('was there, and got the lines for planogram at its end')}`,
    ),
    ...present.map((path) => `${theme.dim('=')} ${sanitizeLine(path)} ${theme.dim('is there, and stays as it is')}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function foreignText(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(sanitizeLine).join(', ')
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  return `\nThis folder has YAML files already: ${named}${more}. Every *.yaml file below a catalogue is a document of it; one that is none belongs elsewhere, or below a folder with a dot in front.\n`
}

function againText({ written, extended }: NewFiles): string {
  const done = written.length + extended.length === 0 ? 'Nothing was missing.' : 'What was missing is there now.'
  return `\nThere was a planogram.yaml already, so no example documents were written. ${done}\n`
}
