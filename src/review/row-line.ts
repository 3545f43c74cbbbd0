import { formatMove } from '../report/amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { fieldWord } from '../report/field-words.ts'
import { fitLine, type Line, lineWidth, span, spread } from '../report/line.ts'
import { cellsOf, changeName, markOf } from '../report/root-summary.ts'
import { cutMiddle, cutTo, widthOf } from '../report/text-width.ts'
import type { CausePrices, CauseView } from '../report/view/cause-view.ts'
import { percentOfLog } from '../report/view/median.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { changeOfUnit } from '../report/view/units.ts'
import type { ReviewModel } from './review-model.ts'
import type { ReviewRow } from './row-list.ts'
import type { ReviewState } from './review-state.ts'

/** What the row of a list depends on besides itself. */
export interface RowPlace {
  readonly model: ReviewModel
  readonly state: Pick<ReviewState, 'grouping' | 'order' | 'skipped'>
  readonly isCursor: boolean
  readonly width: number
}

/** One row of the list in exactly `width` columns; the row of the cursor has a mark, not only a colour. */
export function rowLine(row: ReviewRow, { model, state, isCursor, width }: RowPlace): Line {
  const sign = isCursor ? span('\u25B8', 'strong') : span(' ')
  const indent = span(`${'  '.repeat(row.depth)}${row.kind === 'change' ? ' ' : foldMark(row)}`, 'faint')
  const room = width - 1 - lineWidth([indent])
  return [sign, indent, ...fitLine(contentOf(row, { model, state, width: room }), room)]
}

/** Whether a row is folded; blank where nothing is below it. */
function foldMark({ isFolded }: ReviewRow): string {
  if (isFolded === null) return '  '
  return isFolded ? '\u25B9 ' : '\u25BE '
}

function contentOf(row: ReviewRow, place: Omit<RowPlace, 'isCursor'>): Line {
  const { model, state, width } = place
  if (row.kind === 'group') return groupRow(row, place)
  const root = model.view.roots[row.root]
  const view = changeOfUnit(model.view.roots, row)
  if (root === undefined) return []
  const risk = riskSign(isRisky(row, model))
  const skipped = state.skipped.has(row.root)
  if (row.kind === 'root') {
    const count = root.below.length === 0 ? '' : `+${root.below.length}`
    const marks = [markOf(root.action), span(' ')]
    return skipped
      ? keeping('skipped', width, (room) => named(marks, (left) => nameOf(root, left), { risk, remark: '', width: room }))
      : named(marks, (room) => nameOf(root, room), { risk, remark: count, width })
  }
  return view === undefined ? [] : changeRow(view, { skipped, risk, width })
}

function changeRow(view: ChangeView, { skipped, risk, width }: { skipped: boolean; risk: Line; width: number }): Line {
  const marks = [markOf(view.change.action), span(' ')]
  const head = (room: number): Line => [...marks, ...shortName(changeName(view), room - lineWidth([...marks, ...risk])), ...risk]
  return skipped ? keeping('skipped', width, head) : besides(head(width), remarkOf(view), width)
}

/** A row with a remark that is never left out: the name is cut instead. */
function keeping(remark: string, width: number, head: (room: number) => Line): Line {
  return besides(head(width - widthOf(remark) - 2), remark, width)
}

function besides(head: Line, remark: string, width: number): Line {
  return spread(head, [span(remark, 'faint')], width) ?? head
}

function groupRow(row: ReviewRow, { model, state, width }: Omit<RowPlace, 'isCursor'>): Line {
  const group = model.groupsOf(state.grouping, state.order)[row.group]
  if (group === undefined) return []
  const skipped = model.facts.skippedIn(group, state.skipped)
  const risk = riskSign(model.facts.isRisky(group))
  const cause = group.cause === null ? undefined : model.view.causes[group.cause]
  if (skipped > 0 || cause === undefined || cause.prices === null) {
    const title = (room: number): string => cutMiddle(group.title, room)
    if (skipped === 0) return named([], title, { risk, remark: group.remark, width })
    const [long, short] = [`${countOf(skipped, 'record')} skipped`, `${formatCount(skipped)} skipped`]
    const remark = width - widthOf(long) < fewestOfTitle ? short : long
    return keeping(remark, width, (room) => named([], title, { risk, remark: '', width: room }))
  }
  const forms = priceRemarks(cause, cause.prices)
  const room = (remark: string): number => width - lineWidth(risk) - widthOf(remark) - 2
  const remark = forms.find((form) => room(form) >= Math.min(widthOf(group.title), fewestOfTitle)) ?? forms.at(-1) ?? ''
  return named([], () => cutMiddle(group.title, Math.max(8, room(remark))), { risk, remark, width })
}

/** A title of a cause is cut to so many columns before its figures lose words. */
const fewestOfTitle = 24

/** A cause of prices in fewer and fewer words, the longest first; each has the median move and the number of outliers. */
function priceRemarks({ summary, roots, outliers }: CauseView, { medianLog }: CausePrices): readonly string[] {
  const median = percentOfLog(medianLog)
  const figures = outliers === 0 ? [median] : [`${median}, ${countOf(outliers, 'outlier')}`, `${median}, ${formatCount(outliers)} outl.`]
  return [summary, `${countOf(roots, 'record')}, ${figures[0]}`, ...figures]
}

interface Named {
  readonly risk: Line
  readonly remark: string
  readonly width: number
}

/** A name with its marks; where there is no room, the remark loses its end, then the name is cut. */
function named(marks: Line, nameIn: (room: number) => string, { risk, remark, width }: Named): Line {
  const room = Math.max(8, width - lineWidth(marks) - lineWidth(risk))
  const head: Line = [...marks, span(nameIn(room), 'strong'), ...risk]
  const left = width - lineWidth(head) - 2
  return left < 4 || remark === '' ? head : (spread(head, [span(cutTo(remark, left), 'faint')], width) ?? head)
}

/** The name of a change; where it is too long, without its middle. */
function shortName(name: Line, room: number): Line {
  return lineWidth(name) <= room ? name : [span(cutMiddle(name.map(({ text }) => text).join(''), Math.max(8, room)))]
}

/** The title is cut first; of a key the end is kept, where keys that are alike differ. */
function nameOf({ kind, key, title, isFile }: RootView, room: number): string {
  const name = `${kind} ${key}`
  const left = room - widthOf(name) - 3
  return title === '' || title === key || isFile || left < 3 ? cutMiddle(name, room) : `${name} "${cutTo(title, left)}"`
}

function isRisky(row: ReviewRow, { facts, findingsAt, numbers }: ReviewModel): boolean {
  return findingsAt.has(numbers.of(row.root, row.at)) || (row.kind === 'root' && row.isFolded !== null && facts.isRiskyBelow(row.root))
}

function riskSign(hasRisk: boolean): Line {
  return hasRisk ? [span(' \u26A0', 'risk')] : []
}

function remarkOf(view: ChangeView): string {
  const { change } = view
  if (change.kind === 'grid') {
    const { created, updated, removed, all } = cellsOf([view])
    return `${created + updated + removed}/${all}`
  }
  if (change.kind === 'file' || change.action !== 'update') return ''
  const [only] = change.fields
  if (change.fields.length === 1 && only !== undefined) {
    const move = only.field === 'price' ? formatMove(only.before, only.after) : ''
    return move === '' ? fieldWord(change.resource, only.field) : move
  }
  return `${change.fields.length} fields`
}
