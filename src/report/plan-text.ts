import type { Plan } from '../plan/plan.ts'
import { actionsText, countOf, formatBytes, formatCount } from './amounts.ts'
import { cannotByReason, cannotLines } from './cannot-lines.ts'
import { aloneLines, causesLines, findingLines } from './cause-lines.ts'
import { changesLines } from './change-list.ts'
import { cutLine, line, type Line, paint, span, wrapLine } from './line.ts'
import { type GuardView, planView, type PlanView } from './view/plan-view.ts'
import type { KindCounts } from './view/root-view.ts'
import type { ReportSize } from './root-details.ts'
import { markOf } from './root-summary.ts'
import { selectionLines } from './selection-lines.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'
import { untouchedLines } from './untouched-lines.ts'

/** The size of the text of a plan, and how its changes are listed. */
export interface PlanTextSize extends ReportSize {
  /** Default: by record where the list of all records is not longer than a screen, else by cause. */
  readonly by?: 'cause' | 'record' | undefined
  /** By cause, every finding and the records of every cause too; default: also with `verbose`. */
  readonly full?: boolean
}

/** The most lines of changes that are listed by record without being asked for. */
const screen = 24
const mostDrift = 3

/**
 * A plan for people. By record: the store, counts by kind, one line per record with its changes, what cannot be applied, risks, guards,
 * notices, and the totals last. By cause: what to look at first, the counts, then the causes. No line is wider than `size.width`. Ends
 * with a newline.
 */
export function planText(plan: Plan, theme: Theme, size: PlanTextSize): string {
  const view = planView(plan)
  const flat = size.by === 'cause' ? undefined : flatList(view, size)
  const blocks = flat === undefined ? causeBlocks(view, size) : recordBlocks(view, flat, size)
  const lines = [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, line('')]),
    ...wrapLine(line(totalsText(view), 'strong'), size.width),
  ]
  return lines.map((entry) => `${paint(cutLine(entry, size.width), theme).trimEnd()}\n`).join('')
}

/** The changes by record; `undefined` where the list is long and nobody asked for it. */
function flatList({ roots, base }: PlanView, size: PlanTextSize): readonly Line[] | undefined {
  const isAsked = size.by === 'record'
  if (!isAsked && (size.full === true || roots.filter(({ isFile }) => !isFile).length > screen)) return undefined
  const lines = changesLines(roots, size, base !== 'none' && base !== 'unknown')
  return isAsked || size.verbose || lines.length <= screen ? lines : undefined
}

function recordBlocks(view: PlanView, changes: readonly Line[], size: PlanTextSize): readonly (readonly Line[])[] {
  return [
    [...headLines(view), ...selectionLines(view.selection, size)],
    countLines(view.kinds, size.width),
    changes,
    cannotLines(view.roots, size.width),
    untouchedLines(view.untouched, size),
    riskLines(view, size),
    guardLines(view.guards, size.width),
    noticeLines(view, size),
  ]
}

function causeBlocks(view: PlanView, { width, verbose, full = verbose }: PlanTextSize): readonly (readonly Line[])[] {
  const size = { width, verbose, full }
  const { drift } = view.untouched
  const hidden = full ? 0 : Math.max(0, drift.length - mostDrift)
  return [
    [...headLines(view), ...selectionLines(view.selection, size)],
    findingLines(view.findings, size),
    countLines(view.kinds, width),
    causesLines(view, size),
    aloneLines(view, size),
    full ? cannotLines(view.roots, width) : cannotByReason(view.roots, width),
    [
      ...untouchedLines({ ...view.untouched, drift: drift.slice(0, drift.length - hidden) }, size),
      ...(hidden === 0 ? [] : [line(`\u2026 ${countOf(hidden, 'more change')} that are kept (--full shows all)`, 'faint')]),
    ],
    full ? guardLines(view.guards, width) : [],
    noticeLines(view, size),
  ]
}

/** The last line of a plan: changes by action and the number of requests, or that there is nothing to apply. */
function totalsText(view: PlanView): string {
  if (view.isEmpty) return emptyText(view)
  const { totals, estimate, hasBarriers } = view
  const barrierWords = hasBarriers ? ' Nothing is shown to shoppers before everything is checked.' : ''
  return `Plan: ${actionsText(totals)}. ${estimateText(estimate)}.${barrierWords}`
}

function emptyText({ totals: { cannot }, undoes, untouched, selection }: PlanView): string {
  if (undoes !== null)
    return `Nothing to undo${cannot > 0 ? `: ${countOf(cannot, 'change')} cannot be undone` : ''}. The store has nothing else left of run ${undoes}.`
  if (cannot > 0)
    return `Nothing to apply: ${countOf(cannot, 'change')} cannot be applied to this store; everything else matches the catalogue.`
  if (untouched.drift.length > 0) return 'No changes. What was changed in the store is kept.'
  return selection ? 'No changes. The store matches what the plan is limited to.' : 'No changes. The store matches the catalogue.'
}

/** Requests and uploads of a plan: `5 requests, 71 uploads (1.2 MB)`. */
export function estimateText({ writes, uploads, uploadBytes, renditions = 0 }: PlanView['estimate']): string {
  const weights = [
    ...(uploads > renditions ? [formatBytes(uploadBytes)] : []),
    ...(renditions > 0 ? [countOf(renditions, 'rendition')] : []),
  ]
  const uploadWords = uploads === 0 ? [] : [`${countOf(uploads, 'upload')} (${weights.join(' and ')})`]
  return [countOf(writes, 'request'), ...uploadWords].join(', ')
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

function riskLines({ risks, riskCount }: PlanView, { width }: ReportSize): Line[] {
  if (risks.length === 0) return []
  return [
    line(`Risks (${formatCount(riskCount)}):`, 'risk'),
    ...risks.flatMap((risk) => wrapLine([span('! ', 'risk'), span(risk)], width, '  ')),
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

const unknownText =
  'It is not known what was applied to this store before: no removal is planned, and the plan does not say who changed what.'

function noticeLines({ notices, base }: PlanView, { width }: ReportSize): Line[] {
  return [...(base === 'unknown' ? [unknownText] : []), ...notices].flatMap((notice) =>
    wrapLine([span('note: ', 'name'), span(notice)], width, '      '),
  )
}
