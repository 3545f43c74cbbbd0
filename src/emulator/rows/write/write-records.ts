import { resourceOf } from '../../../resources/registry.ts'
import { type Relation, relationOf } from '../../../resources/relations.ts'
import { quoted, rowId } from '../../database/table-sql.ts'
import { collated, comparableKey } from '../collation.ts'
import { invalidValue, StoreFault } from '../../http/store-fault.ts'
import { addInventory } from './add-inventory.ts'
import { checkGrids } from './check-grids.ts'
import { checkReferences } from './check-references.ts'
import { existingRow } from './row-identity.ts'
import { saveRow } from './save-row.ts'
import { storedValues } from './stored-values.ts'
import { commitWrite, noteRows } from './commit-write.ts'
import type { IncomingRecord, OpenWrite, RowContext, WrittenRow } from '../row-context.ts'

/** The write of one top-level record; `rows` collects the rows written for it. */
interface RootWrite extends OpenWrite {
  readonly rows: WrittenRow[]
}

/** The field that links a nested record to its parent, and its value. */
interface Link {
  readonly field: string
  readonly value: string
}

function valuesOf(record: IncomingRecord, link: Link | null, context: RowContext): Map<string, string> {
  const { resource } = record
  const values = storedValues(record, context.switches)
  if (!link) return values
  const given = values.get(link.field)
  if (given !== undefined && comparableKey(given, context.switches) !== comparableKey(link.value, context.switches)) {
    throw invalidValue(resource.node, link.field, `${JSON.stringify(given.slice(0, 60))} is not the value of the record that contains it`)
  }
  return values.set(link.field, link.value)
}

function linkOf(context: RowContext, parent: IncomingRecord, { row, values, relation }: WrittenRow & { relation: Relation }): Link {
  const { child, parentField, childField, through } = relation
  if (through)
    throw new StoreFault(400, `${child} cannot be nested in ${parent.resource.node} in a write; write ${through.resource} instead`)
  const known = values.get(parentField) ?? ''
  const sql = `SELECT ${quoted(parentField)} FROM ${quoted(parent.resource.name)} WHERE ${rowId} = ?`
  const value = known === '' ? context.statements.cell(sql, [row]) : known
  if (typeof value !== 'string' || value === '')
    throw invalidValue(parent.resource.node, parentField, `is required for the nested ${child}`)
  return { field: childField, value }
}

/**
 * With `nested: replace` (assumptions.md W15): removes the rows of the parent that the body does not contain. A nested record whose key is
 * given is updated, as everywhere (platform.md, "Data API operations").
 */
function removeReplaced(
  context: OpenWrite,
  { parent, child, childField }: Relation,
  link: Link & { nested: readonly IncomingRecord[] },
): void {
  const resource = resourceOf(child)
  const { key, fields } = resource
  if (context.switches.nested === 'merge' || key === childField || !fields[childField]?.refersTo?.includes(parent)) return
  const given = key === null ? [] : link.nested.flatMap((record) => storedValues(record, context.switches).get(key) ?? [])
  const { switches, statements } = context
  const others = key === null ? '' : ` AND ${collated(`t.${quoted(key)}`, switches)} NOT IN (SELECT value FROM json_each(?))`
  const parameters = key === null ? [link.value] : [link.value, JSON.stringify(given)]
  const where = `${collated(`t.${quoted(childField)}`, switches)} = ?${others}`
  noteRows(context, resource, { change: 'removed', where, parameters })
  statements.run(`DELETE FROM ${quoted(child)} AS t WHERE ${where}`, parameters)
}

function writeNested(context: RootWrite, record: IncomingRecord, written: WrittenRow): void {
  const links = new Map<string, Link>()
  for (const child of record.children) {
    const { name } = child.resource
    const relation = relationOf(record.resource.name, name)
    if (!relation) throw new StoreFault(400, `${name} does not belong to ${record.resource.name}`)
    const known = links.get(name)
    const link = known ?? linkOf(context, record, { ...written, relation })
    if (!known) {
      const nested = record.children.filter(({ resource }) => resource.name === name)
      removeReplaced(context, relation, { ...link, nested })
    }
    links.set(name, link)
    writeRecord(context, child, link)
  }
}

/** The number of its row, or `null` if a fault leaves it out. */
function writeRecord(context: RootWrite, record: IncomingRecord, link: Link | null): number | null {
  const { resource } = record
  if (isLeftOut(context)) return null
  const values = valuesOf(record, link, context)
  const existing = existingRow(context, resource, values)
  const row = saveRow(context, resource, { row: existing, values })
  if (existing === null) addInventory(context, resource, values)
  const written: WrittenRow = { resource: resource.name, row, created: existing === null, values }
  context.rows.push(written)
  writeNested(context, record, written)
  return row
}

/** True if a fault leaves out this row and all after it. */
function isLeftOut({ rowsLeft }: RowContext): boolean {
  if (!rowsLeft) return false
  rowsLeft.count -= 1
  return rowsLeft.count < 0
}

/** Writes one record with its nested records and applies the effects; returns the number of its row. */
function writeRoot(context: OpenWrite, record: IncomingRecord): readonly number[] {
  const rows: WrittenRow[] = []
  const row = writeRecord({ ...context, rows }, record, null)
  if (row === null) return []
  context.effects?.written(rows, context.statusMail === true)
  return [row]
}

/** Checks that concern several records of a body. A body of which a fault leaves out a part was correct as a whole. */
function checkTogether(context: RowContext, records: readonly IncomingRecord[]): void {
  if (context.rowsLeft) return
  for (const record of records) checkReferences(context, record)
  checkGrids(context, records)
}

function writeTogether(context: RowContext, records: readonly IncomingRecord[]): number[] {
  return commitWrite(context, (open) => {
    const rows = records.flatMap((record) => writeRoot(open, record))
    checkTogether(context, records)
    return rows
  })
}

/** Each record in a transaction of its own. `stop` ends at the first invalid one, `continue` skips it; its fault is thrown at the end. */
async function writeEach(context: RowContext, records: readonly IncomingRecord[], invalid: 'stop' | 'continue'): Promise<number[]> {
  const rows: number[] = []
  let fault: StoreFault | null = null
  for (const [at, record] of records.entries()) {
    if (at > 0) await context.betweenRecords?.()
    try {
      rows.push(...writeTogether(context, [record]))
    } catch (error) {
      if (!(error instanceof StoreFault) || invalid === 'stop') throw error
      fault ??= error
    }
  }
  if (fault) throw fault
  return rows
}

/** Writes the records of one body, all or none, and returns the numbers of their rows; see `writeBody`. */
export function writeRecords(context: RowContext, records: readonly IncomingRecord[]): number[] {
  try {
    return writeTogether(context, records)
  } finally {
    context.effects?.settle()
  }
}

/**
 * Creates or updates the records of one body (platform.md, "Data API operations") and returns the numbers of their rows. By default all
 * are written or none; the switch `batch` (assumptions.md W4) has two other behaviours.
 */
export async function writeBody(context: RowContext, records: readonly IncomingRecord[]): Promise<number[]> {
  const { batch } = context.switches
  if (batch === 'atomic') return writeRecords(context, records)
  try {
    return await writeEach(context, records, batch)
  } finally {
    context.effects?.settle()
  }
}
