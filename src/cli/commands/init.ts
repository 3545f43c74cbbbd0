import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { findDocuments } from '../../catalogue/files/find-documents.ts'
import { exitCodes } from '../../errors.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type Answers, keyVariable } from '../init/answers.ts'
import { answersOfFlags, hasFlags } from '../init/answers-of-flags.ts'
import { askAnswers } from '../init/ask-answers.ts'
import { starterFiles, type StarterPlace } from '../init/starter-files.ts'
import { type NewFiles, writeNewFiles } from '../init/write-new-files.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { repositoryRoot } from '../repository-root.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'

/**
 * `planogram init [folder]`: the files of a new catalogue. Asks in a terminal; flags and `--yes` answer instead, and without a
 * terminal the defaults do. A file that is there is never replaced.
 */
export async function init(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const base = resolve(surroundings.cwd, options.chdir)
  const folder = resolve(base, options.folder ?? '.')
  const answers = await answersOf(options, surroundings, output)
  const strangers = existsSync(folder) ? findDocuments({ root: folder, configFile: 'planogram.yaml', overlays: [] }).documents : []
  const hasCatalogue = existsSync(join(folder, 'planogram.yaml'))
  const made = writeNewFiles(folder, starterFiles(answers, { ...placeIn(folder), hasCatalogue }))
  await output.result(writtenText(made, output))
  const own = new Set(made.present)
  const foreign = hasCatalogue ? [] : strangers.filter((path) => !own.has(path))
  if (foreign.length > 0) output.complain(foreignText(foreign))
  const way = relative(surroundings.cwd, folder).split(sep).join('/')
  output.note(hasCatalogue ? againText(made) : nextText(answers, way, output))
  return exitCodes.done
}

async function answersOf(options: GlobalOptions, surroundings: Surroundings, output: ProgramOutput): Promise<Answers> {
  if (hasFlags(options)) return answersOfFlags(options)
  if (isInteractive(surroundings, !options.input)) return askAnswers(surroundings)
  output.note('Nobody can be asked here, so the defaults are taken: the embedded store and example products (see init --help).\n')
  return answersOfFlags(options)
}

/** Workflows are read at the top of a repository only. */
function placeIn(folder: string): Omit<StarterPlace, 'hasCatalogue'> {
  const back = relative(repositoryRoot(folder) ?? folder, folder)
    .split(sep)
    .join('/')
  return { fromRepository: back, toRepository: back === '' ? '' : '../'.repeat(back.split('/').length) }
}

function writtenText({ written, present }: NewFiles, { theme }: ProgramOutput): string {
  const lines = [
    ...written.map((path) => `${theme.green('+')} ${sanitizeLine(path)}`),
    ...present.map((path) => `${theme.dim('=')} ${sanitizeLine(path)} ${theme.dim('is there, and stays as it is')}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function foreignText(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(sanitizeLine).join(', ')
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  return `\nThis folder has YAML files already: ${named}${more}. Every *.yaml file below a catalogue is a document of it; files that are none belong elsewhere.\n`
}

function againText({ written }: NewFiles): string {
  const done = written.length === 0 ? 'Nothing was missing.' : 'What was missing is there now.'
  return `\nThere was a planogram.yaml already, so no example documents were written. ${done}\n`
}

function nextText({ store, example }: Answers, way: string, { theme }: ProgramOutput): string {
  const commands = example
    ? [
        ['planogram validate', 'check the documents, offline'],
        ['planogram plan', 'what would change in the embedded store'],
        ['planogram apply', 'make it so'],
      ]
    : store
      ? [
          [`export ${keyVariable(store.name)}=...`, 'an application key of the store'],
          ['planogram pull --images', 'the store into YAML; nothing is written to it'],
          ['planogram plan', 'finds nothing to do; edit a price and plan again'],
        ]
      : [
          ['planogram validate', 'check the documents, offline; there are none yet'],
          ['planogram plan', 'what would change in the embedded store'],
          ['planogram apply', 'make it so'],
        ]
  const inFolder = way === '' ? [] : [`  ${theme.bold(`cd ${way}`)}`]
  const width = Math.max(...commands.map(([command = '']) => command.length))
  const lines = commands.map(
    ([command = '', words = '']) => `  ${theme.bold(command)}${' '.repeat(width - command.length)}   ${theme.dim(words)}`,
  )
  return `\nNext:\n${[...inFolder, ...lines].join('\n')}\n`
}
