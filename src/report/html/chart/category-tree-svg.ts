import { faint, shortened, svg, svgChart, type SvgPart, svgText } from './svg.ts'

/** One category in a tree, at its depth. */
export interface TreeRow {
  readonly depth: number
  readonly code: string
  readonly name: string
  /** What the plan does to it; empty for a category that is only the parent of one. */
  readonly mark: '' | '+' | '~' | '-' | 'moved'
  /** `+12 −3 products`, or empty. */
  readonly note: string
}

/** The categories that a plan concerns, below each other as they are before and after it: at most `mostRows` each. */
export interface CategoryTrees {
  readonly before: readonly TreeRow[]
  readonly after: readonly TreeRow[]
  /** What has no row, in words; a side that is left out has all. */
  readonly rest?: { readonly before?: string; readonly after?: string }
}

const columnWidth = 400
const rowHeight = 22
/** Rows of a tree in a picture. */
export const mostRows = 200
const fills: Readonly<Record<TreeRow['mark'], string>> = {
  '': faint.fill,
  '+': '#1a7f37',
  '~': '#8a5a00',
  '-': '#b42318',
  moved: '#6b3fa0',
}
const classes: Readonly<Record<TreeRow['mark'], string>> = { '': faint.class, '+': 'added', '~': 'changed', '-': 'removed', moved: 'moved' }

/** The category tree before and after a plan, as a picture with two columns; at most 200 categories each. */
export function categoryTreeSvg({ before, after, rest = {} }: CategoryTrees): string {
  const columns = [
    { title: 'before', rows: before, last: rest.before, left: 0 },
    { title: 'after', rows: after, last: rest.after, left: columnWidth },
  ]
  const lines = Math.max(1, ...columns.map(({ rows, last }) => rows.length + (last === undefined ? 0 : 1)))
  const size = { width: 2 * columnWidth, height: 34 + lines * rowHeight + 6 }
  return svgChart('Categories before and after', size, columns.flatMap(column))
}

interface Column {
  readonly title: string
  readonly rows: readonly TreeRow[]
  readonly last: string | undefined
  readonly left: number
}

function column({ title, rows, last, left }: Column): readonly SvgPart[] {
  const head = svgText(title, { x: left + 8, y: 20 }, { 'font-weight': 600, 'font-size': 13 })
  const shown = rows.flatMap((row, index) => rowParts(row, { left, y: 34 + index * rowHeight + 15 }))
  const words = rows.length === 0 ? 'none in this plan' : last
  if (words === undefined) return [head, ...shown]
  return [head, ...shown, svgText(words, { x: left + 8, y: 34 + rows.length * rowHeight + 15 }, faint)]
}

function rowParts({ depth, code, name, mark, note }: TreeRow, at: { readonly left: number; readonly y: number }): readonly SvgPart[] {
  const indent = at.left + 8 + Math.min(depth, 12) * 16
  const label = name === '' || name === code ? code : `${name} (${code})`
  const sign = mark === 'moved' ? '\u21C4' : mark
  const room = Math.max(8, Math.floor((columnWidth - (indent - at.left) - 20) / 6.6) - note.length)
  const branch = svg('path', {
    d: `M${indent - 10} ${at.y - 18}V${at.y - 4}H${indent - 2}`,
    class: 'branch',
    fill: 'none',
    stroke: '#b6bdc9',
  })
  return [
    ...(depth === 0 ? [] : [branch]),
    svgText(
      `${sign === '' ? '' : `${sign} `}${shortened(label, room)}`,
      { x: indent, y: at.y },
      { class: classes[mark], fill: fills[mark] },
    ),
    ...(note === '' ? [] : [svgText(note, { x: at.left + columnWidth - 12, y: at.y }, { 'text-anchor': 'end', ...faint })]),
  ]
}
