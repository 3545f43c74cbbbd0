import { addressOfRoot, type Change, isOwnChange } from '../diff/change.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { wantedBy } from './references.ts'
import { openNeeds } from './root-needs.ts'
import type { AlsoSelected } from './selection.ts'

/** How changes are selected. */
export interface Selecting {
  /** Whether a root record or a file was asked for, by its address. */
  readonly isSelected: (address: string) => boolean
  /** The record of the catalogue for a changed root. */
  readonly desiredOf: (change: Change) => RecordTree | undefined
}

/** The changes of a limited plan, and what was added to those that were asked for. */
export interface SelectedChanges {
  readonly changes: readonly Change[]
  readonly also: readonly AlsoSelected[]
}

/**
 * The changes of the selected root records and files, and of what they need: records that they refer to and that the same plan creates,
 * their pictures, the record that gives up a slug or a row for them, and the other side of a move. In the order of the plan.
 */
export function selectChanges(changes: readonly Change[], { isSelected, desiredOf }: Selecting): SelectedChanges {
  const byAddress = Map.groupBy(changes, addressOfRoot)
  // The record of the catalogue also names what the changes do not: a row that the store already has.
  const neededFor = openNeeds(changes, (change) => {
    const isFirst = isOwnChange(change) || byAddress.get(change.root.address)?.[0] === change
    const record = isFirst ? desiredOf(change) : undefined
    return record ? wantedBy(record) : []
  })
  const selected = new Set([...byAddress.keys()].filter(isSelected))
  const also: AlsoSelected[] = []
  // A set is walked in the order in which its values are added, those of the loop included.
  for (const neededBy of selected) {
    for (const address of (byAddress.get(neededBy) ?? []).flatMap(neededFor)) {
      if (selected.has(address)) continue
      selected.add(address)
      also.push({ address, neededBy })
    }
  }
  return { changes: changes.filter((change) => selected.has(addressOfRoot(change))), also }
}
