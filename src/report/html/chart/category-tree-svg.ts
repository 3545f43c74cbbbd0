import { countOf } from '../../../source/counts.ts'
import { shortened, svg, svgChart, type SvgPart, svgText } from './svg.ts'

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

/** The categories that a plan concerns, below each other as they are before and after it. */
export interface CategoryTrees {
  readonly before: readonly TreeRow[]
  readonly after: readonly TreeRow[]
}

const columnWidth = 400
const rowHeight = 22
const mostRows = 200
const fills: Readonly<Record<TreeRow['mark'], string>> = { '': '#596273', '+': '#1a7f37', '~': '#8a5a00', '-': '#b42318', moved: '#6b3fa0' }
const classes: Readonly<Record<TreeRow['mark'], string>> = { '': 'faint', '+': 'added', '~': 'changed', '-': 'removed', moved: 'moved' }

/** The category tree before and after a plan, as a picture with two columns; at most 200 categories each. */
export function categoryTreeSvg({ before, after }: CategoryTrees): string {
  const rows = Math.min(mostRows + 1, Math.max(1, before.length, after.length))
  const size = { width: 2 * columnWidth, height: 34 + rows * rowHeight + 6 }
  return svgChart('Categories before and after', size, [...column('before', before, 0), ...column('after', after, columnWidth)])
}

function column(title: string, rows: readonly TreeRow[], left: number): readonly SvgPart[] {
  const head = svgText(title, { x: left + 8, y: 20 }, { 'font-weight': 600, 'font-size': 13 })
  const shown = rows.slice(0, mostRows).flatMap((row, index) => rowParts(row, { left, y: 34 + index * rowHeight + 15 }))
  const last = { x: left + 8, y: 34 + Math.min(rows.length, mostRows) * rowHeight + 15 }
  if (rows.length === 0) return [head, svgText('none in this plan', last, { class: 'faint', fill: fills[''] })]
  if (rows.length <= mostRows) return [head, ...shown]
  return [
    head,
    ...shown,
    svgText(`and ${countOf(rows.length - mostRows, 'more category', 'more categories')}`, last, { class: 'faint', fill: fills[''] }),
  ]
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
    ...(note === ''
      ? []
      : [svgText(note, { x: at.left + columnWidth - 12, y: at.y }, { 'text-anchor': 'end', class: 'faint', fill: fills[''] })]),
  ]
}
