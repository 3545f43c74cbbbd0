import type { ChangeRoot, RootedChange } from '../diff/change.ts'
import type { ResourceName } from '../resources/registry.ts'

/** Root records of one resource that the catalogue does not have and that were never applied. */
export interface UnmanagedRoots {
  readonly resource: ResourceName
  readonly count: number
  /** The first `mostNamed` keys, in order. */
  readonly keys: readonly string[]
}

/** What differs from the catalogue, or is not in it, and stays in the store as it is. */
export interface Untouched {
  /** What somebody changed in the store, with `drift: keep`. */
  readonly drift: readonly RootedChange[]
  /** Root records that were applied and have left the catalogue, where `manage.prune` keeps them. */
  readonly left: readonly ChangeRoot[]
  readonly unmanaged: readonly UnmanagedRoots[]
}

/** The most keys of unmanaged records that a plan names. */
export const mostNamed = 100

/** Where nothing is left. */
export const nothingUntouched: Untouched = { drift: [], left: [], unmanaged: [] }
