import { resourceOf } from '../../../resources/registry.ts'
import { type Relation, relationOf } from '../../../resources/relations.ts'
import { quoted, rowId } from '../../database/table-sql.ts'
import { invalidValue, StoreFault } from '../../http/store-fault.ts'
import { checkGrids } from './check-grids.ts'
import { checkReferences } from './check-references.ts'
import { existingRow } from './row-identity.ts'
import { saveRow } from './save-row.ts'
import { storedValues } from './stored-values.ts'
import type { IncomingRecord, RowContext, WrittenRow } from '../row-context.ts'

/** The write of one top-level record; `rows` collects the rows written for it. */
interface RootWrite extends RowContext {
  readonly rows: WrittenRow[]
}

/** The field that links a nested record to its parent, and its value. */
interface Link {
  readonly field: string
  readonly value: string
}

function valuesOf(record: IncomingRecord, link: Link | null, { switches }: RowContext): Map<string, string> {
  const { resource } = record
  const values = storedValues(record, switches)
  if (!link) return values
  const given = values.get(link.field)
  if (given !== undefined && given !== link.value) {
    throw invalidValue(resource.node, link.field, `${JSON.stringify(given.slice(0, 60))} is not the value of the record that contains it`)
  }
  return values.set(link.field, link.value)
}

function linkOf(context: RowContext, parent: IncomingRecord, { row, relation }: { row: number; relation: Relation }): Link {
  const { child, parentField, childField, through } = relation
  if (through)
    throw new StoreFault(400, `${child} cannot be nested in ${parent.resource.node} in a write; write ${through.resource} instead`)
  const value = context.statements.cell(`SELECT ${quoted(parentField)} FROM ${quoted(parent.resource.name)} WHERE ${rowId} = ?`, [row])
  if (typeof value !== 'string' || value === '')
    throw invalidValue(parent.resource.node, parentField, `is required for the nested ${child}`)
  return { field: childField, value }
}

/**
 * With `nested: replace` (assumptions.md W15): removes the rows of the parent that the body does not contain. A nested record whose key is
 * given is updated, as everywhere (platform.md, "Data API operations").
 */
function removeReplaced(
  context: RowContext,
  { parent, child, childField }: Relation,
  link: Link & { nested: readonly IncomingRecord[] },
): void {
  const { key, fields } = resourceOf(child)
  if (context.switches.nested === 'merge' || key === childField || !fields[childField]?.refersTo?.includes(parent)) return
  const given = key === null ? [] : link.nested.flatMap((record) => storedValues(record, context.switches).get(key) ?? [])
  const others = key === null ? '' : ` AND ${quoted(key)} NOT IN (SELECT value FROM json_each(?))`
  const parameters = key === null ? [link.value] : [link.value, JSON.stringify(given)]
  context.statements.run(`DELETE FROM ${quoted(child)} WHERE ${quoted(childField)} = ?${others}`, parameters)
}

function writeNested(context: RootWrite, record: IncomingRecord, row: number): void {
  const links = new Map<string, Link>()
  for (const child of record.children) {
    const { name } = child.resource
    const relation = relationOf(record.resource.name, name)
    if (!relation) throw new StoreFault(400, `${name} does not belong to ${record.resource.name}`)
    const known = links.get(name)
    const link = known ?? linkOf(context, record, { row, relation })
    if (!known) {
      const nested = record.children.filter(({ resource }) => resource.name === name)
      removeReplaced(context, relation, { ...link, nested })
    }
    links.set(name, link)
    writeRecord(context, child, link)
  }
}

function writeRecord(context: RootWrite, record: IncomingRecord, link: Link | null): number {
  const { resource } = record
  const values = valuesOf(record, link, context)
  const existing = existingRow(context, resource, values)
  const row = saveRow(context, resource, { row: existing, values })
  if (existing === null && resource.name === 'Product' && context.switches.autoInventory === 'yes')
    addInventory(context, values.get('sku') ?? '')
  context.rows.push({ resource: resource.name, row, created: existing === null, values })
  writeNested(context, record, row)
  return row
}

/** Writes one record with its nested records and applies the effects; returns the number of its row. */
function writeRoot(context: RowContext, record: IncomingRecord): number {
  const rows: WrittenRow[] = []
  const row = writeRecord({ ...context, rows }, record, null)
  context.effects?.written(rows, context.statusMail === true)
  return row
}

/** With `autoInventory: yes` (assumptions.md W34). A row that an earlier product of this sku left behind is not changed. */
function addInventory({ statements }: RowContext, sku: string): void {
  statements.run('INSERT INTO "Inventory" (sku, quantity) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM "Inventory" WHERE sku = ?)', [
    sku,
    '0',
    sku,
  ])
}

/** Writes one record with its nested records in a transaction; returns the number of its row. */
function writeWhole(context: RowContext, record: IncomingRecord): number {
  return context.statements.whole(() => {
    const row = writeRoot(context, record)
    checkReferences(context, record)
    checkGrids(context, [record])
    return row
  })
}

function writeEach(context: RowContext, records: readonly IncomingRecord[]): number[] {
  const rows: number[] = []
  const faults: StoreFault[] = []
  for (const record of records) {
    try {
      rows.push(writeWhole(context, record))
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error
      faults.push(error)
    }
  }
  if (faults[0]) throw faults[0]
  return rows
}

function writeBody(context: RowContext, records: readonly IncomingRecord[]): number[] {
  switch (context.switches.batch) {
    case 'atomic':
      return context.statements.whole(() => {
        const rows = records.map((record) => writeRoot(context, record))
        for (const record of records) checkReferences(context, record)
        checkGrids(context, records)
        return rows
      })
    case 'stop':
      return records.map((record) => writeWhole(context, record))
    case 'continue':
      return writeEach(context, records)
    default:
      return context.switches.batch satisfies never
  }
}

/**
 * Creates or updates the records of one body (platform.md, "Data API operations") and returns the numbers of their rows. By default all
 * are written or none; the switch `batch` (assumptions.md W4) has two other behaviours.
 */
export function writeRecords(context: RowContext, records: readonly IncomingRecord[]): number[] {
  try {
    return writeBody(context, records)
  } finally {
    context.effects?.settle()
  }
}
