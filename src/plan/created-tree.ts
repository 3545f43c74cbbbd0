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

/** The code of the variant that a row belongs to; empty for a variant itself, and for a row of the product. */
function variantCode(row: RootedChange, codes: ReadonlySet<string>): string {
  if (row.kind === 'record' && row.resource === 'Variants') return ''
  const code = skuOfChange(row)
  return codes.has(code) ? code : ''
}

/** A new record with the rows that are created in its body. */
function treeOf(own: RecordChange, rows: readonly RootedChange[]): RecordTree {
  const records = rows.filter((row) => row.kind === 'record').map((row) => recordOf(row))
  const [grid] = rows.filter((row) => row.kind === 'grid')
  return withGrid(withChildren(recordOf(own), records), grid)
}

function isVariant(row: RootedChange): row is RecordChange {
  return row.kind === 'record' && row.resource === 'Variants'
}

/** A new root record with everything that belongs to it, as one body (semantics.md 14). */
export function createdTree({ own, rows: all }: Pick<RootChanges, 'own' | 'rows'>): RecordTree {
  invariant(own, 'a root that is created has a change of its own')
  const rows = all.filter(({ action }) => action !== 'remove')
  const variants = rows.filter(isVariant)
  const codes = new Set(variants.map(skuOfChange))
  const ofVariant = Map.groupBy(rows, (row) => variantCode(row, codes))
  const direct = (ofVariant.get('') ?? []).filter((row) => !isVariant(row))
  return withChildren(
    treeOf(own, direct),
    variants.map((variant) => treeOf(variant, ofVariant.get(skuOfChange(variant)) ?? [])),
  )
}
