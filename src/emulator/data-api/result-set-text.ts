import { formatRecordId, recordPath } from '../../wire/address.ts'
import type { Row } from '../database/statements.ts'
import { openFields } from '../database/table-sql.ts'
import type { DataContext } from './data-context.ts'
import { escapeXml } from './escape-xml.ts'
import { fieldText } from './field-text.ts'
import { type Level, linkValue } from './read-rows.ts'
import type { View } from './view.ts'
import { wireName } from './wire-names.ts'

/** Characters in a piece before it is sent. */
const pieceSize = 65_536

/** What the frame of a ResultSet says. */
export interface Frame {
  /** The specification in canonical names, for the schema's address. */
  readonly spec: string
  readonly start: number
  readonly total: number
}

/** Writes one record, with what is nested in it. */
type Writer = (row: Row) => string

function openValues(cell: Row[number] | undefined): readonly (readonly [string, string])[] {
  const stored: unknown = typeof cell === 'string' ? JSON.parse(cell) : {}
  return Object.entries(stored ?? {}).map(([name, value]) => [name, String(value)])
}

/** The fields of a record; their tags are made once for all rows, because this is where most of the time of a read goes. */
function fieldsWriter(view: View, { switches }: DataContext): Writer {
  const unset = (name: string): string => (switches.unset === 'omit' ? '' : `<${name}/>`)
  const fields = view.shown.flatMap((shown) => {
    const field = view.resource.fields[shown]
    const name = wireName(view.resource.name, shown, switches)
    return field ? [{ field, at: view.columns.indexOf(shown), open: `<${name}>`, close: `</${name}>`, empty: unset(name) }] : []
  })
  const openAt = view.columns.indexOf(openFields)

  function openText(cell: Row[number] | undefined): string {
    const stored = new Map(openValues(cell))
    const names = [...(view.open ?? stored.keys())]
    return names.map((name) => (stored.has(name) ? `<${name}>${escapeXml(stored.get(name) ?? '')}</${name}>` : unset(name))).join('')
  }

  return (row) => {
    let text = ''
    for (const { field, at, open, close, empty } of fields) {
      const cell = row[at] ?? null
      text += cell === null ? empty : open + escapeXml(fieldText(field, String(cell), switches)) + close
    }
    const cell = row[openAt] ?? null
    return openAt < 0 || (cell === null && view.open === null) ? text : text + openText(cell)
  }
}

function recordWriter(level: Level, context: DataContext): Writer {
  const { view } = level
  const fieldsOf = fieldsWriter(view, context)
  const below = level.below.map(({ level: child, byParent }) => ({ child: child.view, byParent, write: recordWriter(child, context) }))
  const base = context.switches.href === 'absolute' ? context.baseUrl : ''
  return (row) => {
    const key = String(row[0] ?? '')
    const address = escapeXml(base + recordPath(view.resource.node, key))
    let text = `<${view.node} href="${address}" id="${escapeXml(formatRecordId(view.resource.node, key))}">${fieldsOf(row)}`
    for (const { child, byParent, write } of below) {
      for (const related of byParent.get(linkValue(view, row, child) ?? '') ?? []) text += write(related)
    }
    return `${text}</${view.node}>`
  }
}

/**
 * A ResultSet in pieces of about 64 KB (platform.md, "Response format of GET"). The rows are read already, so that a
 * slow client sees one state of the store.
 */
export function* resultSetText(level: Level, frame: Frame, context: DataContext): Generator<string> {
  const returned = level.rows.length
  const schema = escapeXml(`${context.switches.namespace} ${context.baseUrl}/API/V3/${frame.spec}.xsd`)
  const counts = `startResultIndex="${frame.start}" totalResults="${frame.total}" totalResultsReturned="${returned}"`
  let piece =
    `<?xml version="1.0" encoding="UTF-8"?>\n<ResultSet xmlns="${context.switches.namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="${schema}" session="" ${counts}>\n`
  const write = recordWriter(level, context)
  for (const row of level.rows) {
    piece += `${write(row)}\n`
    if (piece.length >= pieceSize) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}</ResultSet>\n`
}
