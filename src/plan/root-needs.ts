import type { Change } from '../diff/change.ts'
import { fieldOf } from '../resources/registry.ts'
import { fileToken, recordToken } from './references.ts'
import { addressOfRoot } from './select-changes.ts'

/** By the address of a root record or file: the addresses of others of the same plan that it needs. Those that need nothing are absent. */
export type RootNeeds = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What the root records of a plan need of each other, from its changes alone: the records that the plan creates and their fields name, the
 * pictures that it uploads for them, and the record that gives up a slug for them.
 */
export function rootNeeds(changes: readonly Change[]): RootNeeds {
  const providers = new Map(changes.flatMap((change) => tokensOf(change).map((token) => [token, addressOfRoot(change)] as const)))
  const needs = new Map<string, Set<string>>()
  for (const change of changes) {
    const address = addressOfRoot(change)
    for (const needed of [...tokensNamedBy(change).flatMap((token) => providers.get(token) ?? []), ...slugOwnerOf(change)]) {
      if (needed === address) continue
      const known = needs.get(address)
      if (known) known.add(needed)
      else needs.set(address, new Set([needed]))
    }
  }
  return needs
}

/** The same turned around: by address, what needs it. */
export function neededBy(needs: RootNeeds): RootNeeds {
  const turned = new Map<string, Set<string>>()
  for (const [address, needed] of needs) {
    for (const each of needed) {
      const known = turned.get(each)
      if (known) known.add(address)
      else turned.set(each, new Set([address]))
    }
  }
  return turned
}

/** These addresses and all that follow from them, each once. */
export function closureOf(addresses: Iterable<string>, next: RootNeeds): ReadonlySet<string> {
  const found = new Set(addresses)
  // A set is walked in the order in which its values are added, those of the loop included.
  for (const address of found) for (const each of next.get(address) ?? []) found.add(each)
  return found
}

/** What a change provides to others: the record that it creates, or the file that it uploads. */
function tokensOf(change: Change): readonly string[] {
  if (change.action === 'cannot') return []
  if (change.kind === 'file') return change.file.after === null ? [] : [fileToken(change.file.path)]
  const { resource, key, address } = change.root
  return change.action === 'create' && change.address === address ? [recordToken(resource, key)] : []
}

/** The tokens of the records and files that the values name which a change writes. */
export function tokensNamedBy(change: Change): readonly string[] {
  if (change.kind === 'file' || change.action === 'cannot' || change.action === 'remove') return []
  if (change.kind === 'grid') {
    return change.grid.after.flatMap(({ group_code }) => (group_code === '' ? [] : [recordToken('UserGroups', group_code)]))
  }
  const { resource, key, fields } = change
  const keyed = change.action === 'create' ? Object.entries(key) : []
  const written = fields.flatMap(({ field, after }): [string, string][] => (after === null || after === '' ? [] : [[field, after]]))
  return [...keyed, ...written].flatMap(([name, value]) => {
    const field = fieldOf(resource, name)
    if (field.kind === 'file') return [fileToken(`${field.folder}/${value}`)]
    return (field.refersTo ?? []).map((other) => `${other}.${value}`)
  })
}

function slugOwnerOf(change: Change): readonly string[] {
  return change.kind === 'record' && change.slugOwner?.keeps === false ? [change.slugOwner.root.address] : []
}
