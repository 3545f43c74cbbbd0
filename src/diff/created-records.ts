import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { childResources, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { RecordChange, RootedChange } from './change.ts'
import { type ChangeRun, isPackedRoot, runsOf } from './packed-changes.ts'
import { createdRowsOf } from './packed-root.ts'

/** Resources whose records can have rows, the nearest parent of a row first. */
const holders = ['Variants', 'Product', 'Cat'] as const satisfies readonly ResourceName[]

/** The records that some changes create. */
export interface CreatedRecords {
  /** The created record that a row of the store would belong to; `leftVariants` are the rows of variants of removed products. */
  readonly holderOf: (row: RecordTree, leftVariants: ReadonlyMap<string, RecordTree>) => RecordChange | undefined
}

/**
 * The keys of the records that some changes create and that can have rows, by resource, in the order of the changes: rows of the store that name one of them
 * are left over from a record that was removed (assumptions.md W31).
 */
export function createdKeys(changes: readonly RootedChange[]): ReadonlyMap<ResourceName, readonly string[]> {
  const keys = new Map<ResourceName, Set<string>>(holders.map((resource) => [resource, new Set()]))
  for (const run of runsOf(changes)) for (const { resource, fields } of createdIn(run)) keys.get(resource)?.add(keyOf({ resource, fields }))
  return new Map([...keys].map(([resource, own]) => [resource, [...own]]))
}

/** The records that a run creates, each with the fields of its key at least. */
function createdIn(run: ChangeRun<RootedChange>): readonly Pick<RecordTree, 'resource' | 'fields'>[] {
  if (isPackedRoot(run)) return createdRowsOf(run).filter((row) => row.kind === 'record')
  return run
    .filter((change) => change.kind === 'record')
    .flatMap(({ action, resource, key }) => (action === 'create' ? [{ resource, fields: key }] : []))
}

/** Finds what is created and can have rows; every change is visited once. */
export function createdRecords(changes: readonly RootedChange[]): CreatedRecords {
  const creates = changes.filter((change) => change.kind === 'record' && change.action === 'create')
  const found = holders.map((resource) => {
    const own = creates.filter((change): change is RecordChange => change.kind === 'record' && change.resource === resource)
    return [resource, new Map(own.map((change) => [keyOf({ resource, fields: change.key }), change]))] as const
  })
  const byResource = new Map<ResourceName, ReadonlyMap<string, RecordChange>>(found)
  const createdAs = (resource: ResourceName, key: string | undefined): RecordChange | undefined => byResource.get(resource)?.get(key ?? '')

  /** By the key of its parent, or of the left-over variant that it belongs to. */
  function holderOfRow(row: RecordTree, leftVariants: ReadonlyMap<string, RecordTree>): RecordChange | undefined {
    for (const parent of holders) {
      const relation = childResources(parent).includes(row.resource) ? relationOf(parent, row.resource) : undefined
      const key = relation && row.fields[relation.childField]
      const variant = parent === 'Variants' ? leftVariants.get(key ?? '') : undefined
      const holder = createdAs(parent, key) ?? (variant && holderOfVariant(variant))
      if (holder) return holder
    }
    // An option value names its product too, and can be all that is left of it.
    return row.resource === 'VariantOptions' ? createdAs('Product', row.fields['sku']) : undefined
  }

  function holderOfVariant(row: RecordTree): RecordChange | undefined {
    return createdAs('Variants', keyOf(row)) ?? createdAs('Product', row.fields['sku'])
  }

  const holderOf: CreatedRecords['holderOf'] = (row, leftVariants) =>
    row.resource === 'Variants' ? holderOfVariant(row) : holderOfRow(row, leftVariants)
  return { holderOf }
}
