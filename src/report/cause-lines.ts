import { countOf, formatCount } from '../source/counts.ts'
import { changesLines } from './change-list.ts'
import { line, type Line, lineWidth, type Span, span, spread, wrapLine } from './line.ts'
import type { ReportSize } from './root-details.ts'
import { markOf, rootSummary } from './root-summary.ts'
import { cutMiddle, widthOf } from './text-width.ts'
import type { AloneView, CauseView, UnitRef } from './view/cause-view.ts'
import type { FindingView } from './view/finding-view.ts'
import { farthestMove, movesOf, moveSentence } from './view/moves-of.ts'
import { applicableAlone, isBaseKnown, type PlanView } from './view/plan-view.ts'
import type { RootView } from './view/root-view.ts'
import { changeOfUnit, rootsOfUnits, unitsOfAlone } from './view/units.ts'

/** How much of a plan a report by cause shows; `full`: every finding, and the records of every cause. */
export interface CauseSize extends ReportSize {
  readonly full: boolean
  /** Where the outliers are that are not shown; default: what `--full` adds. */
  readonly hint?: string
}

/** The lines of findings, the findings that are always shown, and the causes and single records, without `full`. */
const most = { findingLines: 12, findings: 3, causes: 12, outliers: 2, alone: 8, findingText: 3, overwritten: 5 }

/** A title is shown where it has so many columns. */
const leastTitle = 4

const fullHint = '(--full shows all)'

/** What to look at first: what stops the apply with `x`, then the other findings; empty where there are none. */
export function findingLines(findings: readonly FindingView[], { width, full }: CauseSize): readonly Line[] {
  if (findings.length === 0) return []
  const lines: Line[] = []
  let shown = 0
  for (const finding of findings) {
    const entry = oneFinding(finding, width, full)
    if (!full && shown >= most.findings && lines.length + entry.length > most.findingLines) break
    lines.push(...entry)
    shown += 1
  }
  const more = findings.length - shown
  return [
    line(`Look at first (${formatCount(findings.length)}):`, 'risk'),
    ...lines,
    ...(more === 0 ? [] : [line(`\u2026 ${formatCount(more)} more ${fullHint}`, 'faint')]),
  ]
}

function oneFinding({ stops, sentence, place }: FindingView, width: number, full: boolean): readonly Line[] {
  const head: Line = [span(stops ? 'x ' : '! ', 'risk'), span(sentence)]
  const text = [...head, ...(place === '' || sentence.includes(place) ? [] : [span(`  ${place}`, 'faint')])]
  const lines = wrapLine(text, width, '  ')
  if (full || lines.length <= most.findingText) return lines
  return [...lines.slice(0, most.findingText - 1), [...(lines[most.findingText - 1] ?? []), span(' \u2026', 'faint')]]
}

/** The causes of a plan with their reach and prices; with `full` also their records, else those of what was changed in the store. */
export function causesLines(view: PlanView, size: CauseSize): readonly Line[] {
  const { causes, roots } = view
  if (causes.length === 0) return []
  const shown = size.full ? causes : causes.slice(0, most.causes)
  const more = causes.length - shown.length
  return [
    line(`By cause (${formatCount(causes.length)}):`, 'faint'),
    ...shown.flatMap((cause) => [...causeLines(cause, roots, size), ...recordsOfCause(cause, view, size)]),
    ...(more === 0 ? [] : [line(`\u2026 ${countOf(more, 'more cause')} ${fullHint}`, 'faint')]),
  ]
}

/** The records of a cause; without `full` only the first ones of which the plan overwrites what somebody has changed. */
function recordsOfCause({ kind, units, roots }: CauseView, view: PlanView, size: CauseSize): readonly Line[] {
  if (size.full) return recordsOf(units, view, size)
  if (kind !== 'store') return []
  const shown = new Set<number>()
  for (const { root } of units) if (shown.size < most.overwritten) shown.add(root)
  const first = units.filter(({ root }) => shown.has(root))
  const more = roots - shown.size
  return [...recordsOf(first, view, size), ...(more === 0 ? [] : [line(`    \u2026 ${countOf(more, 'more record')} ${fullHint}`, 'faint')])]
}

/** A cause with its reach, prices and outliers. */
export function causeLines(cause: CauseView, roots: readonly RootView[], size: CauseSize): readonly Line[] {
  const { width } = size
  const { title, summary, place, prices } = cause
  const head: Line = [markOf(actionOf(cause)), span(' '), span(cutMiddle(title, width - 2), 'strong')]
  const whole: Line = [...head, span(`  ${summary}`)]
  const where = line(place, 'faint')
  const lines = spread(whole, where, width)
  const first =
    lines === undefined ? [spread(head, where, width) ?? head, ...wrapLine([span('    '), span(summary)], width, '    ')] : [lines]
  return [
    ...first,
    ...(prices === null ? [] : wrapLine([span('    '), ...priceSpans(cause)], width, '      ')),
    ...outlierLines(cause, roots, size),
  ]
}

