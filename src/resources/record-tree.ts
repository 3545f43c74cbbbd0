import type { ResourceName } from './registry.ts'
import type { Fields } from './resource.ts'

/** Child records by resource. A resource with an empty list was read (or declared) and has no rows; an absent one was not. */
export type Children<R> = Readonly<Partial<Record<ResourceName, readonly R[]>>>

/** A record with its child records. Field values are texts by documented field name. */
export interface RecordTree {
  readonly resource: ResourceName
  readonly fields: Fields
  readonly children: Children<RecordTree>
}
