import { resourceOf } from '../../resources/registry.ts'
import { type Relation, relationOf } from '../../resources/relations.ts'
import { quoted, rowId } from '../database/table-sql.ts'
import { invalidValue, StoreFault } from '../store-fault.ts'
import type { IncomingRecord } from './body-parser.ts'
import { checkGrids } from './check-grids.ts'
import { checkReferences } from './check-references.ts'
import type { DataContext } from './data-context.ts'
import { existingRow } from './row-identity.ts'
import { saveRow } from './save-row.ts'
import { storedValues } from './stored-values.ts'
import type { WrittenRow } from './write-effects.ts'

/** One record at the top of a body is being written; `rows` notes what has been. */
interface RootWrite extends DataContext {
  readonly rows: WrittenRow[]
}

/** The field that hangs a nested record on its parent, with the value that it has to have. */
interface Hook {
  readonly field: string
  readonly value: string
}

function valuesOf(record: IncomingRecord, hook: Hook | null, { switches }: DataContext): Map<string, string> {
  const { resource } = record
  const values = storedValues(record, switches)
  if (!hook) return values
  const given = values.get(hook.field)
  if (given !== undefined && given !== hook.value) {
    throw invalidValue(resource.node, hook.field, `${JSON.stringify(given.slice(0, 60))} is not the value of the record that it stands in`)
  }
  return values.set(hook.field, hook.value)
}

function hookOf(context: DataContext, parent: IncomingRecord, { row, relation }: { row: number; relation: Relation }): Hook {
  const { child, parentField, childField, through } = relation
  if (through)
    throw new StoreFault(400, `${child} cannot be nested in ${parent.resource.node} in a write; write ${through.resource} instead`)
  const value = context.statements.cell(`SELECT ${quoted(parentField)} FROM ${quoted(parent.resource.name)} WHERE ${rowId} = ?`, [row])
  if (typeof value !== 'string' || value === '') throw invalidValue(parent.resource.node, parentField, `is needed for the nested ${child}`)
  return { field: childField, value }
}

/** Under `nested: replace` (assumptions.md W15): what is nested takes the place of the rows that the parent has. */
function removeReplaced(context: DataContext, { parent, child, childField }: Relation, value: string): void {
  if (context.switches.nested === 'merge' || !resourceOf(child).fields[childField]?.refersTo?.includes(parent)) return
  context.statements.run(`DELETE FROM ${quoted(child)} WHERE ${quoted(childField)} = ?`, [value])
}

function writeNested(context: RootWrite, record: IncomingRecord, row: number): void {
  const hooks = new Map<string, Hook>()
  for (const child of record.children) {
    const { name } = child.resource
    const relation = relationOf(record.resource.name, name)
    if (!relation) throw new StoreFault(400, `${name} does not belong to ${record.resource.name}`)
    const known = hooks.get(name)
    const hook = known ?? hookOf(context, record, { row, relation })
    if (!known) removeReplaced(context, relation, hook.value)
    hooks.set(name, hook)
    writeRecord(context, child, hook)
  }
}

function writeRecord(context: RootWrite, record: IncomingRecord, hook: Hook | null): number {
  const { resource } = record
  const values = valuesOf(record, hook, context)
  const existing = existingRow(context, resource, values)
  const row = saveRow(context, resource, { row: existing, values })
  if (existing === null && resource.name === 'Product' && context.switches.autoInventory === 'yes')
    addInventory(context, values.get('sku') ?? '')
  context.rows.push({ resource: resource.name, row, created: existing === null, values })
  writeNested(context, record, row)
  return row
}

/** Writes one record with what is nested in it and with what that sets off; returns the number of its row. */
function writeRoot(context: DataContext, record: IncomingRecord): number {
  const rows: WrittenRow[] = []
  const row = writeRecord({ ...context, rows }, record, null)
  context.effects?.written(rows, context.statusMail === true)
  return row
}

/** assumptions.md W34. A row that stayed from an earlier product of this sku is left as it is. */
function addInventory({ statements }: DataContext, sku: string): void {
  statements.run('INSERT INTO "Inventory" (sku, quantity) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM "Inventory" WHERE sku = ?)', [
    sku,
    '0',
    sku,
  ])
}

/** Writes one record with what is nested in it, whole or not at all; returns the number of its row. */
function writeWhole(context: DataContext, record: IncomingRecord): number {
  return context.statements.whole(() => {
    const row = writeRoot(context, record)
    checkReferences(context, record)
    checkGrids(context, [record])
    return row
  })
}

function writeEach(context: DataContext, records: readonly IncomingRecord[]): number[] {
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

function writeBody(context: DataContext, records: readonly IncomingRecord[]): number[] {
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
 * Creates or updates the records of one body (platform.md, "Data API operations") and returns the numbers of their rows.
 * The default is all or nothing; `batch` (assumptions.md W4) has the two other readings.
 */
export function writeRecords(context: DataContext, records: readonly IncomingRecord[]): number[] {
  try {
    return writeBody(context, records)
  } finally {
    context.effects?.settle()
  }
}
