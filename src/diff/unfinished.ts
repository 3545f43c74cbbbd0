import { addressOf } from '../records/address.ts'
import { type Change, isOwnChange } from './change.ts'

/**
 * What runs that were not completed were to write and have not written. Where the store differs there, it is as such a run left it, and nobody
 * else has to have changed it (semantics.md 15).
 */
export interface Unfinished {
  /** Addresses of the root records that they have not created completely. */
  readonly created: ReadonlySet<string>
  /** Addresses of the other changes; of an update, `<address> <field>` for each of its fields. */
  readonly changed: ReadonlySet<string>
}

/** Every run was completed. */
export const nothingUnfinished: Unfinished = { created: new Set(), changed: new Set() }

/** The changes of the plan of a run that was not completed. */
export interface RunChanges {
  readonly changes: Iterable<Change>
  /** True for a change that the run has made, and read back where it is a root record's own. */
  readonly isMade: (change: Change) => boolean
}

/** What is unfinished after a run that was not completed; `earlier`: before it. */
export function unfinishedAfter({ changes, isMade }: RunChanges, earlier: Unfinished): Unfinished {
  const [created, changed] = [new Set(earlier.created), new Set(earlier.changed)]
  for (const change of changes) {
    if (change.action === 'cannot') continue
    if (isMade(change)) {
      created.delete(change.address)
      for (const place of placesOf(change)) changed.delete(place)
    } else if (isOwnChange(change) && change.action === 'create') created.add(change.address)
    else for (const place of placesOf(change)) changed.add(place)
  }
  return { created, changed }
}

/** True where a change, or one field of it, is what an unfinished run was to write. */
export function isUnfinished({ created, changed }: Unfinished, change: Change, field?: string): boolean {
  if (change.kind !== 'file' && created.has(change.root.address)) return true
  return changed.has(change.address) || (field !== undefined && changed.has(`${change.address} ${field}`))
}

/** While a grid is off, its owner has another price. */
function placesOf(change: Change): readonly string[] {
  if (change.kind === 'grid') {
    const { owner } = change.grid
    const address = owner === 'Variants' ? addressOf(owner, { code: change.sku }) : change.root.address
    return [change.address, `${address} price`, `${address} advanced_pricing`]
  }
  if (change.kind === 'file' || change.action !== 'update') return [change.address]
  return change.fields.map(({ field }) => `${change.address} ${field}`)
}
