import type { SourceSpan } from '../source/source.ts'
import type { plannedRoots } from '../resources/registry.ts'

/** The resources whose records `moved:` can name. */
export type MovableRoot = (typeof plannedRoots)[number]

/** A root record that has another key now, as the catalogue declares under `moved:`. */
export interface MovedRoot {
  readonly resource: MovableRoot
  readonly from: string
  /** The key at the end of a chain of entries. */
  readonly to: string
  readonly source: SourceSpan
}
