import type { Change, ChangeRoot } from '../diff/change.ts'
import type { ResourceName } from '../resources/registry.ts'

/** Root records of one resource that the catalogue does not have and that were never applied. */
export interface UnmanagedRoots {
  readonly resource: ResourceName
  readonly count: number
  /** The first `mostNamed` keys, in order. */
  readonly keys: readonly string[]
}

/**
 * Why a file of ours that has left the catalogue stays: `kept` by `manage.prune.files`, `changed` in the store since, `named` by a record of
 * the store that stays, `unknown`: it could not be read which records name it.
 */
export const stayReasons = ['kept', 'changed', 'named', 'unknown'] as const

/** A file of ours that has left the catalogue and stays in the store. */
export interface FileLeft {
  readonly path: string
  readonly reason: (typeof stayReasons)[number]
  /** The address of a record that names it. */
  readonly by?: string
}

/** What differs from the catalogue, or is not in it, and stays in the store as it is. */
export interface Untouched {
  /** What somebody changed in the store, with `drift: keep`. */
  readonly drift: readonly Change[]
  /** Root records that were applied and have left the catalogue, where `manage.prune` keeps them. */
  readonly left: readonly ChangeRoot[]
  readonly unmanaged: readonly UnmanagedRoots[]
  /** Files that are ours and have left the catalogue. */
  readonly files: readonly FileLeft[]
}

/** The most keys of unmanaged records that a plan names. */
export const mostNamed = 100

/** Where nothing is left. */
export const nothingUntouched: Untouched = { drift: [], left: [], unmanaged: [], files: [] }
