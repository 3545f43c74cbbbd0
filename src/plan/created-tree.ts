import type { Change } from '../diff/change.ts'
import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { RootChanges } from './changes-by-root.ts'
import { priceEntry, recordOf, resourceOfChange, valuesOf } from './record-of-change.ts'

/** Field values and rows that a grid puts on the record which owns it. */
function withGrid(record: RecordTree, grid: Change | undefined): RecordTree {
  if (!grid?.grid) return record
  const sku = grid.key['sku'] ?? ''
  const rows = grid.grid.after.map((row) => priceEntry(sku, row))
  return {
    ...record,
    fields: { ...record.fields, ...valuesOf(grid) },
    children: rows.length === 0 ? record.children : { ...record.children, PricingAdvanced: rows },
  }
}

function withChildren(record: RecordTree, rows: readonly RecordTree[]): RecordTree {
  const children: Partial<Record<ResourceName, RecordTree[]>> = {}
  for (const row of rows) (children[row.resource] ??= []).push(row)
  const ordered = childNames(children).map((name) => [name, children[name]] as const)
  return { ...record, children: { ...record.children, ...Object.fromEntries(ordered) } }
}

/** The variant that a row belongs to, by the code that it names. */
function variantCode({ resource, key }: Change): string | undefined {
  return resource === 'VariantOptions' ? key['variant_code'] : key['sku']
}

/** A new record with the rows that come along in its body. */
function treeOf(own: Change, rows: readonly Change[]): RecordTree {
  const grid = rows.find(({ resource }) => resource === 'PricingAdvanced')
  const others = rows.filter((row) => row !== grid)
  return withGrid(
    withChildren(
      recordOf(own),
      others.map((row) => recordOf(row)),
    ),
    grid,
  )
}

/** A new root record with everything that hangs on it, as one body (semantics.md 14). */
export function createdTree({ own, rows }: RootChanges): RecordTree {
  invariant(own, 'a root that is created has a change of its own')
  const variants = rows.filter(({ resource }) => resource === 'Variants')
  const codes = new Set(variants.map(({ key }) => key['code'] ?? ''))
  const ofVariant = Map.groupBy(rows, (row) => {
    const code = resourceOfChange(row) === 'Variants' ? undefined : variantCode(row)
    return code !== undefined && codes.has(code) ? code : ''
  })
  const direct = (ofVariant.get('') ?? []).filter(({ resource }) => resource !== 'Variants')
  const tree = treeOf(own, direct)
  return withChildren(
    tree,
    variants.map((variant) => treeOf(variant, ofVariant.get(variant.key['code'] ?? '') ?? [])),
  )
}
