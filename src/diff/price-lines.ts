import { cellOf, type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { ChangeFrame } from './change.ts'
import type { DiffContext } from './diff-context.ts'

type Lines = Pick<ChangeFrame, 'priceLines'>

/** The place of a change, in whose document lines are. */
interface Placed {
  readonly source: SourcePlace
  readonly context: DiffContext
}

/** The line of each row of a grid; nothing where no row is in another line of the document than the change. */
export function linesOfRows(rows: readonly GridRow[], entries: readonly DesiredRecord[], placed: Placed): Lines {
  const lines = entries.map((entry) => lineIn(placed, entry.source))
  if (isThatLine(placed, lines)) return {}
  const byCell = new Map(entries.map((entry, index) => [cellOf(gridRowOf(entry)), lines[index]]))
  return linesUnlessThat(
    placed,
    rows.map((row) => byCell.get(cellOf(row)) ?? 0),
  )
}

/** The line of the price of a record; nothing where it is in the line of the change or in another document, or is not written. */
export function lineOfPrice({ spans }: DesiredRecord, fields: readonly string[], placed: Placed): Lines {
  const span = fields.length > 1 && fields.includes('price') ? spans['price'] : undefined
  return span === undefined ? {} : linesUnlessThat(placed, [lineIn(placed, span)])
}

/** 0 for a place in another document. */
function lineIn({ source, context }: Placed, span: SourceSpan): number {
  const { file, line } = context.locate(span)
  return file === source.file ? line : 0
}

function linesUnlessThat(placed: Placed, lines: readonly number[]): Lines {
  return isThatLine(placed, lines) ? {} : { priceLines: lines }
}

/** True where each of these lines is that of the change, or in another document. */
function isThatLine({ source }: Placed, lines: readonly number[]): boolean {
  return lines.every((line) => line === source.line || line === 0)
}
