import type { GridChange } from '../diff/change.ts'
import { countOf, formatCellMove } from './amounts.ts'
import { changeLines, fieldLines } from './field-lines.ts'
import { type CellPrices, type GridSheet, isMoved } from './grid-cells.ts'
import { groupName, priceText, rangeName } from './grid-table.ts'
import { type Line, span, type Span, wrapLine } from './line.ts'
import type { ChangeView, RootView } from './plan-view.ts'
import { changeName, markOf } from './root-summary.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, widthOf } from './text-width.ts'

/** How much a report shows. `width` in columns; `verbose`: every detail of every record. */
export interface ReportSize {
  readonly width: number
  readonly verbose: boolean
}

/** The changes of a root and below it, as lines: old and new values, price moves with per cent. Nothing that cannot be done. */
export function rootDetails({ own, below }: RootView, { width, verbose }: ReportSize): readonly Line[] {
  const isShown = own !== null && own.change.action !== 'cannot' && (own.change.kind === 'file' || own.change.fields.length > 0)
  const possible = below.filter(({ change }) => change.action !== 'cannot')
  return [
    ...(isShown ? changeLines(own.change, width) : []),
    ...sameGridsTogether(possible).flatMap((views) => belowLines(views, width, verbose)),
  ]
}

/** The moves of a grid, one line per cell that changes: `dealer 10-49  379.00 → 339.00  ▼10.6 %`. */
function moveLines({ grid }: GridChange, sheets: readonly GridSheet[], width: number): readonly Line[] {
  const isNew = grid.before.length === 0
  const moves = sheets.flatMap(({ currency, ranges, groups }) =>
    groups.flatMap(({ code, cells }) =>
      cells.flatMap((cell, column) => {
        const range = ranges[column]
        if (!isMoved(cell) || range === undefined) return []
        return [{ where: `${groupName(code)} ${rangeName(range)} ${sanitizeLine(currency)}`.trimEnd(), cell }]
      }),
    ),
  )
  if (moves.length === 0) return wrapLine([span(`no price moves; ${entriesText(grid)}`, 'faint')], width, '  ')
  const column = moves.reduce((most, { where }) => Math.max(most, widthOf(where)), 0) + 2
  return moves.flatMap(({ where, cell }) => wrapLine([span(padEnd(where, column)), ...priceMove(cell, isNew)], width, '  '))
}

/** How many entries the store has and will have: it may have a cell more than once. */
function entriesText({ before, after }: GridChange['grid']): string {
  return `${countOf(before.length, 'entry', 'entries')} in the store, ${after.length} after`
}

function priceMove({ before, after }: CellPrices, isNew: boolean): Span[] {
  if (before.length === 0) return [span(`${priceText(after)}${isNew ? '' : '  new'}`, 'added')]
  if (after.length === 0) return [span(`${priceText(before)}  removed`, 'removed')]
  const move = formatCellMove(before, after)
  return [
    span(priceText(before), 'removed'),
    span(' \u2192 ', 'faint'),
    span(priceText(after), 'added'),
    span(move === '' ? '' : `  ${move}`, 'changed'),
  ]
}

/** Grids with the same changes, as the variants of one product often have, are reported once. */
function sameGridsTogether(views: readonly ChangeView[]): readonly (readonly [ChangeView, ...ChangeView[]])[] {
  const groups = new Map<string, [ChangeView, ...ChangeView[]]>()
  for (const view of views) {
    const { change, sheets } = view
    const key = change.kind === 'grid' ? JSON.stringify([change.action, sheets]) : change.address
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [view])
    else group.push(view)
  }
  return [...groups.values()]
}

function belowLines([view, ...alike]: readonly [ChangeView, ...ChangeView[]], width: number, verbose: boolean): readonly Line[] {
  const { change } = view
  const head: Span[] = [markOf(change.action), span(' '), ...changeName(view), ...alikeNames(alike, verbose)]
  if (change.kind === 'file') return [head]
  if (change.kind === 'grid') return [...wrapLine(head, width, '    '), ...moveLines(change, view.sheets, width - 4).map(indented)]
  const fields = fieldLines(change, width - 4)
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return wrapLine([...head, span('  '), ...withoutPadding(only)], width, '    ')
  return [head, ...fields.map(indented)]
}

function alikeNames(alike: readonly ChangeView[], verbose: boolean): Span[] {
  if (verbose) return alike.flatMap(({ name }) => [span(', '), span(name, 'strong')])
  return alike.length === 0 ? [] : [span(` and ${countOf(alike.length, 'other')} with the same changes`)]
}

function indented(spans: Line): Line {
  return [span('    '), ...spans]
}

function withoutPadding([name, ...rest]: Line): Line {
  return name === undefined ? [] : [{ ...name, text: `${name.text.trimEnd()} ` }, ...rest]
}
