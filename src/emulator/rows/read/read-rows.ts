import type { ResourceName } from '../../../resources/registry.ts'
import type { Queries, Row } from '../../database/statements.ts'
import { keyOrder, quoted, rowId } from '../../database/table-sql.ts'
import { collated, comparableKey } from '../collation.ts'
import type { View } from './view.ts'
import type { RowContext } from '../row-context.ts'

/** The related rows of some rows, for one child view. */
interface Below {
  readonly level: Level
  /** Where a row of the level above has the value that links it to its related rows. */
  readonly linkAt: number
  /** The related rows by the comparable form of that value. */
  readonly byLink: ReadonlyMap<string, readonly Row[]>
}

/** Some rows of one view and, below them, their related rows. */
export interface Level {
  readonly view: View
  readonly rows: readonly Row[]
  readonly switches: RowContext['switches']
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

/** The value that links a row to others, in its comparable form; empty if it has none. */
function linkOf(row: Row, at: number, switches: RowContext['switches']): string {
  return comparableKey(String(row[at] ?? ''), switches)
}

/** The rows of a level below that belong to a row of this level. */
export function rowsBelow({ switches }: Pick<Level, 'switches'>, row: Row, { linkAt, byLink }: Below): readonly Row[] {
  return byLink.get(linkOf(row, linkAt, switches)) ?? []
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
    const linkAt = view.relation ? parent.columns.indexOf(view.relation.parentField) : -1
    const values = new Set(parents.map((row) => String(row[linkAt] ?? '')))
    values.delete('')
    const { rows, at } = relatedRows(context, view, values)
    const byLink = new Map<string, Row[]>()
    for (const row of rows) {
      const link = linkOf(row, at, switches)
      const group = byLink.get(link)
      if (group) group.push(row)
      else byLink.set(link, [row])
    }
    return { level: levelOf(context, view, rows), linkAt, byLink }
  })
}

/** Rows of a view with their related rows: one query for each join of the specification. */
export function levelOf(context: Reader, view: View, rows: readonly Row[]): Level {
  return { view, rows, switches: context.switches, below: readBelow(context, view, rows) }
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
export function countRows({ statements }: Reader, name: ResourceName, selection: Pick<Selection, 'where' | 'parameters'>): number {
  return Number(statements.cell(`SELECT count(*) FROM ${quoted(name)} AS t WHERE ${selection.where}`, selection.parameters))
}
