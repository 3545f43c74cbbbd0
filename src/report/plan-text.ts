import { formatCount } from '../source/counts.ts'
import { cannotByReason, cannotLines } from './cannot-lines.ts'
import { aloneLines, causesLines, findingLines } from './cause-lines.ts'
import { changesLines } from './change-list.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { isGuardFinding } from './view/finding-view.ts'
import { type GuardView, isBaseKnown, type PlanView } from './view/plan-view.ts'
import type { KindCounts } from './view/root-view.ts'
import { proposalLines, type ProposalLines } from './proposal-lines.ts'
import { totalsText, baseNotices } from './plan-totals.ts'
import type { ReportSize } from './root-details.ts'
import { markOf } from './root-summary.ts'
import { selectionLines } from './selection-lines.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'
import { shortUntouchedLines, untouchedLines } from './untouched-lines.ts'

/** How the text of a plan lists its changes. */
export interface PlanListing {
  /** Default: by record where the list of all records is not longer than a screen, else by cause. */
  readonly by?: 'cause' | 'record' | undefined
  /** By cause, every finding and the records of every cause too; default: also with `verbose`. */
  readonly full?: boolean
}

/** The size of the text of a plan, and how its changes are listed. */
export type PlanTextSize = ReportSize & PlanListing

/** The most lines of changes that are listed by record without being asked for. */
const screen = 24
const mostDrift = 3

/**
 * A plan for people: the store, what to look at first, warnings, the counts by kind, the changes, what cannot be applied, notices, and the
 * totals last. By record: one line per record with its changes, and the guards with their cases. By cause: the causes. No line is wider than
 * `size.width`, but for YAML to copy. Ends with a newline.
 */
export function planText(view: PlanView, theme: Theme, size: PlanTextSize): string {
  const proposal = proposalLines(view.proposal, size)
  const exact = new Set(proposal.yaml)
  const flat = size.by === 'cause' ? undefined : flatList(view, size)
  const blocks = flat === undefined ? causeBlocks(view, proposal, size) : recordBlocks(view, { changes: flat, proposal }, size)
  const lines = [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, line('')]),
    ...wrapLine(line(totalsText(view), 'strong'), size.width),
  ]
  return lines.map((entry) => linesText([entry], theme, exact.has(entry) ? Infinity : size.width)).join('')
}

/** The changes by record; `undefined` where the list is long and nobody asked for it. */
function flatList(view: PlanView, size: PlanTextSize): readonly Line[] | undefined {
  const { roots } = view
  const isAsked = size.by === 'record'
  if (!isAsked && (size.full === true || roots.filter(({ isFile }) => !isFile).length > screen)) return undefined
  const lines = changesLines(roots, size, isBaseKnown(view))
  return isAsked || size.verbose || lines.length <= screen ? lines : undefined
}

/** The changes of a list by record, and what is proposed to write. */
interface Listed {
  readonly changes: readonly Line[]
  readonly proposal: ProposalLines
}

function recordBlocks(view: PlanView, { changes, proposal }: Listed, size: PlanTextSize): readonly (readonly Line[])[] {
  const { width, verbose } = size
  // A short list that nobody asked for has nothing hidden.
  const full = size.full ?? (verbose || size.by !== 'record')
  return [
    [...headLines(view), ...selectionLines(view.selection, { ...size, unread: view.unread })],
    guardLines(view.guards, width),
    findingLines(
      view.findings.filter((finding) => !isGuardFinding(finding)),
      { width, verbose, full },
    ),
    warningLines(view.warnings, width),
    countLines(view.kinds, width),
    changes,
    cannotLines(view.roots, width),
    untouchedLines(view.untouched, size),
    [...proposal.before, ...proposal.yaml, ...proposal.after],
    riskLines(view, size),
    noticeLines(view, size),
  ]
}

