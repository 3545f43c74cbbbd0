import type { DriftChange } from '../diff/drift-changes.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { inBlocks, line, linesText, span, wrapLine } from './line.ts'
import { codeBlock } from './markdown/code-text.ts'
import { changesLines } from './change-list.ts'
import { countLines } from './plan-text.ts'
import { kindCounts, rootsOf } from './view/root-view.ts'
import type { ReportSize } from './root-details.ts'
import { sanitizeLine } from './sanitize.ts'
import { plainTheme, type Theme } from './theme.ts'

/** Drift as reports show it. */
export interface DriftReport {
  readonly store: StoreIdentity
  readonly changes: readonly DriftChange[]
}

/** A part of a record that was not taken over, with the reason. */
export interface UnwrittenPart {
  readonly address: string
  /** The key of its entry; `null` for the whole record. */
  readonly key: string | null
  readonly reason: string
}

/** What `--write` did, or with a dry run would do. */
export interface DriftWritten {
  readonly isDryRun: boolean
  /** Paths of the changed documents. */
  readonly documents: readonly string[]
  readonly unwritten: readonly UnwrittenPart[]
  readonly notes: readonly string[]
}

/** Drift for people: the store, counts by kind, each record with its values as applied and as they are in the store. Ends with a newline. */
export function driftText({ store, changes }: DriftReport, theme: Theme, size: ReportSize): string {
  // All of it was changed in the store: nothing has to say so.
  const roots = rootsOf({ changes: changes.map((change) => ({ ...change, origin: 'git' })), hazards: [] })
  const blocks = [
    [[span('Drift of '), span(sanitizeLine(store.name), 'strong'), span(` \u00B7 ${sanitizeLine(store.baseUrl)}`)]],
    countLines(kindCounts(roots), size.width),
    changesLines(roots, size, false),
    wrapLine(line(totalText(changes), 'strong'), size.width),
  ]
  return linesText(inBlocks(blocks), theme, size.width)
}

/** What `--write` took over, for people; ends with a newline. */
export function driftWrittenText({ isDryRun, documents, unwritten, notes }: DriftWritten, theme: Theme, size: ReportSize): string {
  const nothing = isDryRun ? 'Dry run: no document would change.' : 'No document was changed.'
  const some = isDryRun ? 'Dry run: would write these documents:' : 'Written to these documents:'
  const blocks = [
    documents.length === 0 ? [line(nothing)] : [line(some), ...documents.map((path) => line(`  ${sanitizeLine(path)}`))],
    unwritten.length === 0
      ? []
      : [
          line(`Not taken over (${formatCount(unwritten.length)}):`, 'risk'),
          ...unwritten.flatMap(({ address, key, reason }) =>
            wrapLine(
              line(`  ${sanitizeLine(address)}${key === null ? '' : ` ${sanitizeLine(key)}`}: ${sanitizeLine(reason)}`),
              size.width,
              '      ',
            ),
          ),
        ],
    notes.flatMap((note) => wrapLine([span('note: ', 'name'), span(sanitizeLine(note))], size.width, '      ')),
  ]
  return linesText(inBlocks(blocks), theme, size.width)
}

/** Drift as Markdown: the text of `driftText` in a code block below a heading with the total. Ends with a newline. */
export function driftMarkdown(report: DriftReport, size: ReportSize): string {
  return `### ${totalText(report.changes)}\n\n${codeBlock([driftText(report, plainTheme, size).trimEnd()])}`
}

function totalText(changes: readonly DriftChange[]): string {
  const records = new Set(changes.map(({ root }) => root.address)).size
  if (records === 0) return 'No drift. The store is as it was last applied.'
  return `Drift: ${countOf(records, 'record')} changed in the store since the last apply.`
}
