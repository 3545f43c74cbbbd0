import { problemsText } from '../report/problem-text.ts'
import { refuseErrors } from '../workspace/catalogue-invalid.ts'
import {
  inspectCatalogue,
  type InspectOptions,
  type InspectedCatalogue,
  type LoadOptions,
  openPackedCatalogue,
  type OpenPackedCatalogue,
} from '../workspace/load-catalogue.ts'
import type { OnProgress } from '../workspace/progress.ts'
import { catalogueRoot } from './catalogue-root.ts'
import type { GlobalOptions } from './global-options.ts'
import { collectEarly, type OnRead, setReadingFlags } from './engine-flags.ts'
import { type ProgramOutput, programOutput } from './program-output.ts'
import { type ProgressLine, startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** Reads the catalogue that the options name; problems are in the value, not thrown. `more` asks for more than its records. */
export async function readCatalogue(
  global: GlobalOptions,
  surroundings: Surroundings,
  more: Pick<InspectOptions, 'everyStore' | 'trace' | 'only' | 'mentionsOf'> = {},
): Promise<InspectedCatalogue> {
  using progress = startProgressLine(programOutput(global, surroundings), surroundings)
  return await inspectCatalogue({
    ...loadOptions(global, surroundings),
    onProgress: whileReading(progress, setReadingFlags(surroundings)),
    ...more,
  })
}

/** How a catalogue is read that is kept packed. */
interface PackedReading extends Pick<InspectOptions, 'mentionsOf' | 'cache'> {
  /** Where its products are packed: in a file in this folder; default: in memory. */
  readonly folder?: string
  /** Sets the flags of the engine for reading; default `setReadingFlags`. */
  readonly setFlags?: (surroundings: Surroundings) => OnRead
}

/** Reads the catalogue and prints its problems on stderr, with `--quiet` its errors. Throws `catalogue-invalid` where there is an error. */
export async function readValidCatalogue(
  global: GlobalOptions,
  surroundings: Surroundings,
  { folder, setFlags = setReadingFlags, ...more }: PackedReading = {},
): Promise<OpenPackedCatalogue> {
  const output = programOutput(global, surroundings)
  // Only `apply` and `pull` keep the products in a file.
  if (folder !== undefined) collectEarly(surroundings)
  using opening = new DisposableStack()
  const catalogue = opening.use(
    await openWithProgress({ ...loadOptions(global, surroundings), ...more }, folder ?? null, { output, surroundings, setFlags }),
  )
  const shown = shownProblems(catalogue, output, global)
  if (shown !== '') output.warn(shown)
  refuseErrors(catalogue.problems, 'Fix the errors above. `planogram validate` checks again without a store.')
  opening.move()
  return catalogue
}

/** The text of the problems of a catalogue for stderr, with `--quiet` of its errors; empty without any. */
export function shownProblems(
  { problems, sources, files }: OpenPackedCatalogue,
  { errorLook }: Pick<ProgramOutput, 'errorLook'>,
  { quiet }: Pick<GlobalOptions, 'quiet'>,
): string {
  const shown = quiet ? problems.filter(({ severity }) => severity === 'error') : problems
  return shown.length === 0 ? '' : `${problemsText(shown, { ...sources, files }, errorLook)}\n\n`
}

interface Opening extends Required<Pick<PackedReading, 'setFlags'>> {
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** The line of progress ends before problems are printed. */
async function openWithProgress(
  options: Parameters<typeof openPackedCatalogue>[0],
  folder: string | null,
  { output, surroundings, setFlags }: Opening,
): Promise<OpenPackedCatalogue> {
  using progress = startProgressLine(output, surroundings)
  return await openPackedCatalogue({ ...options, onProgress: whileReading(progress, setFlags(surroundings)) }, folder)
}

function whileReading({ onProgress }: Pick<ProgressLine, 'onProgress'>, onRead: OnRead): OnProgress {
  return (progress) => {
    onRead(progress.kind === 'reading-catalogue' ? progress.bytes : 0)
    onProgress(progress)
  }
}

function loadOptions(global: GlobalOptions, surroundings: Surroundings): LoadOptions {
  const { env, now } = surroundings
  const root = catalogueRoot(global, surroundings)
  return { root, configFile: global.config, store: global.store, env, now: now(), cache: true }
}
