import { addressOf } from '../records/address.ts'
import type { OrphanRows } from '../records/certificate.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { byCode } from '../source/by-code.ts'

/** How many rows of a resource a certificate names. */
const most = 10

/** The first addresses of rows, sorted, each once, and whether there are no others. */
export type FirstNames = Pick<OrphanRows, 'named' | 'areAll'>

/** The first names of many rows. */
export interface OrphanNames {
  add(row: Fields): void
  /** The order in which rows were added does not matter. */
  first(): FirstNames
}

/** Collects the addresses of rows without a parent; only a bounded number of them is in memory. */
export function openOrphanNames(resource: ResourceName): OrphanNames {
  let names = new Set<string>()
  const sorted = (): string[] => [...names].toSorted(byCode)
  return {
    add(row) {
      names.add(addressOf(resource, row))
      // One more than are shown, so that it is known that there are others.
      if (names.size > 10 * most) names = new Set(sorted().slice(0, most + 1))
    },
    first: () => ({ named: sorted().slice(0, most), areAll: names.size <= most }),
  }
}

/** One sentence for each resource with orphans, which names the first of them. */
export function orphanNotices(orphans: readonly OrphanRows[]): readonly string[] {
  return orphans.map(({ resource, rows, named, areAll }) => {
    const { one, many } = resourceOf(resource).noun
    const count = rows === 1 ? `1 ${one} whose parent record does not exist` : `${rows} ${many} whose parent records do not exist`
    return `The store has ${count}: ${named.join(', ')}${areAll ? '' : ', and others'}.`
  })
}
