import type { MatrixCell, VariantMatrix } from '../../variant-cells.ts'
import { make } from './dom.ts'

const meanings: Readonly<Record<string, string>> = { '+': 'created', '~': 'changed', '-': 'removed', '!': 'cannot be applied' }

/** The variants of a product as a table of their options, with what is done to each. */
export function matrixView({ across, down, columns, rows, others }: VariantMatrix): HTMLElement {
  const head = make('tr', {}, make('th', { scope: 'col' }, down), ...columns.map((name) => make('th', { scope: 'col' }, name)))
  const body = rows.map(({ name, cells }) =>
    make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', {}, cellContent(cell)))),
  )
  const caption = make('caption', {}, across === '' ? 'Variants' : `Variants by ${down} and ${across}`)
  const table = make('table', { class: 'matrix' }, caption, make('thead', {}, head), make('tbody', {}, ...body))
  const rest =
    others.length === 0
      ? null
      : make('p', { class: 'faint' }, `Other variants: ${others.map(({ code, sign }) => `${sign} ${code}`).join(', ')}`)
  return make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Variants' }, table, rest)
}

function cellContent(cell: MatrixCell | null): Node | string {
  if (cell === null) return '\u00B7'
  return make(
    'span',
    { class: 'variant', title: `${cell.code}, ${meanings[cell.sign] ?? ''}` },
    make('b', { class: 'sign' }, cell.sign),
    ` ${cell.code}`,
  )
}