/** What a cause does to most of its records. */
function actionOf({ kinds }: CauseView): 'create' | 'update' | 'remove' {
  const count = (action: 'create' | 'update' | 'remove'): number => kinds.reduce((sum, kind) => sum + kind[action], 0)
  if (count('update') > 0 || (count('create') > 0 && count('remove') > 0)) return 'update'
  return count('create') > 0 ? 'create' : 'remove'
}

function priceSpans({ prices, groups }: CauseView): readonly Span[] {
  if (prices === null) return []
  const { before, after } = prices
  const range = ({ lowest, highest }: typeof before): string => (lowest === highest ? lowest : `${lowest} to ${highest}`)
  const names = groups.map((code) => (code === '' ? 'default' : code))
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} other groups`] : names
  return [
    span('prices '),
    span(range(before), 'removed'),
    span(' \u2192 ', 'faint'),
    span(range(after), 'added'),
    span(shown.length === 1 && shown[0] === 'default' ? '' : ` (${shown.join(', ')})`, 'faint'),
  ]
}

function outlierLines(
  { units, outliers, prices }: CauseView,
  roots: readonly RootView[],
  { width, full, hint = fullHint }: CauseSize,
): readonly Line[] {
  const shown = full ? outliers : Math.min(outliers, most.outliers)
  const lines = units.slice(0, shown).flatMap((unit) => {
    const view = changeOfUnit(roots, unit)
    const move = view && farthestMove(view, prices?.medianLog)
    if (view === undefined || move === undefined) return []
    const text: Line = [span('    '), span('! ', 'risk'), span(moveSentence(move))]
    const withPlace = spread(text, line(move.place, 'faint'), width)
    return withPlace === undefined ? wrapLine(text, width, '      ') : [withPlace]
  })
  const more = outliers - shown
  return [...lines, ...(more === 0 ? [] : [line(`    \u2026 ${countOf(more, 'more outlier')} ${hint}`, 'faint')])]
}

function recordsOf(units: readonly UnitRef[], view: PlanView, { width, verbose }: CauseSize): readonly Line[] {
  const lines = changesLines(rootsOfUnits(view.roots, units), { width: width - 4, verbose }, isBaseKnown(view))
  return lines.map((entry): Line => [span('    '), ...entry])
}

/** The records without a shared cause: one line each; with `full` all of them, with their details. */
export function aloneLines(view: PlanView, size: CauseSize): readonly Line[] {
  const { roots } = view
  const possible = applicableAlone(view)
  if (possible.length === 0) return []
  const head = line(`One by one (${countOf(possible.length, 'record')}):`, 'faint')
  if (size.full) {
    const units = possible.flatMap(unitsOfAlone)
    return [head, ...recordsOf(units, view, size)]
  }
  const shown = possible.slice(0, most.alone)
  const more = possible.length - shown.length
  return [
    head,
    ...shown.flatMap((each) => oneRecord(each, roots, size.width)),
    ...(more === 0 ? [] : [line(`\u2026 ${countOf(more, 'more record')} ${fullHint}`, 'faint')]),
  ]
}

/** How the prices of a record move: `▼3.0 %`, or `▼3.0 % to ▲21.2 %`; empty where none does. */
function moveWords({ own, below }: RootView): string {
  const moves = [own, ...below].flatMap((view) => (view === null ? [] : movesOf(view))).filter(({ percent }) => percent !== '')
  const sorted = moves.toSorted((a, b) => (a.logRatio ?? -Infinity) - (b.logRatio ?? -Infinity)).map(({ percent }) => percent)
  const ends = [...new Set([sorted.at(0) ?? '', sorted.at(-1) ?? ''])]
  return ends.join(' to ')
}

/** The key of a record and its title, of which the title is cut first, or left out. */
function nameWithin({ key, title, isFile }: RootView, columns: number): string {
  const room = columns - widthOf(key) - ' ""'.length
  return title === '' || title === key || isFile || room < leastTitle ? cutMiddle(key, columns) : `${key} "${cutMiddle(title, room)}"`
}

/** The line of a record; a long title loses its middle, then the key, then the summary its end. */
function oneRecord(alone: AloneView, roots: readonly RootView[], width: number): readonly Line[] {
  return rootsOfUnits(roots, unitsOfAlone(alone)).map((root) => {
    const { kind, place } = root
    const mark: Line = [markOf(root.action === 'cannot' ? 'update' : root.action), span(` ${kind} `)]
    const summary = [rootSummary(root), moveWords(root)].filter((text) => text !== '').join(' ')
    const where = line(place, 'faint')
    const taken = lineWidth(mark) + 4 + Math.min(lineWidth(where), 24) + Math.min(summary.length, 24)
    const shown: Line = [...mark, span(nameWithin(root, Math.max(16, width - taken)), 'strong'), span(summary === '' ? '' : `  ${summary}`)]
    return spread(shown, where, width) ?? shown
  })
}
