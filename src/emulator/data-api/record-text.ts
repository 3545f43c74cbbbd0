import { roundHalfUp } from '../../records/decimal.ts'
import type { Field } from '../../resources/field.ts'
import { formatRecordId, recordPath } from '../../wire/address.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Row } from '../database/statements.ts'
import { openFields } from '../database/table-sql.ts'
import { escapeXml } from '../markup/escape.ts'
import type { Level } from '../rows/read/read-rows.ts'
import type { View } from '../rows/read/view.ts'
import { wireName } from '../rows/wire-names.ts'
import type { DataContext } from './data-context.ts'

type Cell = Row[number]

type Writer = (row: Row) => string

/** The content of an element for a stored value. */
type Format = (stored: string) => string

function digitOf(stored: string): string {
  if (stored === '') return ''
  return stored === 'true' ? '1' : '0'
}

function twoDecimals(stored: string): string {
  if (stored === '') return ''
  const [whole = '', fraction = ''] = (roundHalfUp(stored, 2) ?? stored).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
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

/** What is before a value, and what replaces a value that is unset. */
interface Tags {
  readonly open: string
  readonly unset: string
}

/** A field of a record. Its tags are joined once for all rows, because every text that is appended to a record takes time. */
interface ShownField {
  /** Where the value is in a row. */
  readonly at: number
  readonly format: Format | null
  readonly tags: Tags
  /** The same with the end tag of the field before, if that has a value. */
  readonly tagsAfterValue: Tags
  readonly close: string
}

function unsetTag(name: string, { unset }: Switches): string {
  return unset === 'omit' ? '' : `<${name}/>`
}

function shownFields(view: View, switches: Switches): readonly ShownField[] {
  let close = ''
  return view.shown.flatMap((shown) => {
    const field = view.resource.fields[shown]
    if (!field) return []
    const name = wireName(view.resource.name, shown, switches)
    const tags = { open: `<${name}>`, unset: unsetTag(name, switches) }
    const tagsAfterValue = { open: close + tags.open, unset: close + tags.unset }
    close = `</${name}>`
    return [{ at: view.columns.indexOf(shown), format: formatOf(field, switches), tags, tagsAfterValue, close }]
  })
}

/** Formats the `meta_*` fields of a record: those that were asked for, or all that it has. */
function openText(cell: Cell, asked: View['open'], switches: Switches): string {
  if (cell === null && asked === null) return ''
  const stored = new Map(openValues(cell))
  const names = [...(asked ?? stored.keys())]
  return names
    .map((name) => (stored.has(name) ? `<${name}>${escapeXml(stored.get(name) ?? '')}</${name}>` : unsetTag(name, switches)))
    .join('')
}

/** Formats the fields of a record. */
function fieldsWriter(view: View, { switches }: DataContext): Writer {
  const fields = shownFields(view, switches)
  const last = fields.at(-1)?.close ?? ''
  const openAt = view.columns.indexOf(openFields)
  return (row) => {
    let text = ''
    let isAfterValue = false
    for (const { at, format, tags, tagsAfterValue } of fields) {
      const cell = row[at]
      const { open, unset } = isAfterValue ? tagsAfterValue : tags
      // The columns of fields contain text or NULL.
      isAfterValue = typeof cell === 'string'
      if (typeof cell !== 'string') text += unset
      else {
        text += open
        text += format === null ? cell : format(cell)
      }
    }
    if (isAfterValue) text += last
    return openAt < 0 ? text : text + openText(row[openAt] ?? null, view.open, switches)
  }
}

/** Keys that are the same in a path and in XML as they are. */
const plainKey = /^[\w.!~*'()-]*$/

/** Formats the start tag of a record. */
function startWriter({ node, resource }: View, { baseUrl, switches }: DataContext): Writer {
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

/** For each child view, in their order, the records that belong to a row. */
function nestedWriters(level: Level, views: readonly LevelWriter[]): Writer[] {
  return level.below.flatMap(({ level: below, linkOfParent, linkOfRow }, place) => {
    const write = views[place]?.(below)
    if (!write || below.rows.length === 0) return []
    const texts = new Map<string, string>()
    for (const row of below.rows) {
      const link = linkOfRow(row)
      texts.set(link, (texts.get(link) ?? '') + write(row))
    }
    return [(row: Row): string => texts.get(linkOfParent(row)) ?? '']
  })
}

/** Returns the writer of the records of a level, with their nested records. */
export type LevelWriter = (level: Level) => Writer

/** The writer of the records of a view. */
export function levelWriter(view: View, context: DataContext): LevelWriter {
  const startOf = startWriter(view, context)
  const fieldsOf = fieldsWriter(view, context)
  const children = view.children.map((child) => levelWriter(child, context))
  const end = `</${view.node}>`
  return (level) => {
    const nested = nestedWriters(level, children)
    return (row) => {
      let text = startOf(row) + fieldsOf(row)
      for (const write of nested) text += write(row)
      return text + end
    }
  }
}
