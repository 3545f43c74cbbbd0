import { openFields, quoted, rowId } from '../../database/table-sql.ts'
import { noteCreated, noteRow } from './commit-write.ts'
import { checkLineCode } from './field-formats.ts'
import { checkRequired, columnsOf, insertRow, openText, timeOf, type Values } from './insert-row.ts'
import { makeSlug } from './make-slug.ts'
import type { NamedResource, OpenWrite, RowContext } from '../row-context.ts'

function updateRow(context: RowContext, resource: NamedResource, { row, values }: { row: number; values: Values }): void {
  checkRequired(resource, values, false)
  const columns = columnsOf(resource, values)
  const sets = columns.map((name) => `${quoted(name)} = ?`)
  const cells = columns.map((name) => values.get(name) ?? null)
  if ('update_date' in resource.fields && !values.has('update_date')) {
    sets.push('update_date = ?')
    cells.push(timeOf(context))
  }
  const open = openText(resource, values)
  if (open !== null) {
    sets.push(`${openFields} = json_patch(coalesce(${openFields}, '{}'), ?)`)
    cells.push(open)
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
  if (row === null) {
    const created = insertRow(context, resource, values)
    noteCreated(context, resource, created.values)
    return created.row
  }
  updateRow(context, resource, { row, values })
  noteRow(context, resource, { row, change: 'updated' })
  return row
}
