import type { Change, RecordChange } from '../diff/change.ts'
import { fileAddress } from '../records/address.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fileToken, recordToken, wantedBy } from './references.ts'
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
 * their pictures, the record that gives up a slug for them, and the other side of a move. In the order of the plan.
 */
export function selectChanges(changes: readonly Change[], { isSelected, desiredOf }: Selecting): SelectedChanges {
  const byAddress = Map.groupBy(changes, addressOfRoot)
  const providers = new Map(changes.flatMap((change) => providedBy(change).map((token) => [token, addressOfRoot(change)] as const)))
  const selected = new Set([...byAddress.keys()].filter(isSelected))
  const also: AlsoSelected[] = []
  // A set is walked in the order in which its values are added, those of the loop included.
  for (const neededBy of selected) {
    for (const address of (byAddress.get(neededBy) ?? []).flatMap((change) => neededFor(change))) {
      if (selected.has(address) || !byAddress.has(address)) continue
      selected.add(address)
      also.push({ address, neededBy })
    }
  }
  return { changes: changes.filter((change) => selected.has(addressOfRoot(change))), also }

  function neededFor(change: Change): readonly string[] {
    if (change.kind === 'file' || change.action === 'cannot') return []
    const others = change.kind === 'record' ? [...slugOwners(change), ...otherSides(change)] : []
    if (change.address !== change.root.address && byAddress.get(change.root.address)?.[0] !== change) return others
    const record = desiredOf(change)
    const tokens = record ? wantedBy(record) : []
    return [...others, ...tokens.flatMap((token) => providers.get(token) ?? [])]
  }
}

function slugOwners({ slugOwner }: RecordChange): readonly string[] {
  return slugOwner?.keeps === false ? [slugOwner.root.address] : []
}

/** A record that has moved is hidden when the new one is shown, neither without the other. */
function otherSides({ movedFrom = [], movedTo }: RecordChange): readonly string[] {
  return [...movedFrom, ...(movedTo ? [movedTo] : [])].map(({ address }) => address)
}

/** The address of the root record of a change, or of its file. */
export function addressOfRoot(change: Change): string {
  return change.kind === 'file' ? fileAddress(change.file.path) : change.root.address
}

/** The tokens of what a change creates or uploads. */
function providedBy(change: Change): readonly string[] {
  if (change.action === 'cannot') return []
  if (change.kind === 'file') return change.file.after === null ? [] : [fileToken(change.file.path)]
  const { resource, key } = change.root
  return change.action === 'create' && change.address === change.root.address ? [recordToken(resource, key)] : []
}
