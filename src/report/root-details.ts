import { countOf, formatCellPrice, formatMove } from './amounts.ts'
import { changeLines, fieldLines } from './field-lines.ts'
import { type GridCell, gridSheets, isMoved, type ShownGrid } from './grid-cells.ts'
import { groupName, rangeName } from './grid-table.ts'
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

/** What changes of a root and beneath it, as lines: old and new values, price moves with per cent. Nothing that cannot be done. */
export function rootDetails({ own, beneath }: RootView, { width, verbose }: ReportSize): readonly Line[] {
  const ownLines =
    own === null || own.change.action === 'cannot'
      ? []
      : changeLines(own.change, width).filter(() => own.change.fields.length > 0 || own.change.file !== undefined)
  const possible = beneath.filter(({ change }) => change.action !== 'cannot')
  return [...ownLines, ...sameGridsTogether(possible).flatMap((views) => beneathLines(views, width, verbose))]
}

/** The moves of a grid, one line per cell that changes: `dealer 10-49  379.00 → 339.00  ▼10.6 %`. */
function moveLines(grid: ShownGrid, width: number): readonly Line[] {
  const isNew = grid.before.length === 0
  const moves = gridSheets(grid).flatMap(({ currency, ranges, groups }) =>
    groups.flatMap(({ code, cells }) =>
      cells.flatMap((cell, column) => {
        const range = ranges[column]
        if (!isMoved(cell) || range === undefined) return []
        return [{ where: `${groupName(code)} ${rangeName(range)} ${sanitizeLine(currency)}`.trimEnd(), cell }]
      }),
    ),
  )
  if (moves.length === 0) return wrapLine([span(`no price moves; ${entriesText(grid)}`, 'faint')], width, '  ')
  const column = Math.max(0, ...moves.map(({ where }) => widthOf(where))) + 2
  return moves.flatMap(({ where, cell }) => wrapLine([span(padEnd(where, column)), ...priceMove(cell, isNew)], width, '  '))
}

/** What the store holds and will hold: it may hold a cell more than once. */
function entriesText({ before, after }: ShownGrid): string {
  return `${countOf(before.length, 'entry', 'entries')} in the store, ${after.length} after`
}

function priceMove({ before, after }: GridCell, isNew: boolean): Span[] {
  if (before === null) return [span(`${formatCellPrice(sanitizeLine(after ?? ''))}${isNew ? '' : '  new'}`, 'added')]
  if (after === null) return [span(`${formatCellPrice(sanitizeLine(before))}  gone`, 'removed')]
  const move = formatMove(before, after)
  return [
    span(formatCellPrice(sanitizeLine(before)), 'removed'),
    span(' \u2192 ', 'faint'),
    span(formatCellPrice(sanitizeLine(after)), 'added'),
    span(move === '' ? '' : `  ${move}`, 'changed'),
  ]
}

/** Grids that move alike, as those of the variants of one product often do, are told once. */
function sameGridsTogether(views: readonly ChangeView[]): readonly (readonly [ChangeView, ...ChangeView[]])[] {
  const groups = new Map<string, [ChangeView, ...ChangeView[]]>()
  for (const view of views) {
    const { change } = view
    const key = change.grid === undefined ? change.address : JSON.stringify([change.action, gridSheets(change.grid)])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [view])
    else group.push(view)
  }
  return [...groups.values()]
}

function beneathLines([view, ...alike]: readonly [ChangeView, ...ChangeView[]], width: number, verbose: boolean): readonly Line[] {
  const { change } = view
  const head: Span[] = [markOf(change.action), span(' '), ...changeName(view), ...alikeNames(alike, verbose)]
  if (change.grid !== undefined) return [...wrapLine(head, width, '    '), ...moveLines(change.grid, width - 4).map(indented)]
  const fields = fieldLines(change, width - 4)
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return wrapLine([...head, span('  '), ...withoutPadding(only)], width, '    ')
  return [head, ...fields.map(indented)]
}

function alikeNames(alike: readonly ChangeView[], verbose: boolean): Span[] {
  if (verbose) return alike.flatMap(({ name }) => [span(', '), span(name, 'strong')])
  return alike.length === 0 ? [] : [span(` and ${countOf(alike.length, 'other')} alike`)]
}

function indented(spans: Line): Line {
  return [span('    '), ...spans]
}

function withoutPadding([name, ...rest]: Line): Line {
  return name === undefined ? [] : [{ ...name, text: `${name.text.trimEnd()} ` }, ...rest]
}
