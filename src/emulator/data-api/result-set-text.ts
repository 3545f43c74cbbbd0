import type { DataContext } from './data-context.ts'
import { escapeXml } from '../markup/escape.ts'
import type { Level } from '../rows/read/read-rows.ts'
import type { View } from '../rows/read/view.ts'
import { levelWriter } from './record-text.ts'

/** Characters in a piece. */
const pieceSize = 65536

/** The records of a ResultSet, some of them at a time. */
interface Records {
  readonly view: View
  readonly levels: Iterable<Level>
}

/** The attributes of the root element of a ResultSet. */
interface Frame {
  /** The specification in canonical names, for the schema's address. */
  readonly spec: string
  readonly start: number
  readonly total: number
  /** Records in this answer. */
  readonly returned: number
}

function startText({ spec, start, total, returned }: Frame, { switches, baseUrl }: DataContext): string {
  const schema = escapeXml(`${switches.namespace} ${baseUrl}/API/V3/${spec}.xsd`)
  const counts = `startResultIndex="${start}" totalResults="${total}" totalResultsReturned="${returned}"`
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ResultSet xmlns="${switches.namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="${schema}" session="" ${counts}>\n`
  )
}

/**
 * A ResultSet in pieces of about 64 KB (platform.md, "Response format of GET"). It is complete when this returns, so that a slow client
 * sees one state of the store; bytes take less memory than the rows that they are made of.
 */
export function resultSetBytes({ view, levels }: Records, frame: Frame, context: DataContext): readonly Uint8Array[] {
  const write = levelWriter(view, context)
  const pieces: Uint8Array[] = []
  let piece = startText(frame, context)
  for (const level of levels) {
    const writeRow = write(level)
    for (const row of level.rows) {
      piece += `${writeRow(row)}\n`
      if (piece.length < pieceSize) continue
      pieces.push(Buffer.from(piece))
      piece = ''
    }
  }
  pieces.push(Buffer.from(`${piece}</ResultSet>\n`))
  return pieces
}
