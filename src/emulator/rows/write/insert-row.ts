import type { ResourceName } from '../../../resources/registry.ts'
import { storeTime } from '../../clock/store-time.ts'
import { assignKey, reserveKey } from '../../database/assign-key.ts'
import { openFields, quoted } from '../../database/table-sql.ts'
import { invalidValue } from '../../http/store-fault.ts'
import type { NamedResource, RowContext } from '../row-context.ts'

/** Values of a row by field. */
export type Values = ReadonlyMap<string, string>

/** Dates that the store sets in a new record without one, besides those that the store owns (assumptions.md W39). */
const presentByDefault: Readonly<Record<string, string>> = { Shipments: 'date' }

/** What all rows of a resource have in common. */
interface RowShape {
  /** Inserts a row: a parameter for each column, then one for `_open`. */
  readonly insertion: string
  /** The fields that are stored in a column of their own. */
  readonly columns: readonly string[]
  readonly required: readonly string[]
  readonly defaults: readonly (readonly [field: string, value: string])[]
  /** The fields of a new row that are set to the time of the write. */
  readonly times: readonly string[]
}

const shapes = new Map<ResourceName, RowShape>()

function shapeOf(resource: NamedResource): RowShape {
  const known = shapes.get(resource.name)
  if (known) return known
  const fields = Object.entries(resource.fields)
  const columns = fields.filter(([, field]) => !field.writeOnly).map(([name]) => name)
  const names = [...columns, openFields]
  const isTime = ([name, field]: (typeof fields)[number]): boolean =>
    (field.owner === 'store' && field.kind === 'timestamp') || presentByDefault[resource.name] === name
  const made: RowShape = {
    insertion: `INSERT INTO ${quoted(resource.name)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    columns,
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
    defaults: fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default] as const])),
    times: fields.filter(isTime).map(([name]) => name),
  }
  shapes.set(resource.name, made)
  return made
}

/** The time of a write as the store writes it. */
export function timeOf({ now, switches }: RowContext): string {
  return storeTime(now(), switches)
}

/** Refuses an empty required field (400), and in a new row one that is missing. */
export function checkRequired(resource: NamedResource, values: Values, inserting: boolean): void {
  for (const name of shapeOf(resource).required) {
    const value = values.get(name)
    if (value === '' || (inserting && value === undefined)) throw invalidValue(resource.node, name, 'a value is required')
  }
}

/** The fields of a row that have a value and a column; write-only fields have none. */
export function columnsOf(resource: NamedResource, values: Values): string[] {
  return shapeOf(resource).columns.filter((name) => values.has(name))
}

/** The values of fields that are not declared (`meta_*`), as JSON; `null` where there are none. */
export function openText(resource: NamedResource, values: Values): string | null {
  const open: [string, string][] = []
  for (const [name, value] of values) if (!Object.hasOwn(resource.fields, name)) open.push([name, value])
  return open.length === 0 ? null : JSON.stringify(Object.fromEntries(open))
}

function withAssigned(context: RowContext, resource: NamedResource, given: Values): Values {
  const { defaults, times } = shapeOf(resource)
  const values = new Map(given)
  for (const [name, value] of defaults) if (!values.has(name)) values.set(name, value)
  for (const name of times) if (!values.has(name)) values.set(name, timeOf(context))
  const { key, identity, name } = resource
  if (key === null || identity !== 'assigned') return values
  const known = values.get(key) ?? ''
  if (known === '') values.set(key, assignKey(context.statements, name, values.get('order_number')))
  else reserveKey(context.statements, name, known)
  return values
}

/** Inserts a row with the given values, and the defaults, key and times that the store sets; returns its number and all its values. */
export function insertRow(context: RowContext, resource: NamedResource, given: Values): { readonly row: number; readonly values: Values } {
  const values = withAssigned(context, resource, given)
  checkRequired(resource, values, true)
  const { insertion, columns } = shapeOf(resource)
  const cells: (string | null)[] = columns.map((name) => values.get(name) ?? null)
  cells.push(openText(resource, values))
  return { row: context.statements.insert(insertion, cells), values }
}
