import { addressOf } from '../records/address.ts'
import type { RootName } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import { isHidden, keyOf, slugOf, titleOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { byCode } from '../source/by-code.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import { type ChangeRoot, isOwnChange, type RecordChange, type RootedChange, type SlugOwner } from './change.ts'
import { mapOwnChanges, unpackedChanges } from './packed-changes.ts'
import { isShownAfter } from './shown-after.ts'

/** The records of the store that keep their slug whatever a plan does: those that the catalogue does not have, or not with a slug. */
export interface SlugOwners {
  /** `names`: of the fields that the catalogue declares of the record; `undefined`: it does not have it. */
  add(resource: RootName, live: RecordTree, names: readonly string[] | undefined): void
  /**
   * Marks the changes that write a slug which another record has, before or after the plan. `left`: what becomes of the records that have left
   * the catalogue; default: nothing.
   */
  marked(changes: readonly RootedChange[], left?: readonly RootedChange[]): readonly RootedChange[]
}

/** Collects slugs of the store; only those that are kept are stored. */
export function openSlugOwners(): SlugOwners {
  const keeping = new Map<string, ChangeRoot[]>()
  return {
    add: (resource, live, names) => {
      const { slugField } = resourceOf(resource)
      if (slugField === undefined || names?.includes(slugField) === true) return
      const slug = foldedSlug(live)
      if (slug === '') return
      const key = keyOf(live)
      const root = { address: addressOf(resource, live.fields), resource, key, title: titleOf(live) ?? key }
      const owner: ChangeRoot = { ...root, ...(isHidden(live) && { isHidden: true }) }
      const known = keeping.get(slug)
      if (known) known.push(owner)
      else keeping.set(slug, [owner])
    },
    marked: (changes, left = []) => {
      const leaving = leavingOwners(unpackedChanges(changes))
      if (keeping.size + leaving.size === 0) return changes
      const own = onFirstUse(
        () => new Map([...unpackedChanges(changes).filter(isOwn), ...left.filter(isOwn)].map((change) => [change.address, change])),
      )
      const ownerOf = (change: RecordChange): SlugOwner | undefined => {
        const slug = slugAt(change, 'after')
        if (slug === '' || slug === slugAt(change, 'before')) return undefined
        const owners = keeping.get(slug)
        const [keeps, leaves] = [owners && firstOwner(owners, own()), leaving.get(slug)]
        return keeps ? { root: keeps, keeps: true } : leaves ? { root: leaves, keeps: false } : undefined
      }
      return mapOwnChanges(changes, (change) => {
        const owner = isOwn(change) ? ownerOf(change) : undefined
        return owner && change.kind === 'record' ? { ...change, slugOwner: owner } : change
      })
    },
  }
}

/** Of several owners of a slug, one that customers see after the plan counts; else one that they see now, else the first by address. */
function firstOwner(owners: readonly ChangeRoot[], own: ReadonlyMap<string, RootedChange>): ChangeRoot | undefined {
  const rank = (owner: ChangeRoot): number => (isShownAfter(owner, own) ? 0 : owner.isHidden === true ? 2 : 1)
  return owners.toSorted((a, b) => rank(a) - rank(b) || byCode(a.address, b.address))[0]
}

/** The records that give up a slug, by that slug. */
function leavingOwners(changes: readonly RootedChange[]): ReadonlyMap<string, ChangeRoot> {
  const leaving = new Map<string, ChangeRoot>()
  for (const change of changes) {
    const slug = isOwn(change) ? slugAt(change, 'before') : ''
    if (slug !== '' && isOwn(change) && slug !== slugAt(change, 'after')) leaving.set(slug, change.root)
  }
  return leaving
}

function isOwn(change: RootedChange): change is RecordChange {
  return isOwnChange(change) && change.action !== 'cannot'
}

/** The folded slug of a root record before or after a change that writes it; empty where the change does not. */
function slugAt({ resource, fields }: RecordChange, side: 'before' | 'after'): string {
  const { slugField } = resourceOf(resource)
  const change = slugField === undefined ? undefined : fields.find(({ field }) => field === slugField)
  return change === undefined ? '' : foldedSlug({ resource, fields: { [change.field]: change[side] ?? '' } })
}

function foldedSlug(record: Pick<RecordTree, 'resource' | 'fields'>): string {
  return foldedCode(slugOf(record))
}
