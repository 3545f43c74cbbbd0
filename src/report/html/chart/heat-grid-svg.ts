import { type Heat, type HeatCell, type HeatSheet, heatOf } from './heat-cell.ts'
import { faint, shortened, svg, svgChart, type SvgPart, svgText, textWidth } from './svg.ts'

/** Which prices of a grid are shown. */
export type HeatSide = 'old' | 'change' | 'new'

const fills: Readonly<Record<Heat, string>> = {
  none: '#f4f5f7',
  same: '#f4f5f7',
  new: '#cfeed8',
  removed: '#dcdfe4',
  'up-1': '#fdeedd',
  'up-2': '#fbd3a6',
  'up-3': '#f5a95c',
  'up-4': '#e8802a',
  'down-1': '#e3effb',
  'down-2': '#b9d7f3',
  'down-3': '#83b6e8',
  'down-4': '#5b9bdb',
}

const rowHeight = 40
const headHeight = 28
const longestName = 24

/** Names, prices and moves of a cell as they are shown. */
interface CellLines {
  readonly price: string
  readonly remark: string
  readonly heat: Heat
}

/**
 * A price grid as a picture: customer groups by quantities, coloured by the move, which is also written in each cell. `old` and `new` show
 * the prices before and after the plan.
 */
export function heatGridSvg(sheet: HeatSheet, side: HeatSide = 'change', title = 'Prices'): string {
  const { parts, width, height } = heatGrid(sheet, side)
  return svgChart(`${title}${sheet.currency === '' ? '' : `, ${sheet.currency}`}: ${side}`, { width, height }, parts)
}

/** The parts of a grid and their size, to be placed in a chart. */
export function heatGrid(
  sheet: HeatSheet,
  side: HeatSide,
): { readonly parts: readonly SvgPart[]; readonly width: number; readonly height: number } {
  const rows = sheet.groups.map(({ name, cells }) => ({
    name: shortened(name, longestName),
    cells: cells.map((cell) => linesOf(cell, side)),
  }))
  const nameWidth = Math.max(70, ...rows.map(({ name }) => textWidth(name))) + 12
  const widths = sheet.ranges.map(
    (range, column) =>
      Math.max(
        textWidth(range),
        ...rows.map(({ cells }) => Math.max(textWidth(cells[column]?.price ?? ''), textWidth(cells[column]?.remark ?? ''))),
      ) + 18,
  )
  const starts = widths.map((_, column) => nameWidth + widths.slice(0, column).reduce((sum, width) => sum + width, 0))
  const centre = (column: number): number => (starts[column] ?? 0) + (widths[column] ?? 0) / 2
  const heads = sheet.ranges.map((range, column) => svgText(range, { x: centre(column), y: 18 }, { 'text-anchor': 'middle', ...faint }))
  const body = rows.flatMap(({ name, cells }, row) => {
    const top = headHeight + row * rowHeight
    const boxes = cells.map((cell, column) => cellBox(cell, { left: starts[column] ?? 0, top, width: widths[column] ?? 0 }))
    return [svgText(name, { x: 8, y: top + 25 }), ...boxes]
  })
  const corner = svgText('quantity', { x: 8, y: 18 }, faint)
  return {
    parts: [corner, ...heads, ...body],
    width: nameWidth + widths.reduce((sum, width) => sum + width, 0) + 4,
    height: headHeight + rows.length * rowHeight + 4,
  }
}

function cellBox(cell: CellLines, box: { readonly left: number; readonly top: number; readonly width: number }): SvgPart {
  const { left, top, width } = box
  const middle = { x: left + width / 2, y: top + (cell.remark === '' ? 25 : 17) }
  const frame = { x: left + 1, y: top + 1, width: width - 2, height: rowHeight - 2, rx: 4, fill: fills[cell.heat] }
  const struck = cell.heat === 'removed' ? { 'text-decoration': 'line-through' } : {}
  const price = svgText(cell.price === '' ? '\u00B7' : cell.price, middle, { 'text-anchor': 'middle', class: 'on-heat', ...struck })
  const below = { 'text-anchor': 'middle', class: 'on-heat', 'font-size': 11, 'font-weight': 600 }
  const remark = cell.remark === '' ? [] : [svgText(cell.remark, { x: middle.x, y: top + 32 }, below)]
  return svg('g', { class: `heat ${cell.heat}` }, svg('rect', frame), price, ...remark)
}

function linesOf(cell: HeatCell, side: HeatSide): CellLines {
  if (typeof cell === 'string') return { price: cell, remark: '', heat: cell === '' ? 'none' : 'same' }
  const { before, after, remark } = cell
  if (side !== 'change') {
    const price = side === 'old' ? before : after
    return { price, remark: '', heat: price === '' ? 'none' : heatOf(cell) === 'removed' ? 'same' : heatOf(cell) }
  }
  const price = after === '' ? before : before === '' || before === after ? after : `${before} \u2192 ${after}`
  return { price, remark, heat: heatOf(cell) }
}
