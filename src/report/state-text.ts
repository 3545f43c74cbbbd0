import { formatBytes } from './amounts.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd } from './text-width.ts'
import type { Theme } from './theme.ts'

/** What is in a state (`StateReport` of the state). */
export interface StateFacts {
  readonly problems: readonly string[]
  readonly rows: number
  readonly version: number
  readonly bytes: number
  readonly freeBytes: number
  readonly runs: number
  readonly openRuns: readonly string[]
  readonly unsettled: number
  readonly plans: { readonly count: number; readonly bytes: number }
  readonly pictures: { readonly count: number; readonly bytes: number }
  readonly baseRecords: number
  readonly rememberedFiles: number
  readonly leases: readonly { readonly store: string; readonly holder: string; readonly acquiredAt: string; readonly expiresAt: string }[]
}

const mostNamed = 10

/** A checked state for people. Ends with a newline. */
export function stateText(facts: StateFacts, theme: Theme, { path, width }: { readonly path: string; readonly width: number }): string {
  const { problems, openRuns, leases } = facts
  const named = openRuns.slice(0, mostNamed).join(', ')
  const rows: readonly (readonly [string, string])[] = [
    ['file', path],
    ['version', String(facts.version)],
    ['size', `${formatBytes(facts.bytes)}${facts.freeBytes > 0 ? `, ${formatBytes(facts.freeBytes)} of it free` : ''}`],
    ['runs', `${countOf(facts.runs, 'run')}, ${countOf(facts.plans.count, 'plan')} (${formatBytes(facts.plans.bytes)})`],
    ['base', `${countOf(facts.baseRecords, 'record')} as last applied`],
    [
      'pictures',
      `${countOf(facts.pictures.count, 'overwritten picture')} (${formatBytes(facts.pictures.bytes)}), ${countOf(facts.rememberedFiles, 'file')} remembered`,
    ],
    ['open runs', openRuns.length === 0 ? 'none' : `${openRuns.length}: ${named}${openRuns.length > mostNamed ? ', ...' : ''}`],
    [
      'requests',
      facts.unsettled === 0 ? 'all settled' : `${countOf(facts.unsettled, 'request')} without a known effect; the next apply settles them`,
    ],
    ...leases.map((lease) => ['lease', leaseText(lease)] as const),
  ]
  const lines: Line[] = [
    ...rows.flatMap(([name, text]) => wrapLine([span(padEnd(name, 11), 'faint'), span(sanitizeLine(text))], width, ' '.repeat(11))),
    ...(problems.length === 0
      ? [line(`No damage found in ${countOf(facts.rows, 'row')}.`, 'added')]
      : [
          line(`Damaged: ${countOf(problems.length, 'problem')}.`, 'error'),
          ...problems.slice(0, mostNamed).flatMap((text) => wrapLine(line(`  ${sanitizeLine(text)}`), width, '  ')),
        ]),
  ]
  return linesText(lines, theme, width)
}

/** Whose a lease is: "process 4711 on anna since 2026-05-04T03:00:00Z, until 2026-05-04T03:01:00Z (local http://127.0.0.1)". */
export function leaseText({ store, holder, acquiredAt, expiresAt }: StateFacts['leases'][number]): string {
  return sanitizeLine(`${holder} since ${acquiredAt}, until ${expiresAt} (${store})`)
}
