import { cutLine, fitLine, line, type Line, lineWidth, span, type Tone, wrapLine } from '../report/line.ts'
import type { MatrixCell, VariantMatrix } from '../report/variant-cells.ts'

const tones: Readonly<Record<string, Tone>> = { '+': 'added', '~': 'changed', '-': 'removed', '!': 'risk' }
const gap = '  '

/**
 * The variants of a product as a table of their options: each cell has the sign of what is done to the variant, and its code where the
 * table is no wider than `width` with codes. Columns that do not fit are counted.
 */
export function matrixLines(matrix: VariantMatrix, width: number): readonly Line[] {
  const { across, down, rows, others } = matrix
  const title = across === '' ? 'variants' : `variants by ${down} and ${across}`
  const withCodes = rows.length === 0 ? [] : tableLines(matrix, cellLine)
  const table = withCodes.every((each) => lineWidth(each) <= width) ? withCodes : tableLines(fitting(matrix, width), signLine)
  return [
    ...wrapLine(line(`${title}:`, 'faint'), width),
    ...table.map((each) => cutLine(each, width)),
    ...(others.length === 0 ? [] : wrapLine([span('other variants: ', 'faint'), ...listed(others)], width, '  ')),
  ]
}

function tableLines({ down, columns, rows }: VariantMatrix, lineOf: (cell: MatrixCell | null) => Line): readonly Line[] {
  const body = rows.map(({ name, cells }) => [line(name), ...cells.map(lineOf)])
  const table = [[line(down, 'faint'), ...columns.map((name) => line(name, 'faint'))], ...body]
  const widths = Array.from({ length: columns.length + 1 }, (_, column) =>
    table.reduce((most, cells) => Math.max(most, lineWidth(cells[column] ?? [])), 0),
  )
  return table.map((cells) =>
    cells.flatMap((cell, column) => [...(column === 0 ? [] : [span(gap)]), ...fitLine(cell, widths[column] ?? 0)]),
  )
}

/** The matrix with as many columns as fit with signs only, at least one, and a last one that counts the others. */
function fitting(matrix: VariantMatrix, width: number): VariantMatrix {
  const { columns } = matrix
  for (let shown = columns.length; shown > 1; shown -= 1) {
    const part = withColumns(matrix, shown)
    if (tableLines(part, signLine).every((each) => lineWidth(each) <= width)) return part
  }
  return withColumns(matrix, 1)
}

function withColumns(matrix: VariantMatrix, shown: number): VariantMatrix {
  const { columns, rows } = matrix
  if (shown >= columns.length) return matrix
  return {
    ...matrix,
    columns: [...columns.slice(0, shown), `(${columns.length - shown} more)`],
    rows: rows.map((row) => ({ ...row, cells: [...row.cells.slice(0, shown), null] })),
  }
}

function cellLine(cell: MatrixCell | null): Line {
  return cell === null ? line('\u00B7', 'faint') : [...signLine(cell), span(` ${cell.code}`)]
}

function signLine(cell: MatrixCell | null): Line {
  return cell === null ? line('\u00B7', 'faint') : [span(cell.sign, tones[cell.sign] ?? 'plain')]
}

function listed(cells: readonly MatrixCell[]): Line {
  return cells.flatMap(({ code, sign }, index) => [span(index === 0 ? '' : ', '), span(sign, tones[sign] ?? 'plain'), span(` ${code}`)])
}
