import { quoted, rowId } from '../../database/table-sql.ts'
import { rememberLast } from '../../../source/remember-last.ts'
import type { NamedResource, OpenWrite, RowContext, RowChange } from '../row-context.ts'

/**
 * Runs a write in a transaction of its own. What it changed goes to `context.onCommit` as soon as it is committed; a write that throws
 * changed nothing.
 */
export function commitWrite<T>(context: RowContext, write: (open: OpenWrite) => T): T {
  const changes: RowChange[] = []
  const result = context.statements.whole(() => write({ ...context, changes }))
  if (changes.length > 0) context.onCommit?.(changes)
  return result
}

/** The fields that tell which row it is: its key, and what identifies it for people. */
const identifyingFields = rememberLast(({ key, natural, fields }: NamedResource): readonly string[] => {
  const owner = Object.hasOwn(fields, 'sku') ? ['sku'] : []
  return [...new Set([...(key === null ? [] : [key]), ...natural, ...owner])]
})

/** Notes a change of the rows that a condition on the alias `t` selects; a removal is noted before the rows are gone. */
export function noteRows(
  { statements, changes, onCommit }: OpenWrite,
  resource: NamedResource,
  { change, where, parameters }: Pick<RowChange, 'change'> & { where: string; parameters: readonly (string | number)[] },
): void {
  if (!onCommit) return
  const names = identifyingFields(resource)
  const columns = names.map((name) => `t.${quoted(name)}`).join(', ')
  const rows = statements.rows(`SELECT ${columns} FROM ${quoted(resource.name)} AS t WHERE ${where}`, parameters)
  for (const row of rows) {
    const key = Object.fromEntries(names.map((name, at) => [name, String(row[at] ?? '')]))
    changes.push({ resource: resource.name, change, key })
  }
}

/** Notes a row that was inserted with these values. */
export function noteCreated({ changes, onCommit }: OpenWrite, resource: NamedResource, values: ReadonlyMap<string, string>): void {
  if (!onCommit) return
  const key = Object.fromEntries(identifyingFields(resource).map((name) => [name, values.get(name) ?? '']))
  changes.push({ resource: resource.name, change: 'created', key })
}

/** Notes a change of one row. */
export function noteRow(open: OpenWrite, resource: NamedResource, { row, change }: { row: number; change: RowChange['change'] }): void {
  noteRows(open, resource, { change, where: `t.${rowId} = ?`, parameters: [row] })
}
