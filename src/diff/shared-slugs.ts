import { addressOf } from '../records/address.ts'
import type { RootName } from '../records/desired.ts'
import { byCode } from '../source/by-code.ts'
import { foldedCode } from '../records/folded-code.ts'
import { openKeyTable } from '../records/key-table.ts'
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
  readonly slug: string
  readonly resource: RootName
  readonly key: string
  readonly isOurs: boolean
}

/** Collects the slugs of the records that customers see. */
export function openSharedSlugs(): SharedSlugs {
  const slugs = openKeyTable()
  // By the number of a slug, its first record: most slugs have one, and an object for each would be one more to collect.
  const keys: string[] = []
  const resources: RootName[] = []
  const ours: boolean[] = []
  const others = new Map<number, Seen[]>()
  return {
    add: (resource, live, isOurs) => {
      const slug = foldedCode(slugOf(live))
      if (slug === '' || isHidden(live)) return
      const key = keyOf(live)
      const number = slugs.add(slug)
      if (number < keys.length) {
        const more = others.get(number)
        if (more) more.push({ slug, resource, key, isOurs })
        else others.set(number, [{ slug, resource, key, isOurs }])
        return
      }
      keys.push(key)
      resources.push(resource)
      ours.push(isOurs)
    },
    // In the order of their names: records come in that of the store.
    found: () =>
      [...others]
        .flatMap(([number, more]) => {
          const [key, resource, isOurs] = [keys[number], resources[number], ours[number]]
          const [{ slug } = { slug: '' }] = more
          const all = key === undefined || resource === undefined ? more : [{ slug, resource, key, isOurs: isOurs === true }, ...more]
          return all.some((seen) => seen.isOurs) ? [{ slug, addresses: all.map(addressOfSeen).toSorted(byCode) }] : []
        })
        .toSorted((one, other) => byCode(one.slug, other.slug)),
  }
}

function addressOfSeen({ resource, key }: Seen): string {
  return addressOf(resource, { [resourceOf(resource).key ?? '']: key })
}
