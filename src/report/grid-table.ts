import { formatCellMove, formatCellPrices } from './amounts.ts'
import {
  type CellPrices,
  gridSheets,
  type GridSheet,
  isMoved,
  isSamePrice,
  type QuantityRange,
  type ShownGrid,
} from '../pricing/grid-sheets.ts'
import { cutLine, line, type Line, type Span, span } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { cutMiddle, cutTo, padEnd, padStart, widthOf } from './text-width.ts'

/** The text of a cell: the price or its change, and a remark below. */
interface CellText {
  readonly price: Span
  readonly remark: Span
}

/** Group names take at most a third of the width, but always have this many columns. */
const minNameColumns = 16
const emptyCell: CellText = { price: span('\u00B7', 'faint'), remark: span('') }

/**
 * A grid as a table of quantities by groups, one table per currency, with `old → new` and the change in per cent in every cell
 * that changes; `nameOf` returns the title of a currency. No line is wider than `width`: ranges that do not fit are in a table below.
 */
export function gridTable(grid: ShownGrid, width: number, nameOf: (currency: string) => string = currencyName): readonly Line[] {
  const sheets = gridSheets(grid)
  const whole = grid.before.length === 0 || grid.after.length === 0
  return sheets.flatMap((sheet, index) => [
    ...(index === 0 ? [] : [line('')]),
    ...(sheets.length === 1 && sheet.currency === '' ? [] : [line(nameOf(sheet.currency), 'strong')]),
    ...sheetTable(sheet, width, whole),
  ])
}

/** A quantity range in words: `1-9`, `12`, `50+`. */
export function rangeName({ from, to }: QuantityRange): string {
  if (to === null) return `${from}+`
  return from === to ? String(from) : `${from}-${to}`
}

/** The name of a customer group in a grid; the empty code stands for the default price. */
export function groupName(code: string): string {
  return code === '' ? 'default' : sanitizeLine(code)
}

/** The name of a currency in a grid; prices of a currency of its own are forced. */
export function currencyName(code: string): string {
  return code === '' ? 'all currencies' : `${sanitizeLine(code)} (forced)`
}

/** The grid of one currency as a table of at most `width` columns; `whole`: all of it is created or removed. */
export function sheetTable(sheet: GridSheet, width: number, whole: boolean): readonly Line[] {
  const cells = sheet.groups.map((group) => group.cells.map((cell) => cellText(cell, whole)))
  const names = distinctNames(
    sheet.groups.map(({ code }) => groupName(code)),
    Math.max(minNameColumns, Math.floor(width / 3)),
  )
  const nameWidth = Math.max(widthOf('quantity'), ...names.map(widthOf))
  const widths = sheet.ranges.map((range, column) =>
    Math.max(
      widthOf(rangeName(range)),
      ...cells.map((row) => Math.max(widthOf(row[column]?.price.text ?? ''), widthOf(row[column]?.remark.text ?? ''))),
    ),
  )
  return columnsThatFit(widths, width - nameWidth).flatMap((columns, index) => {
    const head = columns.map((column) => padStart(rangeName(sheet.ranges[column] ?? { from: 0, to: 0 }), widths[column] ?? 0))
    const rule = columns.map((column, at) => '\u2500'.repeat((widths[column] ?? 0) + (at === columns.length - 1 ? 1 : 2)))
    const lines: Line[] = [
      ...(index === 0 ? [] : [line('')]),
      line(`${padEnd('quantity', nameWidth)}   ${head.join('   ')}`, 'faint'),
      line(`${'\u2500'.repeat(nameWidth + 1)}\u252C${rule.join('\u252C')}`, 'faint'),
      ...cells.flatMap((row, at) =>
        groupLines(
          names[at] ?? '',
          nameWidth,
          columns.map((column) => ({ cell: row[column] ?? emptyCell, width: widths[column] ?? 0 })),
        ),
      ),
    ]
    return lines.map((entry) => cutLine(entry, width))
  })
}

/** Names cut to `columns`; names that would be cut to the same text are cut in the middle. */
function distinctNames(names: readonly string[], columns: number): readonly string[] {
  const cut = names.map((name) => cutTo(name, columns))
  const uses = Map.groupBy(cut, (name) => name)
  return cut.map((name, index) => (uses.get(name)?.length === 1 ? name : cutMiddle(names[index] ?? '', columns)))
}

function groupLines(name: string, nameWidth: number, cells: readonly { cell: CellText; width: number }[]): Line[] {
  const row = (label: string, part: keyof CellText): Line => [
    span(`${padEnd(label, nameWidth)} `, 'name'),
    ...cells.flatMap(({ cell, width }, index) => [
      span(index === 0 ? '\u2502 ' : ' \u2502 ', 'faint'),
      span(padStart(cell[part].text, width), cell[part].tone),
    ]),
  ]
  const hasRemark = cells.some(({ cell }) => cell.remark.text !== '')
  return hasRemark ? [row(name, 'price'), row('', 'remark')] : [row(name, 'price')]
}

function cellText(cell: CellPrices, whole: boolean): CellText {
  const { before, after, byDefault } = cell
  if (before.length === 0 && after.length === 0) return emptyCell
  if (!isMoved(cell)) return { price: span(priceText(after)), remark: span('') }
  const remark = byDefault === 'after' ? 'default' : before.length === 0 || byDefault === 'before' ? (whole ? '' : 'new') : ''
  if (before.length === 0) return { price: span(priceText(after), 'added'), remark: span(remark, 'added') }
  if (after.length === 0) return { price: span(priceText(before), 'removed'), remark: span(whole ? '' : 'removed', 'removed') }
  if (isSamePrice(before, after)) return { price: span(priceText(after)), remark: span(remark, 'changed') }
  const words = [formatCellMove(before, after), remark].filter((word) => word !== '')
  return { price: span(`${priceText(before)}\u2192${priceText(after)}`, 'changed'), remark: span(words.join(' '), 'changed') }
}

/** The prices of a cell as sanitized text. */
export function priceText(prices: readonly string[]): string {
  return formatCellPrices(prices.map(sanitizeLine))
}

function columnsThatFit(widths: readonly number[], room: number): number[][] {
  const blocks: number[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const [column, width] of widths.entries()) {
    const block = blocks.at(-1)
    if (block === undefined || used + width + 3 > room) {
      blocks.push([column])
      used = width + 3
    } else {
      block.push(column)
      used += width + 3
    }
  }
  return blocks
}
