import type { ResourceName } from '../../../resources/registry.ts'
import type { Queries, Row } from '../../database/statements.ts'
import { keyOrder, quoted, rowId } from '../../database/table-sql.ts'
import { collated, comparableKey } from '../collation.ts'
import type { View } from './view.ts'
import type { RowContext } from '../row-context.ts'

/** The rows of one view and, below it, their related rows. */
export interface Level {
  readonly view: View
  readonly rows: readonly Row[]
  readonly switches: RowContext['switches']
  /** For each child view: its level, and its rows by the comparable form of the value that links them to a row of this level. */
  readonly below: readonly { readonly level: Level; readonly byParent: ReadonlyMap<string, readonly Row[]> }[]
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

function valueAt(view: View, row: Row, column: string): string | null {
  const cell = row[view.columns.indexOf(column)]
  return cell === null || cell === undefined || cell === '' ? null : String(cell)
}

/** The value of a parent row that links the rows of a child view to it. */
function linkValue(parent: View, row: Row, child: View): string | null {
  return child.relation ? valueAt(parent, row, child.relation.parentField) : null
}

/** The rows of a level below that belong to a row of this level. */
export function rowsBelow(
  { view, switches }: Pick<Level, 'view' | 'switches'>,
  row: Row,
  { level, byParent }: Level['below'][number],
): readonly Row[] {
  return byParent.get(comparableKey(linkValue(view, row, level.view) ?? '', switches)) ?? []
}

function readBelow(context: Reader, parent: View, rows: readonly Row[]): Level['below'] {
  const { switches } = context
  return parent.children.map((view) => {
    const values = new Set(rows.map((row) => linkValue(parent, row, view)).filter((value) => value !== null))
    const byParent = new Map<string, Row[]>()
    if (values.size === 0 || !view.relation) return { level: { view, rows: [], switches, below: readBelow(context, view, []) }, byParent }
    const { childField, through } = view.relation
    const table = quoted(view.resource.name)
    const from = through
      ? `${quoted(through.resource)} AS l JOIN ${table} AS t ON ${collated(`t.${quoted(childField)}`, context.switches)} = l.${quoted(through.childField)}`
      : `${table} AS t`
    const link = through ? `l.${quoted(through.parentField)}` : `t.${quoted(childField)}`
    const found = context.statements.rows(
      `SELECT ${columnsOf(view)}, ${link} FROM ${from} WHERE ${collated(link, context.switches)} IN (SELECT value FROM json_each(?)) ORDER BY ${orderOf(view.resource.name, context)}`,
      [JSON.stringify([...values])],
    )
    for (const row of found) {
      const value = comparableKey(String(row.at(-1)), context.switches)
      const group = byParent.get(value)
      if (group) group.push(row)
      else byParent.set(value, [row])
    }
    return { level: { view, rows: found, switches, below: readBelow(context, view, found) }, byParent }
  })
}

/** One page of a view: one query for the primary rows and one for each join of the specification. */
export function readRows(context: Reader, view: View, selection: Selection): Level {
  const rows = context.statements.rows(
    `SELECT ${columnsOf(view)} FROM ${quoted(view.resource.name)} AS t WHERE ${selection.where} ORDER BY ${orderOf(view.resource.name, context)} LIMIT ? OFFSET ?`,
    [...selection.parameters, selection.limit, selection.offset],
  )
  return { view, rows, switches: context.switches, below: readBelow(context, view, rows) }
}

/** The number of rows of the primary resource that match a condition. */
export function countRows({ statements }: Reader, name: ResourceName, selection: Pick<Selection, 'where' | 'parameters'>): number {
  return Number(statements.cell(`SELECT count(*) FROM ${quoted(name)} AS t WHERE ${selection.where}`, selection.parameters))
}
