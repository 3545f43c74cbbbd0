import { addressOfRoot, type Change, isOwnChange, type RecordChange } from '../diff/change.ts'
import { recordOf } from './record-of-change.ts'
import { fileToken, recordToken, wantedBy } from './references.ts'

/** By the address of a root record or file: the addresses of others of the same plan that it needs. Those that need nothing are absent. */
export type RootNeeds = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What the root records of a plan need of each other, from its changes alone: the records that the plan creates and their fields name, the
 * pictures that it uploads for them, the record that gives up a slug for them, and the other side of a move.
 */
export function rootNeeds(changes: readonly Change[]): RootNeeds {
  const neededFor = openNeeds(changes, namedBy)
  const needs = new Map<string, Set<string>>()
  for (const change of changes) for (const needed of neededFor(change)) add(needs, addressOfRoot(change), needed)
  return needs
}

/** The inverse: by address, what needs it. */
export function neededBy(needs: RootNeeds): RootNeeds {
  const turned = new Map<string, Set<string>>()
  for (const [address, needed] of needs) for (const each of needed) add(turned, each, address)
  return turned
}

/** These addresses and all that follow from them, each once. */
export function closureOf(addresses: Iterable<string>, next: RootNeeds): ReadonlySet<string> {
  const found = new Set(addresses)
  // A set is walked in the order in which its values are added, those of the loop included.
  for (const address of found) for (const each of next.get(address) ?? []) found.add(each)
  return found
}

/**
 * Looks up what a change needs of the other root records and files of a plan, by address. `tokensOf`: the tokens of the records and files
 * that the change names.
 */
export function openNeeds(
  changes: readonly Change[],
  tokensOf: (change: Exclude<Change, { kind: 'file' }>) => readonly string[],
): (change: Change) => readonly string[] {
  const addresses = new Set(changes.map(addressOfRoot))
  const providers = new Map(changes.flatMap((change) => providedBy(change).map((token) => [token, addressOfRoot(change)] as const)))
  return (change) => {
    if (change.kind === 'file' || change.action === 'cannot') return []
    const others = change.kind === 'record' ? [...slugOwners(change), ...otherSides(change)] : []
    const named = tokensOf(change).flatMap((token) => providers.get(token) ?? [])
    return [...others, ...named].filter((address) => address !== change.root.address && addresses.has(address))
  }
}

/** The tokens of what a change provides to others: the record that it creates, or the file that it uploads. */
function providedBy(change: Change): readonly string[] {
  if (change.action === 'cannot') return []
  if (change.kind === 'file') return change.file.after === null ? [] : [fileToken(change.file.path)]
  const { resource, key } = change.root
  return change.action === 'create' && isOwnChange(change) ? [recordToken(resource, key)] : []
}

/** The tokens of the records and files that the written values of a change name. */
export function namedBy(change: Exclude<Change, { kind: 'file' }>): readonly string[] {
  if (change.action === 'remove') return []
  if (change.kind === 'record') return wantedBy(recordOf(change))
  return change.grid.after.flatMap(({ group_code }) => (group_code === '' ? [] : [recordToken('UserGroups', group_code)]))
}

function slugOwners({ slugOwner }: RecordChange): readonly string[] {
  return slugOwner?.keeps === false ? [slugOwner.root.address] : []
}

/** The old record of a move is hidden when the new one is shown, neither without the other. A row that is taken from a record leaves that. */
function otherSides({ movedFrom = [], movedTo, takenFrom }: RecordChange): readonly string[] {
  return [...movedFrom, ...(movedTo ? [movedTo] : []), ...(takenFrom ? [takenFrom] : [])].map(({ address }) => address)
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}
