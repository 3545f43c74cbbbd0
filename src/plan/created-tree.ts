import { type RootedChange, skuOfChange } from '../diff/change.ts'
import { type CreatedGrid, type CreatedRecord, type CreatedRow, createdRowsOf } from '../diff/packed-root.ts'
import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { RootChanges } from './changes-by-root.ts'
import { bareRecord, priceEntry, recordOf, valuesOf } from './record-of-change.ts'

/** A new record with the rows that are created in its body, and its variants. */
function treeOf({ resource, fields }: CreatedRecord, rows: readonly CreatedRow[], variants: readonly RecordTree[]): RecordTree {
  if (rows.length === 0 && variants.length === 0) return bareRecord(resource, fields)
  const children = listsOf(rows)
  const grid = rows.find((row) => row.kind === 'grid')
  if (grid && grid.entries.length > 0) children.PricingAdvanced = entriesOf(grid)
  if (variants.length > 0) children.Variants = variants
  return { resource, fields: grid ? { ...fields, ...grid.fields } : fields, children }
}

/** The rows that are records, by their resources. */
function listsOf(rows: readonly CreatedRow[]): Partial<Record<ResourceName, readonly RecordTree[]>> {
  const found: Partial<Record<ResourceName, RecordTree[]>> = {}
  for (const row of rows) if (row.kind === 'record') (found[row.resource] ??= []).push(bareRecord(row.resource, row.fields))
  const lists: Partial<Record<ResourceName, readonly RecordTree[]>> = {}
  for (const name of childNames(found)) lists[name] = found[name]?.slice() ?? []
  return lists
}

function entriesOf({ sku, entries }: CreatedGrid): readonly RecordTree[] {
  return entries.map((row) => priceEntry(sku, row))
}

/** The rows of a root that is created, each with the rows of its record. */
interface CreatedRows {
  readonly variants: readonly (readonly [variant: CreatedRecord, rows: readonly CreatedRow[]])[]
  /** The rows of the product itself. */
  readonly direct: readonly CreatedRow[]
}

function rowsByRecord(all: readonly CreatedRow[]): CreatedRows {
  const ofVariant = new Map<string, CreatedRow[]>()
  const variants: (readonly [CreatedRecord, CreatedRow[]])[] = []
  const others: CreatedRow[] = []
  for (const row of all) {
    if (row.kind !== 'record' || row.resource !== 'Variants') {
      others.push(row)
      continue
    }
    const rows: CreatedRow[] = ofVariant.get(row.sku) ?? []
    ofVariant.set(row.sku, rows)
    variants.push([row, rows])
  }
  if (variants.length === 0) return { variants, direct: others }
  const direct: CreatedRow[] = []
  for (const row of others) (ofVariant.get(row.sku) ?? direct).push(row)
  return { variants, direct }
}

function createdRow(change: RootedChange): CreatedRow {
  const sku = skuOfChange(change)
  if (change.kind === 'grid') return { kind: 'grid', sku, fields: valuesOf(change), entries: change.grid.after }
  const { resource, fields } = recordOf(change)
  return { kind: 'record', sku, resource, fields }
}

/** What the changes of a root create, the root itself first. */
function createdRows(changes: TreeSource): readonly CreatedRow[] {
  if (changes.packed) return createdRowsOf(changes.packed)
  const { own, rows } = changes
  return [...(own ? [own] : []), ...rows.filter(({ action }) => action !== 'remove')].map(createdRow)
}

type TreeSource = Pick<RootChanges, 'own' | 'rows' | 'packed'>

/** A new root record with everything that belongs to it, as one body (semantics.md 14). */
export function createdTree(changes: TreeSource): RecordTree {
  const [own, ...rows] = createdRows(changes)
  invariant(own?.kind === 'record', 'a root that is created has a change of its own')
  const { variants, direct } = rowsByRecord(rows)
  return treeOf(
    own,
    direct,
    variants.map(([variant, below]) => treeOf(variant, below, [])),
  )
}
