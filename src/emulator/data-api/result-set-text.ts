import type { Field } from '../../resources/field.ts'
import { formatRecordId, recordPath } from '../../wire/address.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Row } from '../database/statements.ts'
import { openFields } from '../database/table-sql.ts'
import type { DataContext } from './data-context.ts'
import { escapeXml } from '../markup/escape.ts'
import { type Level, rowsBelow } from '../rows/read/read-rows.ts'
import type { View } from '../rows/read/view.ts'
import { wireName } from '../rows/wire-names.ts'

/** Characters in a piece before it is sent. */
const pieceSize = 65_536

/** The attributes of the root element of a ResultSet. */
export interface Frame {
  /** The specification in canonical names, for the schema's address. */
  readonly spec: string
  readonly start: number
  readonly total: number
}

/** Formats one record with its nested records. */
type Writer = (row: Row) => string

function openValues(cell: Row[number] | undefined): readonly (readonly [string, string])[] {
  const stored: unknown = typeof cell === 'string' ? JSON.parse(cell) : {}
  return Object.entries(stored ?? {}).map(([name, value]) => [name, String(value)])
}

function digitOf(stored: string): string {
  if (stored === '') return ''
  return stored === 'true' ? '1' : '0'
}

/** A stored value as the answer represents it (assumptions.md W23, W24). Write-only fields are empty. */
function fieldText(field: Field, stored: string, switches: Switches): string {
  if (field.writeOnly) return ''
  if (field.kind === 'flag' && switches.booleans === 'digits') return digitOf(stored)
  if (field.kind === 'decimal' && switches.numbers === 'two-decimals' && stored !== '') return Number(stored).toFixed(2)
  return stored
}

/** The fields of a record. Their tags are formatted once for all rows, because most of the time of a read is spent here. */
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
  const below = level.below.map((each) => ({ each, write: recordWriter(each.level, context) }))
  const base = context.switches.href === 'absolute' ? context.baseUrl : ''
  return (row) => {
    const key = String(row[0] ?? '')
    const address = escapeXml(base + recordPath(view.resource.node, key))
    let text = `<${view.node} href="${address}" id="${escapeXml(formatRecordId(view.resource.node, key))}">${fieldsOf(row)}`
    for (const { each, write } of below) {
      for (const related of rowsBelow(level, row, each)) text += write(related)
    }
    return `${text}</${view.node}>`
  }
}

/**
 * A ResultSet in pieces of about 64 KB (platform.md, "Response format of GET"). All rows have been read before, so that a slow client
 * sees one state of the store.
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
