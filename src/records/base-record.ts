import type { Children, RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { SourcePlace } from '../source/source.ts'

/** A row as it was last applied: the values of the catalogue, in the fields and collections that it managed then. */
export interface BaseRow extends RecordTree {
  readonly children: Children<BaseRow>
  /** What the store made of a value that was sent, where that is accepted and another text (docs/base.md): rounded, trimmed. */
  readonly stored?: Fields
}

/** A root record as it was last applied to one store. */
export interface BaseRecord {
  readonly record: BaseRow
  /** Where the catalogue declared it then; `null` where that is not known. */
  readonly source: SourcePlace | null
}

/** The root records that were last applied to one store. A service, not a value: it reads records where they are kept. */
export interface BaseRecords {
  /** The keys of the root records of a resource. */
  keys(resource: ResourceName): Iterable<string>
  has(resource: ResourceName, key: string): boolean
  get(resource: ResourceName, key: string): Promise<BaseRecord | undefined>
}

/** For a store of which nothing is known. */
export const emptyBase: BaseRecords = { keys: () => [], has: () => false, get: () => Promise.resolve(undefined) }
