import { openFields, quoted, rowId } from '../../database/table-sql.ts'
import { invalidValue } from '../../http/store-fault.ts'
import { storeTime } from '../../clock/store-time.ts'
import { assignKey, reserveKey } from '../../database/assign-key.ts'
import { checkLineCode } from './field-formats.ts'
import { makeSlug } from './make-slug.ts'
import { noteRow } from './commit-write.ts'
import type { NamedResource, OpenWrite, RowContext } from '../row-context.ts'

type Values = ReadonlyMap<string, string>

/** Dates that the store sets in a new record without one, besides those that the store owns (assumptions.md W39). */
const presentByDefault: Readonly<Record<string, string>> = { Shipments: 'date' }

function timeOf({ now, switches }: RowContext): string {
  return storeTime(now(), switches)
}

function checkRequired(resource: NamedResource, values: Values, inserting: boolean): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values.get(name)
    if (field.required && (value === '' || (inserting && value === undefined)))
      throw invalidValue(resource.node, name, 'a value is required')
  }
}

/** Splits values into those with a column and those without a declaration (`meta_*`); write-only ones are not stored. */
function columnsAndOpen(resource: NamedResource, values: Values): { columns: [string, string][]; open: [string, string][] } {
  const columns: [string, string][] = []
  const open: [string, string][] = []
  for (const [name, value] of values) {
    if (!Object.hasOwn(resource.fields, name)) open.push([name, value])
    else if (!resource.fields[name]?.writeOnly) columns.push([name, value])
  }
  return { columns, open }
}

function withAssigned(context: RowContext, resource: NamedResource, given: Values): Values {
  const values = new Map(given)
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.default !== undefined && !values.has(name)) values.set(name, field.default)
    const isSet = (field.owner === 'store' && field.kind === 'timestamp') || presentByDefault[resource.name] === name
    if (isSet && !values.has(name)) values.set(name, timeOf(context))
  }
  const { key, identity, name } = resource
  if (key === null || identity !== 'assigned') return values
  const known = values.get(key) ?? ''
  if (known === '') values.set(key, assignKey(context.statements, name, values.get('order_number')))
  else reserveKey(context.statements, name, known)
  return values
}

function insertRow(context: RowContext, resource: NamedResource, given: Values): number {
  const values = withAssigned(context, resource, given)
  checkRequired(resource, values, true)
  const { columns, open } = columnsAndOpen(resource, values)
  const byName = new Map(columns)
  const names = [...Object.keys(resource.fields), openFields]
  const cells = names.map((name) => byName.get(name) ?? null)
  cells[cells.length - 1] = open.length > 0 ? JSON.stringify(Object.fromEntries(open)) : null
  const sql = `INSERT INTO ${quoted(resource.name)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING ${rowId}`
  return Number(context.statements.cell(sql, cells))
}

function updateRow(context: RowContext, resource: NamedResource, { row, values }: { row: number; values: Values }): void {
  checkRequired(resource, values, false)
  const { columns, open } = columnsAndOpen(resource, values)
  if ('update_date' in resource.fields && !values.has('update_date')) columns.push(['update_date', timeOf(context)])
  const sets = columns.map(([name]) => `${quoted(name)} = ?`)
  const cells = columns.map(([, value]) => value)
  if (open.length > 0) {
    sets.push(`${openFields} = json_patch(coalesce(${openFields}, '{}'), ?)`)
    cells.push(JSON.stringify(Object.fromEntries(open)))
  }
  if (sets.length > 0) context.statements.run(`UPDATE ${quoted(resource.name)} SET ${sets.join(', ')} WHERE ${rowId} = ?`, [...cells, row])
}

/**
 * Writes the given values into a row, or into a new one if `row` is `null`; other fields are kept. Returns the number of the row. Empty
 * required fields are refused (400); the store sets defaults, keys and times.
 */
export function saveRow(
  context: OpenWrite,
  resource: NamedResource,
  { row, values: given }: { row: number | null; values: Values },
): number {
  const values = new Map(given)
  checkLineCode(resource, values)
  makeSlug(context, resource, { row, values })
  const saved = row ?? insertRow(context, resource, values)
  if (row !== null) updateRow(context, resource, { row, values })
  noteRow(context, resource, { row: saved, change: row === null ? 'created' : 'updated' })
  return saved
}