function causeBlocks(
  view: PlanView,
  proposal: ProposalLines,
  { width, verbose, full = verbose }: PlanTextSize,
): readonly (readonly Line[])[] {
  const size = { width, verbose, full }
  return [
    [...headLines(view), ...selectionLines(view.selection, { ...size, unread: view.unread })],
    findingLines(view.findings, size),
    warningLines(view.warnings, width),
    countLines(view.kinds, width),
    causesLines(view, size),
    aloneLines(view, size),
    full ? cannotLines(view.roots, width) : cannotByReason(view.roots, width),
    full ? untouchedLines(view.untouched, size) : shortUntouchedLines(view.untouched, size, { most: mostDrift, hint: '--full shows all' }),
    [...proposal.before, ...proposal.yaml, ...proposal.after],
    full ? guardLines(view.guards, width) : [],
    noticeLines(view, size),
  ]
}

function headLines({ store, shortHash }: PlanView): readonly Line[] {
  const { name, baseUrl, filesUrl } = store
  const head: Line = [span('Plan for '), span(name, 'strong'), span(` \u00B7 ${baseUrl} \u00B7 ${shortHash}`)]
  const hasOwnFiles = filesUrl !== null && !`${filesUrl}/`.startsWith(`${baseUrl}/`)
  return hasOwnFiles ? [head, line(`files ${filesUrl}`, 'faint')] : [head]
}

const countWidth = 9

/** Counts by kind as a table; empty where there are no changes. Where `width` is too narrow, the columns have signs instead of words. */
export function countLines(kinds: readonly KindCounts[], width: number): readonly Line[] {
  if (kinds.length === 0) return []
  const actions = (['create', 'update', 'remove', 'cannot'] as const).filter(
    (action) => action !== 'cannot' || kinds.some(({ cannot }) => cannot > 0),
  )
  const nameWidth = Math.max(...kinds.map(({ name }) => name.length)) + 2
  const hasRoom = nameWidth + actions.length * countWidth <= width
  const columns = actions.map((action) => ({
    action,
    head: hasRoom ? action : markOf(action).text,
    width: hasRoom ? countWidth : Math.max(...kinds.map((kind) => cellOf(kind[action]).length)) + 2,
  }))
  const head = line(`${padEnd('', nameWidth)}${columns.map((column) => padStart(column.head, column.width)).join('')}`, 'faint')
  const rows = kinds.map((kind): Line => [
    span(padEnd(kind.name, nameWidth)),
    ...columns.map((column) =>
      span(padStart(cellOf(kind[column.action]), column.width), kind[column.action] === 0 ? 'faint' : markOf(column.action).tone),
    ),
  ])
  return [head, ...rows]
}

function cellOf(count: number): string {
  return count === 0 ? '\u00B7' : formatCount(count)
}

/** The risks that no finding words: of several of one kind, a finding words the worst. */
function riskLines({ risks, findings }: PlanView, { width }: ReportSize): Line[] {
  const others = risks.filter((risk) => !findings.some(({ sentence }) => sentence.includes(risk)))
  if (others.length === 0) return []
  return [
    line(`Other risks (${formatCount(others.length)}):`, 'risk'),
    ...others.flatMap((risk) => wrapLine([span('! ', 'risk'), span(risk)], width, '  ')),
  ]
}

/** The guards that stop an apply, with their worst cases; empty where none does. */
export function guardLines(guards: readonly GuardView[], width: number): readonly Line[] {
  if (guards.length === 0) return []
  return [
    line(`Guards that stop apply (${formatCount(guards.length)}):`, 'risk'),
    ...guards.flatMap(({ name, sentence, cases }) => [
      ...wrapLine([span('x ', 'risk'), span(name, 'strong'), span(`: ${sentence}`)], width, '  '),
      ...cases.flatMap((text) => wrapLine([span('    '), span(text)], width, '      ')),
    ]),
  ]
}

/** The warnings of a plan; empty where there are none. */
export function warningLines(warnings: readonly string[], width: number): readonly Line[] {
  return warnings.flatMap((warning) => wrapLine([span('warning: ', 'risk'), span(warning)], width, '      '))
}

function noticeLines({ notices, base }: PlanView, { width }: ReportSize): Line[] {
  return [...baseNotices({ base }), ...notices].flatMap((notice) => wrapLine([span('note: ', 'name'), span(notice)], width, '      '))
}
