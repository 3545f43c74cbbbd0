import { resolve } from 'node:path'
import { systemCodeOf } from '../errors.ts'
import { replaceWhole } from '../files/replace-whole.ts'
import { commentBytes } from '../report/markdown/byte-limits.ts'
import type { MarkdownSize } from '../report/markdown/plan-markdown.ts'
import type { GlobalOptions } from './global-options.ts'
import type { ProgramOutput } from './program-output.ts'
import { folderInRepository } from './repository.ts'
import type { Surroundings } from './surroundings.ts'

/** Where the Markdown of a result is saved; without `report`, nowhere. */
export interface ReportPlace {
  readonly report: string | undefined
  readonly output: ProgramOutput
  readonly global: Pick<GlobalOptions, 'chdir'>
  readonly surroundings: Surroundings
}

/** Saves Markdown for a comment to the file of `--report`. Where that fails, a note says so: the result itself was printed. */
export function saveReport(textOf: (size: MarkdownSize) => string, { report, output, global, surroundings }: ReportPlace): void {
  if (report === undefined) return
  const folder = folderInRepository(resolve(surroundings.cwd, global.chdir), surroundings)
  try {
    replaceWhole(resolve(surroundings.cwd, report), textOf({ maxBytes: commentBytes, folder }))
  } catch (cause) {
    output.note(`Cannot write the report to ${report} (${systemCodeOf(cause)}).\n`)
  }
}
