import { exitCodes } from '../../errors.ts'
import { driftJson } from '../../report/drift-json.ts'
import { driftMarkdown, driftText, type DriftWritten, driftWrittenText } from '../../report/drift-text.ts'
import { type Drift, drift as findDrift } from '../../workspace/drift.ts'
import { writeDrift, type WrittenDrift } from '../../workspace/write-drift.ts'
import { changedDocumentDiff } from '../changed-document-diff.ts'
import { connect } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { DriftOptions } from './drift-usage.ts'

/**
 * `planogram drift`: what was changed in the store since the last apply; exit code 2 where there is drift. With `--write` it is taken over
 * into the documents; exit code 2 where a part of it is not.
 */
export async function drift(options: DriftOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { write, dryRun, force } = options
  const output = programOutput(global, surroundings)
  using catalogue = await readValidCatalogue(global, surroundings)
  await using connection = await connect(catalogue, { output, surroundings })
  const { store, state } = connection
  using progress = startProgressLine(output, surroundings)
  const { env, now } = surroundings
  const { onProgress } = progress
  const given = { catalogue, store, state, onProgress }
  const written = write ? await writeDrift({ ...given, dryRun, force, env, now: now() }) : null
  const found = written ?? (await findDrift(given))
  progress[Symbol.dispose]()
  await print(found, written, { options, verbose: global.verbose, root: catalogue.root, output })
  if (written === null || dryRun) return found.changes.length === 0 ? exitCodes.done : exitCodes.changes
  if (written.problems.length > 0) return exitCodes.invalid
  return written.unwritten.length === 0 ? exitCodes.done : exitCodes.changes
}

interface Printing {
  readonly options: DriftOptions
  readonly verbose: boolean
  readonly root: string
  readonly output: ProgramOutput
}

async function print(found: Drift, written: WrittenDrift | null, { options, verbose, root, output }: Printing): Promise<void> {
  const { format, dryRun } = options
  const size = { width: output.planWidth, verbose }
  const report = written === null ? null : writtenReport(written, dryRun)
  if (format === 'json') return await output.result(driftJson(found, report))
  const isText = format === 'text'
  await output.result(isText ? driftText(found, output.theme, size) : driftMarkdown(found, size))
  if (written === null || report === null || found.changes.length === 0) return
  if (dryRun && verbose && isText)
    for (const document of written.documents) await output.result(`\n${changedDocumentDiff(root, document, output.theme)}`)
  await output.result(`\n${driftWrittenText(report, output.theme, size)}`)
}

function writtenReport({ documents, unwritten, problems, baseUnwritten }: WrittenDrift, isDryRun: boolean): DriftWritten {
  const unknown =
    baseUnwritten === null ? [] : [`The values are not recorded as last applied, so that they still count as drift. ${baseUnwritten}`]
  const notes = [...problems.map(({ message }) => `To fix by hand: ${message}`), ...unknown]
  return { isDryRun, documents: documents.map(({ path }) => path), unwritten, notes }
}
