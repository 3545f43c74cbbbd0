import { keyNames } from '../../records/row-identity.ts'
import { publicAddress } from '../../records/webhook-address.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../../resources/registry.ts'
import { relationOf } from '../../resources/relations.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutTo, padEnd, widthOf } from '../text-width.ts'
import type { Theme } from '../theme.ts'
import { childRows, fieldNamesOf, type RecordPart, type RecordView, sampled } from './record-view.ts'

/** How a table is drawn. */
export interface TableLook {
  readonly theme: Theme
  /** Columns of the terminal; `Infinity` where it is none. */
  readonly width: number
  /** Called with the fields that have values and for which there is no room. */
  readonly onHidden: (fields: readonly string[]) => void
}

interface Column {
  readonly name: string
  readonly width: number
}

const widestCell = 40
/** A column is not cut further, and that of a key not at all. */
const narrowestCell = 16
const gap = 2

/**
 * Records as a table for people: a line for each, and below it one for each child row. Columns are the fields that are named, else those
 * that have a value in the first records, as many as fit. Ends with a newline, or is empty.
 */
export async function* recordsTable(parts: AsyncIterable<RecordPart>, view: RecordView, look: TableLook): AsyncGenerator<string> {
  const { sample, all } = await sampled(parts)
  if (sample.length === 0) return
  const columns = columnsOf(view, sample, look)
  yield `${look.theme.bold(rowText(columns.map(({ name, width }) => [name, width])))}\n`
  for await (const part of all()) yield part.map((record) => recordText(record, columns, look)).join('')
}

function columnsOf({ resource, fields }: RecordView, sample: RecordPart, { width, onHidden }: TableLook): readonly Column[] {
  const names = fields ?? fieldNamesOf(resource, sample).filter((name) => sample.some((record) => (record.fields[name] ?? '') !== ''))
  const wished = names.map((name) => ({ name, width: Math.min(widestCell, widthIn(name, sample)) }))
  const columns = fitting(wished, { most: width, keys: keyNames(resource) })
  if (columns.length < names.length) onHidden(names.slice(columns.length))
  return columns
}

function widthIn(name: string, sample: RecordPart): number {
  let widest = widthOf(name)
  for (const record of sample) {
    if (widest >= widestCell) return widest
    widest = Math.max(widest, widthOf(cellText(record, name)))
  }
  return widest
}

/** The columns, the widest of them cut until all fit; where that is not enough, without the last ones. */
function fitting(
  wished: readonly Column[],
  { most, keys }: { readonly most: number; readonly keys: readonly string[] },
): readonly Column[] {
  const columns = wished.map((column) => ({
    ...column,
    least: keys.includes(column.name) ? column.width : Math.min(column.width, narrowestCell),
  }))
  const excess = (): number => columns.reduce((sum, { width }) => sum + width + gap, -gap) - most
  while (columns.length > 1 && excess() > 0) {
    const widest = columns.filter(({ width, least }) => width > least).toSorted((a, b) => b.width - a.width)[0]
    if (widest === undefined) columns.pop()
    else widest.width -= 1
  }
  return columns.map(({ name, width }) => ({ name, width: Math.min(width, most) }))
}

function recordText(record: RecordTree, columns: readonly Column[], look: TableLook): string {
  const own = rowText(columns.map(({ name, width }) => [cellText(record, name), width]))
  return `${own}\n${childText(record, '  ', look)}`
}

function childText(record: RecordTree, indent: string, look: TableLook): string {
  return childRows(record)
    .flatMap(([resource, rows]) =>
      rows.map((row) => {
        const head = `${indent}${resource}  `
        const values = cutTo(valuesText(row, record.resource), look.width - head.length)
        return `${look.theme.dim(head)}${values}\n${childText(row, `${indent}  `, look)}`
      }),
    )
    .join('')
}

/** `quantity: 5, stock_message: Back in May`, without the field that only repeats the key of the parent. */
function valuesText(row: RecordTree, parent: ResourceName): string {
  const link = relationOf(parent, row.resource)?.childField
  const names = Object.keys(row.fields).filter((name) => row.fields[name] !== '' && name !== link)
  return names.map((name) => `${sanitizeLine(name)}: ${cellText(row, name)}`).join(', ')
}

function cellText({ resource, fields }: RecordTree, name: string): string {
  const value = fields[name] ?? ''
  return sanitizeLine(fieldOf(resource, name).secret === 'address' ? publicAddress(value) : value)
}

function rowText(cells: readonly (readonly [text: string, width: number])[]): string {
  return cells
    .map(([text, width]) => padEnd(cutTo(sanitizeLine(text), width), width))
    .join(' '.repeat(gap))
    .trimEnd()
}
