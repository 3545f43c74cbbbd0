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
import { packageFault } from '../init/check-answers.ts'
import { placeOf } from '../init/place-of.ts'
import { editorTags, settingsFile, starterFiles } from '../init/starter-files.ts'
import { type NewFiles, writeNewFiles } from '../init/write-new-files.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'
import { storesOfAnswers, storesOfConfig } from '../init/workflow-store.ts'
import { ownPackage } from '../../workspace/own-package.ts'
import { loadStores } from '../../workspace/load-config.ts'
import type { InitOptions } from '../init/init-usage.ts'

const configFile = 'planogram.yaml'

/**
 * `planogram init [folder]`: writes the files of a new catalogue. Asks in a terminal; flags and `--yes` answer instead, and without
 * a terminal the defaults do. An existing file is never replaced.
 */
export async function init(options: InitOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const base = resolve(surroundings.cwd, global.chdir)
  const folder = resolve(base, options.folder ?? '.')
  const place = placeOf(folder)
  const { hasCatalogue } = place
  const answers = await answersOf(options, global, surroundings)
  const documents = existsSync(folder) ? findDocuments({ root: folder, configFile, overlays: [] }).documents : []
  const stores = hasCatalogue && answers.workflow ? storesOfConfig(loadStores({ root: folder, configFile })) : storesOfAnswers(answers)
  const made = writeNewFiles(folder, starterFiles(answers, { ...place, stores }))
  await output.result(writtenText(made, output))
  const own = new Set(made.present)
  const foreign = hasCatalogue ? [] : documents.filter((path) => !own.has(path))
  if (foreign.length > 0) output.note(foreignText(foreign))
  if (made.present.includes(settingsFile)) output.note(`\nAdd to ${settingsFile}: ${editorTags}\n`)
  const unused = hasCatalogue ? storeFlags(options) : []
  if (unused.length > 0) output.note(unusedText(unused))
  const path = relative(surroundings.cwd, folder).split(sep).join('/')
  output.note(hasCatalogue ? againText(made) : nextText(answers, path, output))
  return exitCodes.done
}

async function answersOf(options: InitOptions, global: GlobalOptions, surroundings: Surroundings): Promise<Answers> {
  const { program, env } = surroundings
  const own = program === undefined ? null : await installable(program, env)
  if (hasFlags(options)) return answersOfFlags(options, own)
  if (isInteractive(surroundings, global)) return askAnswers(surroundings, own)
  programOutput(global, surroundings).note(
    'No interactive terminal: using the defaults, the embedded store and example products (see `planogram init --help`).\n',
  )
  return answersOfFlags(options, own)
}

/** What npm can install elsewhere to get the program that runs: an address that says nothing of this machine, and no password. */
async function installable(program: string, env: Surroundings['env']): Promise<string | null> {
  const found = await ownPackage(program, env)
  return found !== null && packageFault(found) === null ? found : null
}

/** What is written outside of the folder: only the workflow. */
const outside = '  at the root of the repository; --no-workflow writes none'

function writtenText({ written, present, extended }: NewFiles, { theme }: ProgramOutput): string {
  const lines = [
    ...written.map((path) => `${theme.green('+')} ${sanitizeLine(path)}${path.startsWith('../') ? theme.dim(outside) : ''}`),
    ...extended.map(
      (path) => `${theme.yellow('~')} ${sanitizeLine(path)} ${theme.dim('exists; added the lines for planogram at its end')}`,
    ),
    ...present.map((path) => `${theme.dim('=')} ${sanitizeLine(path)} ${theme.dim('exists; unchanged')}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function foreignText(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(sanitizeLine).join(', ')
  const more = paths.length > 5 ? ` (and ${paths.length - 5} more)` : ''
  return `\nThis folder already has YAML files: ${named}${more}. Every *.yaml file below a catalogue is read as a document of it; move other files out, or into a folder whose name starts with a dot.\n`
}

/** The flags that were typed and are only for a new config. */
function storeFlags({ storeUrl, filesUrl, site, name, example }: InitOptions): readonly string[] {
  const given = { '--store-url': storeUrl, '--files-url': filesUrl, '--site': site, '--name': name, '--example': example || undefined }
  return Object.entries(given).flatMap(([flag, value]) => (value === undefined ? [] : [`\`${flag}\``]))
}

function unusedText(flags: readonly string[]): string {
  const verb = flags.length === 1 ? 'has' : 'have'
  return `\nwarning: ${flags.join(', ')} ${verb} no effect: ${configFile} exists and is unchanged. Edit \`stores\` in it.\n`
}

function againText({ written, extended }: NewFiles): string {
  const done = written.length + extended.length === 0 ? 'No file was missing.' : 'Missing files were written.'
  return `\nplanogram.yaml exists, so no example documents were written. ${done}\n`
}
