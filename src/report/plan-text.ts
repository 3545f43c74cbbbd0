import type { FileDiff } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'
import { actionsText, countOf, formatBytes, formatCount } from './amounts.ts'
import { cutLine, line, type Line, paint, span, spread, wrapLine } from './line.ts'
import { type GuardView, type KindCounts, planView, type PlanView, type RootView } from './plan-view.ts'
import { type ReportSize, rootDetails } from './root-details.ts'
import { changeName, markOf, rootName, rootSummary } from './root-summary.ts'
import { sanitizeLine } from './sanitize.ts'
import { selectionLines } from './selection-lines.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'
import { untouchedLines } from './untouched-lines.ts'

const mostDetails = 12
const mostSingleFiles = 5

/**
 * A plan for people: the store, counts by kind, one line per record with its changes, what cannot be applied, risks, guards, notices, and
 * the totals last. No line is wider than `size.width`. Ends with a newline.
 */
export function planText(plan: Plan, theme: Theme, size: ReportSize): string {
  const view = planView(plan)
  const blocks = [
    [...headLines(view), ...selectionLines(view.selection, size)],
    countLines(view.kinds, size.width),
    changeBlock(view, size),
    cannotLines(view, size),
    untouchedLines(view.untouched, size),
    riskLines(view, size),
    guardLines(view.guards, size.width),
    noticeLines(view, size),
  ]
  const lines = [
    ...blocks.filter((block) => block.length > 0).flatMap((block) => [...block, line('')]),
    ...wrapLine(line(totalsText(view), 'strong'), size.width),
  ]
  return lines.map((entry) => `${paint(cutLine(entry, size.width), theme).trimEnd()}\n`).join('')
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

function changeBlock({ roots, base }: PlanView, size: ReportSize): Line[] {
  return changesLines(roots, size, base !== 'none' && base !== 'unknown')
}

/** The changes of each root, files last, without what cannot be applied. `isKnown`: it is known what was applied, so that the rest is adopted. */
export function changesLines(roots: readonly RootView[], size: ReportSize, isKnown: boolean): Line[] {
  const shown = roots.filter(({ own, below }) => [own, ...below].some((view) => view !== null && view.change.action !== 'cannot'))
  const records = shown.filter(({ isFile }) => !isFile).flatMap((root) => rootLines(root, size, isKnown))
  return [
    ...records,
    ...fileLines(
      shown.filter(({ isFile }) => isFile),
      size,
    ),
  ]
}

function rootLines(root: RootView, { width, verbose }: ReportSize, isKnown: boolean): Line[] {
  const head: Line = [markOf(root.action === 'cannot' ? 'update' : root.action), span(' '), ...rootName(root)]
  const summary = [rootSummary(root), ...remarks(root, isKnown)].filter((text) => text !== '').join(', ')
  const place = line(root.place, 'faint')
  const whole: Line = summary === '' ? head : [...head, span(`  ${summary}`)]
  const onOne = spread(whole, place, width)
  const title =
    onOne === undefined ? [spread(head, place, width) ?? head, ...wrapLine([span('    '), span(summary)], width, '    ')] : [onOne]
  if (root.action === 'create' && !verbose) return title
  const details = rootDetails(root, { width: width - 6, verbose })
  const kept = verbose || details.length <= mostDetails ? details : details.slice(0, mostDetails - 1)
  const more = details.length - kept.length
  return [
    ...title,
    ...kept.map((entry): Line => [span('      '), ...entry]),
    ...(more === 0 ? [] : [line(`      \u2026 ${countOf(more, 'more line')} (--verbose shows all)`, 'faint')]),
  ]
}

/** Why a record is in the plan, where it is not its entry in the catalogue. */
function remarks(root: RootView, isKnown: boolean): readonly string[] {
  if (leaves(root)) return ['no longer in the catalogue']
  return isKnown && isAdopted(root) ? ['adopted: it was never applied'] : []
}

/** True for a record that is retired, hidden or removed because the catalogue has it no more. */
function leaves({ own }: RootView): boolean {
  return own?.change.kind === 'record' && own.change.leaves === true
}

/** True for a record of the store that is not known from an apply. */
function isAdopted({ own, below, action }: RootView): boolean {
  return action === 'update' && [own, ...below].every((view) => view === null || view.change.origin === 'adopt')
}

function fileLines(files: readonly RootView[], { width, verbose }: ReportSize): Line[] {
  const created = files.filter(({ action }) => action === 'create')
  const folded = !verbose && created.length > mostSingleFiles
  const single = folded ? files.filter(({ action }) => action !== 'create') : files
  return [...(folded ? folderLines(created) : []), ...single.map((root) => fileLine(root, width))]
}

function fileLine(root: RootView, width: number): Line {
  const file = fileOf(root)
  const size =
    file === undefined ? '' : file.before === null ? sizeAfter(file) : `${formatBytes(file.before.size)} \u2192 ${sizeAfter(file)}`
  const head: Line = [markOf(root.action), span(' '), ...rootName(root), span(`  ${size}`)]
  return spread(head, line(root.place, 'faint'), width) ?? head
}

function fileOf({ own }: RootView): FileDiff | undefined {
  return own?.change.kind === 'file' ? own.change.file : undefined
}

/** The size of a rendition is not known before it is rendered. */
function sizeAfter({ from, after }: FileDiff): string {
  return after.size === null ? `rendered from ${sanitizeLine(from)}` : formatBytes(after.size)
}

function folderLines(created: readonly RootView[]): Line[] {
  const folders = Map.groupBy(created, ({ key }) => key.slice(0, Math.max(0, key.lastIndexOf('/'))))
  return [...folders].map(([folder, files]) => {
    const sizes = files.map((file) => fileOf(file)?.after.size ?? null)
    const renditions = sizes.filter((size) => size === null).length
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    const weight = renditions === files.length ? countOf(renditions, 'rendition') : formatBytes(bytes)
    return [markOf('create'), span(` ${countOf(files.length, 'file')} in `), span(folder, 'strong'), span(`  ${weight}`)]
  })
}

function cannotLines({ roots }: PlanView, { width }: ReportSize): Line[] {
  const found = roots.flatMap((root) =>
    [root.own, ...root.below].flatMap((view) => (view?.change.action === 'cannot' ? [{ root, view }] : [])),
  )
  if (found.length === 0) return []
  const entries = found.flatMap(({ root, view }) => {
    const name = view === root.own ? rootName(root) : [...changeName(view), span(` of ${root.key}`)]
    const head: Line = [markOf('cannot'), span(' '), ...name]
    const reason = wrapLine([span('      '), span(view.reason)], width, '      ')
    return [spread(head, line(view.place, 'faint'), width) ?? head, ...reason]
  })
  return [line(`Cannot be applied (${formatCount(found.length)}):`, 'risk'), ...entries]
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
