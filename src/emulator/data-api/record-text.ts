import type { Field } from '../../resources/field.ts'
import { formatRecordId, recordPath } from '../../wire/address.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Row } from '../database/statements.ts'
import { openFields } from '../database/table-sql.ts'
import { escapeXml } from '../markup/escape.ts'
import { type Level, rowsBelow } from '../rows/read/read-rows.ts'
import type { View } from '../rows/read/view.ts'
import { wireName } from '../rows/wire-names.ts'
import type { DataContext } from './data-context.ts'

type Cell = Row[number]

/** The content of an element for a stored value. */
type Format = (stored: string) => string

function digitOf(stored: string): string {
  if (stored === '') return ''
  return stored === 'true' ? '1' : '0'
}

function twoDecimals(stored: string): string {
  return stored === '' ? '' : Number(stored).toFixed(2)
}

/**
 * How the answer represents the values of a field (assumptions.md W23, W24); `null` = as stored, because a number or a boolean contains
 * nothing to escape. Write-only fields are empty.
 */
function formatOf(field: Field, { booleans, numbers }: Switches): Format | null {
  if (field.writeOnly) return () => ''
  switch (field.kind) {
    case 'flag':
      return booleans === 'digits' ? digitOf : null
    case 'decimal':
      return numbers === 'two-decimals' ? twoDecimals : null
    case 'integer':
      return null
    case 'text':
    case 'choice':
    case 'file':
    case 'timestamp':
      return escapeXml
    default:
      return field satisfies never
  }
}

function openValues(cell: Cell): readonly (readonly [string, string])[] {
  const stored: unknown = typeof cell === 'string' ? JSON.parse(cell) : {}
  return Object.entries(stored ?? {}).map(([name, value]) => [name, String(value)])
}

/** Formats the fields of a record. Their tags are formatted once for all rows, because most of the time of a read is spent here. */
function fieldsWriter(view: View, { switches }: DataContext): (row: Row) => string {
  const unset = (name: string): string => (switches.unset === 'omit' ? '' : `<${name}/>`)
  const fields = view.shown.flatMap((shown) => {
    const field = view.resource.fields[shown]
    if (!field) return []
    const name = wireName(view.resource.name, shown, switches)
    const format = formatOf(field, switches)
    return [{ at: view.columns.indexOf(shown), open: `<${name}>`, close: `</${name}>`, empty: unset(name), format }]
  })
  const openAt = view.columns.indexOf(openFields)

  function openText(cell: Cell): string {
    const stored = new Map(openValues(cell))
    const names = [...(view.open ?? stored.keys())]
    return names.map((name) => (stored.has(name) ? `<${name}>${escapeXml(stored.get(name) ?? '')}</${name}>` : unset(name))).join('')
  }

  return (row) => {
    let text = ''
    for (const { at, open, close, empty, format } of fields) {
      const cell = row[at]
      // The columns of fields contain text or NULL.
      text += typeof cell === 'string' ? open + (format === null ? cell : format(cell)) + close : empty
    }
    if (openAt < 0) return text
    const cell = row[openAt] ?? null
    return cell === null && view.open === null ? text : text + openText(cell)
  }
}

/** Keys that are the same in a path and in XML as they are. */
const plainKey = /^[\w.!~*'()-]*$/

/** Formats the start tag of a record. */
function startWriter({ node, resource }: View, { baseUrl, switches }: DataContext): (row: Row) => string {
  const base = switches.href === 'absolute' ? baseUrl : ''
  const beforePath = `<${node} href="${escapeXml(base + recordPath(resource.node, ''))}`
  const beforeId = `" id="${escapeXml(formatRecordId(resource.node, ''))}`
  return (row) => {
    const cell = row[0] ?? ''
    const key = String(cell)
    const isPlain = typeof cell === 'number' || plainKey.test(key)
    return `${beforePath}${isPlain ? key : escapeXml(encodeURIComponent(key))}${beforeId}${isPlain ? key : escapeXml(key)}">`
  }
}

/** Formats one record of a level of this view, with its nested records. */
export type RecordWriter = (level: Level, row: Row) => string

/** The writer of the records of a view. */
export function recordWriter(view: View, context: DataContext): RecordWriter {
  const startOf = startWriter(view, context)
  const fieldsOf = fieldsWriter(view, context)
  const nested = view.children.map((child) => recordWriter(child, context))
  const end = `</${view.node}>`
  return (level, row) => {
    let text = startOf(row) + fieldsOf(row)
    let place = 0
    for (const write of nested) {
      const below = level.below[place]
      if (below) for (const related of rowsBelow(level, row, below)) text += write(below.level, related)
      place += 1
    }
    return text + end
  }
}
