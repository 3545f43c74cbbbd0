import type { RootedChange } from '../diff/change.ts'
import type { Action, LaneParts } from '../plan/operation.ts'
import { indexOperations } from '../plan/operations.ts'
import type { Plan } from '../plan/plan.ts'
import { actionAt } from '../plan/step-actions.ts'
import { type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import { addressOf, canonicalAddress, fileAddress } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import { linked } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'

/** An operation that carries out a change, completely or in part. */
export interface OperationOfChange {
  readonly id: string
  /** What it writes to the record of the change; for a grid, to the record that owns it. */
  readonly fields: Fields
  /** The price entries that it writes: some are written for a time only, in a currency that nobody pays in. */
  readonly entries: readonly GridRow[]
}

/** The operations of the changes of a plan, by the address of the change, in plan order. */
export function operationsOfChanges(plan: Plan): ReadonlyMap<string, readonly OperationOfChange[]> {
  const index = indexOperations(plan)
  const inSteps = new Map(plan.steps.map(({ id, changes }) => [id, new Set(changes)]))
  const found = new Map<string, OperationOfChange[]>()
  for (const parts of index.roots.values()) {
    for (const { own, ...operation } of operationsOfRoot(parts, inSteps)) found.set(own, [...(found.get(own) ?? []), operation])
  }
  return found
}

/** The operations of one root, each with the addresses of the changes that its step carries out. */
function operationsOfRoot(
  { root, changes, actions }: LaneParts,
  inSteps: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (OperationOfChange & { readonly own: string })[] {
  const named = root.resource === null ? [{ own: root.address, written: root.address, owner: '' }] : changes.map(namesOf)
  return actions.flatMap((place) => {
    const { id } = place
    const action = actionAt(place)
    const records = writtenBy(action)
    const entries = action.kind === 'write-prices' ? action.rows.map(gridRowOf) : []
    return named.flatMap(({ own, written, owner }) => {
      const fields = records.get(owner) ?? records.get(written)
      return fields && inSteps.get(place.step.id)?.has(own) === true ? [{ own, id, fields, entries }] : []
    })
  })
}

/** The address of a change in the plan, that of what is written for it, and for a grid that of its owner. */
function namesOf(change: RootedChange): { readonly own: string; readonly written: string; readonly owner: string } {
  const { address } = change
  return {
    own: address,
    written: canonicalAddress(address),
    owner: change.kind === 'grid' ? ownerAddress(change.grid.owner, change.sku) : '',
  }
}

function ownerAddress(owner: 'Product' | 'Variants', sku: string): string {
  return addressOf(owner, owner === 'Product' ? { sku } : { code: sku })
}

/** The fields of what an action writes by address, the rows in its body included; none for what it deletes or uploads. */
function writtenBy(action: Action): ReadonlyMap<string, Fields> {
  switch (action.kind) {
    case 'write':
      return new Map(recordsIn(action.record))
    case 'write-prices':
    case 'delete-prices':
    case 'delete-entry':
      return new Map([[addressOf('PricingAdvanced', { sku: action.sku }), {}]])
    case 'delete-row':
      return new Map([[addressOf(action.resource, action.where), {}]])
    case 'put-file':
    case 'delete-file':
      return new Map([[fileAddress(action.path), {}]])
    default:
      return action satisfies never
  }
}

function recordsIn(record: RecordTree): readonly (readonly [string, Fields])[] {
  const below = childNames(record.children).flatMap((name) => (record.children[name] ?? []).map((row) => linked(row, record)))
  const { resource, fields } = record
  return [[addressOf(resource, fields), resource === 'PricingAdvanced' ? {} : fields], ...below.flatMap(recordsIn)]
}
