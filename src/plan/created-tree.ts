import { type GridChange, type RecordChange, type RootedChange, skuOfChange } from '../diff/change.ts'
import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { RootChanges } from './changes-by-root.ts'
import { priceEntry, recordOf, valuesOf } from './record-of-change.ts'

/** Field values and rows that a grid puts on the record which owns it. */
function withGrid(record: RecordTree, change: GridChange | undefined): RecordTree {
  if (!change) return record
  const rows = change.grid.after.map((row) => priceEntry(change.sku, row))
  return {
    ...record,
    fields: { ...record.fields, ...valuesOf(change) },
    children: rows.length === 0 ? record.children : { ...record.children, PricingAdvanced: rows },
  }
}

function withChildren(record: RecordTree, rows: readonly RecordTree[]): RecordTree {
  if (rows.length === 0) return record
  const found: Partial<Record<ResourceName, RecordTree[]>> = {}
  for (const row of rows) (found[row.resource] ??= []).push(row)
  const children: Partial<Record<ResourceName, readonly RecordTree[]>> = { ...record.children }
  for (const name of childNames(found)) children[name] = found[name]?.slice() ?? []
  return { ...record, children }
}

/** A new record with the rows that are created in its body. */
function treeOf(own: RecordChange, rows: readonly RootedChange[]): RecordTree {
  if (rows.length === 0) return recordOf(own)
  const records: RecordTree[] = []
  let grid: GridChange | undefined
  for (const row of rows) {
    if (row.kind === 'record') records.push(recordOf(row))
    else grid ??= row
  }
  return withGrid(withChildren(recordOf(own), records), grid)
}

/** The changes of a root that is created, each with the rows of its record. */
interface CreatedRows {
  readonly variants: readonly (readonly [variant: RecordChange, rows: readonly RootedChange[]])[]
  /** The rows of the product itself. */
  readonly direct: readonly RootedChange[]
}

function rowsOf(all: readonly RootedChange[]): CreatedRows {
  const ofVariant = new Map<string, RootedChange[]>()
  const variants: (readonly [RecordChange, RootedChange[]])[] = []
  const others: RootedChange[] = []
  for (const row of all) {
    if (row.action === 'remove') continue
    if (row.kind !== 'record' || row.resource !== 'Variants') {
      others.push(row)
      continue
    }
    const rows: RootedChange[] = ofVariant.get(skuOfChange(row)) ?? []
    ofVariant.set(skuOfChange(row), rows)
    variants.push([row, rows])
  }
  if (variants.length === 0) return { variants, direct: others }
  const direct: RootedChange[] = []
  for (const row of others) (ofVariant.get(skuOfChange(row)) ?? direct).push(row)
  return { variants, direct }
}

/** A new root record with everything that belongs to it, as one body (semantics.md 14). */
export function createdTree({ own, rows }: Pick<RootChanges, 'own' | 'rows'>): RecordTree {
  invariant(own, 'a root that is created has a change of its own')
  const { variants, direct } = rowsOf(rows)
  return withChildren(
    treeOf(own, direct),
    variants.map(([variant, below]) => treeOf(variant, below)),
  )
}
