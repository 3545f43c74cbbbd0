import type { ResourceName } from './registry.ts'
import type { Fields } from './resource.ts'

/** Child records by resource. A resource with an empty list was read (or is declared) and has no rows; an absent one was not. */
export type Children<R> = Readonly<Partial<Record<ResourceName, readonly R[]>>>

/** One record with the records that hang on it. Field values are text under our own field names. */
export interface RecordTree {
  readonly resource: ResourceName
  readonly fields: Fields
  readonly children: Children<RecordTree>
}
