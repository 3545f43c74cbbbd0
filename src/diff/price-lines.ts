import { cellOf, type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { SourcePlace } from '../source/source.ts'
import type { ChangeFrame } from './change.ts'
import type { DiffContext } from './diff-context.ts'

type Lines = Pick<ChangeFrame, 'priceLines'>

/** The line of each row of a grid; nothing where all are in the line of the change. */
export function linesOfRows(rows: readonly GridRow[], entries: readonly DesiredRecord[], change: SourcePlace, context: DiffContext): Lines {
  const lines = new Map(entries.map((entry) => [cellOf(gridRowOf(entry)), lineIn(change, context.locate(entry.source))]))
  return linesUnless(
    change,
    rows.map((row) => lines.get(cellOf(row)) ?? 0),
  )
}

/** The line of the price of a record; nothing where it is in the line of the change, or is not written. */
export function lineOfPrice({ spans }: DesiredRecord, fields: readonly string[], change: SourcePlace, context: DiffContext): Lines {
  const span = fields.length > 1 && fields.includes('price') ? spans['price'] : undefined
  return span === undefined ? {} : linesUnless(change, [lineIn(change, context.locate(span))])
}

/** 0 for a place in another document. */
function lineIn(change: SourcePlace, { file, line }: SourcePlace): number {
  return file === change.file ? line : 0
}

function linesUnless({ line }: SourcePlace, lines: readonly number[]): Lines {
  return lines.every((each) => each === line || each === 0) ? {} : { priceLines: lines }
}
