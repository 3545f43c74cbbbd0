import { addressOf } from '../records/address.ts'
import type { RootName } from '../records/desired.ts'
import { byCode } from '../source/by-code.ts'
import { foldedCode } from '../records/folded-code.ts'
import { isHidden, keyOf, slugOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** A slug that several records of the store have which customers see; at least one of them is in the catalogue. */
export interface SharedSlug {
  /** In lower case, without slashes at either end. */
  readonly slug: string
  readonly addresses: readonly string[]
}

/** Finds slugs that records of the store share now, whatever a plan does. */
export interface SharedSlugs {
  add(resource: RootName, live: RecordTree, isOurs: boolean): void
  found(): readonly SharedSlug[]
}

interface Seen {
  readonly resource: RootName
  readonly key: string
  readonly isOurs: boolean
}

/** Collects the slugs of the records that customers see: one short entry for each. */
export function openSharedSlugs(): SharedSlugs {
  const first = new Map<string, Seen>()
  const others = new Map<string, Seen[]>()
  return {
    add: (resource, live, isOurs) => {
      const slug = foldedCode(slugOf(live))
      if (slug === '' || isHidden(live)) return
      const seen = { resource, key: keyOf(live), isOurs }
      const more = others.get(slug)
      if (more) more.push(seen)
      else if (first.has(slug)) others.set(slug, [seen])
      else first.set(slug, seen)
    },
    // In the order of their names: records come in that of the store.
    found: () =>
      [...others]
        .toSorted(([a], [b]) => byCode(a, b))
        .flatMap(([slug, more]) => {
          const all = [...[first.get(slug) ?? []].flat(), ...more]
          return all.some(({ isOurs }) => isOurs) ? [{ slug, addresses: all.map(addressOfSeen).toSorted(byCode) }] : []
        }),
  }
}

function addressOfSeen({ resource, key }: Seen): string {
  return addressOf(resource, { [resourceOf(resource).key ?? '']: key })
}
