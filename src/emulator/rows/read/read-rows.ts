import type { ResourceName } from '../../../resources/registry.ts'
import type { Queries, Row } from '../../database/statements.ts'
import { keyOrder, quoted, rowId } from '../../database/table-sql.ts'
import { collated, comparableKey } from '../collation.ts'
import type { View } from './view.ts'
import type { RowContext } from '../row-context.ts'

/** The related rows of some rows, for one child view. */
interface Below {
  readonly level: Level
  /** The value that links a row of the level above to its related rows; empty if it has none. */
  readonly linkOfParent: (row: Row) => string
  /** The same value of a related row. */
  readonly linkOfRow: (row: Row) => string
}

/** Some rows of one view and, below them, their related rows. */
export interface Level {
  readonly view: View
  readonly rows: readonly Row[]
  /** One for each child view, in their order. */
  readonly below: readonly Below[]
}

/** What a read needs; the queries are guarded if the request has a `_search`. */
export interface Reader {
  readonly statements: Queries
  readonly switches: RowContext['switches']
  /** Selects one of the random orders (docs/assumptions.md R1). Default 0. */
  readonly shuffle?: number
}

/** Which rows of the primary resource are read: an SQL condition on the alias `t`. */
export interface Selection {
  readonly where: string
  readonly parameters: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** A prime above the number of random orders: each factor below it gives another order of the row numbers. */
const orders = 10_007

function orderOf(name: ResourceName, { switches, shuffle = 0 }: Reader): string {
  switch (switches.order) {
    case 'key':
      return keyOrder(name, 't')
    case 'insertion':
      return `t.${rowId}`
    case 'shuffled':
      return `(t.${rowId} * 7919 + 104729) % ${orders}, t.${rowId}`
    case 'random':
      return `(t.${rowId} * ${((shuffle * 7919) % (orders - 1)) + 1} + ${(shuffle * 104_729) % orders}) % ${orders}, t.${rowId}`
    default:
      return switches.order satisfies never
  }
}

function columnsOf(view: View): string {
  return view.columns.map((column) => `t.${quoted(column)}`).join(', ')
}

/** Reads the value that links a row to others, in its comparable form. */
function linkAt(at: number, switches: RowContext['switches']): (row: Row) => string {
  return (row) => {
    const cell = row[at]
    return typeof cell === 'string' ? comparableKey(cell, switches) : ''
  }
}

/** The rows of a child view that are linked to these values, and where the value is in each row. */
function relatedRows(context: Reader, view: View, values: ReadonlySet<string>): { rows: readonly Row[]; at: number } {
  const { statements, switches } = context
  if (values.size === 0 || !view.relation) return { rows: [], at: -1 }
  const { childField, through } = view.relation
  const table = quoted(view.resource.name)
  const from = through
    ? `${quoted(through.resource)} AS l JOIN ${table} AS t ON ${collated(`t.${quoted(childField)}`, switches)} = l.${quoted(through.childField)}`
    : `${table} AS t`
  const link = through ? `l.${quoted(through.parentField)}` : `t.${quoted(childField)}`
  const columns = through ? `${columnsOf(view)}, ${link}` : columnsOf(view)
  const rows = statements.rows(
    `SELECT ${columns} FROM ${from} WHERE ${collated(link, switches)} IN (SELECT value FROM json_each(?)) ORDER BY ${orderOf(view.resource.name, context)}`,
    [JSON.stringify([...values])],
  )
  return { rows, at: through ? view.columns.length : view.columns.indexOf(childField) }
}

function readBelow(context: Reader, parent: View, parents: readonly Row[]): Below[] {
  const { switches } = context
  return parent.children.map((view) => {
    const parentAt = view.relation ? parent.columns.indexOf(view.relation.parentField) : -1
    const values = new Set(parents.map((row) => String(row[parentAt] ?? '')))
    values.delete('')
    const { rows, at } = relatedRows(context, view, values)
    return { level: levelOf(context, view, rows), linkOfParent: linkAt(parentAt, switches), linkOfRow: linkAt(at, switches) }
  })
}

/** Rows of a view with their related rows: one query for each join of the specification. */
export function levelOf(context: Reader, view: View, rows: readonly Row[]): Level {
  return { view, rows, below: readBelow(context, view, rows) }
}

/** Rows whose related rows are in memory at a time: so few that a garbage collection finds hardly any of a page in use. */
const rowsTogether = 50

/** As `levelOf`, for some of the rows at a time. */
export function* levelsOf(context: Reader, view: View, rows: readonly Row[]): Generator<Level> {
  for (let at = 0; at < rows.length; at += rowsTogether) yield levelOf(context, view, rows.slice(at, at + rowsTogether))
}

/** The rows of the primary resource on one page. */
export function readRows(context: Reader, view: View, selection: Selection): readonly Row[] {
  return context.statements.rows(
    `SELECT ${columnsOf(view)} FROM ${quoted(view.resource.name)} AS t WHERE ${selection.where} ORDER BY ${orderOf(view.resource.name, context)} LIMIT ? OFFSET ?`,
    [...selection.parameters, selection.limit, selection.offset],
  )
}

/** The number of rows of the primary resource that match a condition. */
export function countRows(
  { statements }: Reader,
  name: ResourceName,
  { where, parameters }: Pick<Selection, 'where' | 'parameters'>,
): number {
  // SQLite counts all rows by pages of an index only without a condition.
  const condition = where === '1' ? '' : ` WHERE ${where}`
  return Number(statements.cell(`SELECT count(*) FROM ${quoted(name)} AS t${condition}`, parameters))
}
