import type { Change, GridChange } from '../diff/change.ts'
import { formatCellMove } from './amounts.ts'
import { countOf } from '../source/counts.ts'
import { changeLines, fieldLines, onlyFieldLine } from './field-lines.ts'
import { type CellPrices, type GridSheet, isMoved, isSamePrice } from '../pricing/grid-sheets.ts'
import { entriesText, gridWayText } from './grid-way-text.ts'
import { groupName, priceText, rangeName } from './grid-table.ts'
import { originWords } from './origin-words.ts'
import { type Line, span, type Span, wrapLine } from './line.ts'
import { type ChangeView, isMovedView, type RootView } from './view/root-view.ts'
import { changeName, markOf } from './root-summary.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, widthOf } from './text-width.ts'

/** The size of a report: `width` in columns; `verbose`: every detail of every record. */
export interface ReportSize {
  readonly width: number
  readonly verbose: boolean
}

/** The changes of a root and of the records below it, as lines: old and new values, prices with their change in per cent. Without what cannot be applied. */
export function rootDetails({ own, below }: RootView, { width, verbose }: ReportSize): readonly Line[] {
  const hasDetails = own !== null && own.change.action !== 'cannot' && (own.change.kind === 'file' || own.change.fields.length > 0)
  const possible = below.filter(({ change }) => change.action !== 'cannot')
  const isApplied = [own, ...below].some((view) => view !== null && showsApply(view))
  return [
    ...(hasDetails ? changeLines(own.change, width) : []),
    ...groupSameGrids(possible).flatMap((views) => belowLines(views, { width, verbose }, isApplied)),
  ]
}

/** The records whose place a root takes, and what is changed of them. */
export function movedLines({ below }: RootView, width: number): readonly Line[] {
  return below.filter(isMovedView).flatMap((view) => belowLines([view], { width, verbose: true }, false))
}

/** The price changes of a grid, one line per cell that changes: `dealer 10-49  379.00 → 339.00  ▼10.6 %`. */
export function cellLines({ grid }: Pick<GridChange, 'grid'>, sheets: readonly GridSheet[], width: number): readonly Line[] {
  const isNew = grid.before.length === 0
  const changed = sheets.flatMap(({ currency, ranges, groups }) =>
    groups.flatMap(({ code, cells }) =>
      cells.flatMap((cell, column) => {
        const range = ranges[column]
        if (!isMoved(cell) || range === undefined) return []
        return [{ where: `${groupName(code)} ${rangeName(range)} ${sanitizeLine(currency)}`.trimEnd(), cell, currency }]
      }),
    ),
  )
  if (changed.length === 0) return wrapLine([span(`no price changes; ${entriesText(grid)}`, 'faint')], width, '  ')
  const column = changed.reduce((most, { where }) => Math.max(most, widthOf(where)), 0) + 2
  return changed.flatMap(({ where, cell, currency }) =>
    wrapLine([span(padEnd(where, column)), ...(priceGone(cell, currency) ?? priceMove(cell, isNew))], width, '  '),
  )
}

/** How the entries of a grid on sale are exchanged; of the other ways the risks say what customers notice. */
function wayLines({ grid }: GridChange, width: number): readonly Line[] {
  return grid.way === 're-cut' || grid.way === 'single-rows' ? wrapLine([span(gridWayText(grid), 'faint')], width, '  ') : []
}

/** A price that is removed, and what replaces it; `undefined` where the cell has a price afterwards. */
function priceGone({ before, after }: CellPrices, currency: string): Span[] | undefined {
  if (after.length > 0) return undefined
  return [span(`${priceText(before)}  removed${currency === '' ? '' : ', then converted at the rate'}`, 'removed')]
}

function priceMove({ before, after, byDefault }: CellPrices, isNew: boolean): Span[] {
  const remark = byDefault === 'after' ? 'default price' : before.length === 0 || byDefault === 'before' ? (isNew ? '' : 'new') : ''
  if (before.length === 0) return [span(`${priceText(after)}${note(remark)}`, 'added')]
  if (isSamePrice(before, after)) return [span(`${priceText(after)}${note(`${remark}, no change`)}`)]
  return [
    span(priceText(before), 'removed'),
    span(' \u2192 ', 'faint'),
    span(priceText(after), 'added'),
    span(`${note(formatCellMove(before, after))}${note(remark)}`, 'changed'),
  ]
}

function note(words: string): string {
  return words === '' ? '' : `  ${words}`
}

/** The changes, grouped by equal changes of a grid: the variants of a product often have the same. */
function groupSameGrids(views: readonly ChangeView[]): readonly (readonly [ChangeView, ...ChangeView[]])[] {
  const groups = new Map<string, [ChangeView, ...ChangeView[]]>()
  for (const view of views) {
    const { change, sheets } = view
    const sameKey = change.kind === 'grid' ? JSON.stringify([change.action, change.grid.way, change.origin, sheets]) : change.address
    const group = groups.get(sameKey)
    if (group === undefined) groups.set(sameKey, [view])
    else group.push(view)
  }
  return [...groups.values()]
}

function belowLines(
  [view, ...same]: readonly [ChangeView, ...ChangeView[]],
  { width, verbose }: ReportSize,
  isApplied: boolean,
): readonly Line[] {
  const { change } = view
  const words = movedWords(change, isApplied)
  const head: Span[] = [markOf(change.action), span(' '), ...changeName(view), ...otherNames(same, verbose)]
  const whole = words === '' ? head : [...head, span(`  ${words}`, 'risk')]
  if (change.kind === 'file') return [head]
  if (change.kind === 'grid') {
    const lines = [...cellLines(change, view.sheets, width - 4), ...wayLines(change, width - 4)]
    return [...wrapLine(whole, width, '    '), ...lines.map(indented)]
  }
  const only = onlyFieldLine(change, width - 4)
  return only === undefined
    ? [...wrapLine(whole, width, '    '), ...fieldLines(change, width - 4).map(indented)]
    : wrapLine([...head, span('  '), ...only, ...whole.slice(head.length)], width, '    ')
}

/** True for a change from which one sees that its root was applied before: what is new has an origin too where that is not known. */
function showsApply({ change }: ChangeView): boolean {
  return change.origin !== 'adopt' && change.action !== 'create'
}

/** Who changed it; the fields of an updated record say so themselves. */
function movedWords(change: Change, isApplied: boolean): string {
  if (change.kind === 'record' && change.action === 'update') return ''
  if (change.origin !== 'adopt') return originWords(change)
  return change.kind === 'grid' && isApplied ? 'adopted: it was never applied' : ''
}

function otherNames(others: readonly ChangeView[], verbose: boolean): readonly Span[] {
  if (verbose) return others.flatMap(({ name }) => [span(', '), span(name, 'strong')])
  return others.length === 0 ? [] : [span(` and ${countOf(others.length, 'other')} with the same changes`)]
}

function indented(spans: Line): Line {
  return [span('    '), ...spans]
}
