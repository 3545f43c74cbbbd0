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

/** The number of child rows of a record by resource, those of its children included; without those of which it has none. */
export type RowCounts = ReadonlyMap<ResourceName, number>

/** A root record as a read returns it. */
export interface ReadRecord extends RecordTree {
  /** The sha256 of the text that it was read from; absent where no `KnownRecords` were given, and where the text is not in the usual form. */
  readonly digest?: string
  /** Present in a record of `KnownRecords`, which has no field but its key, and no children. */
  readonly rows?: RowCounts
}

/** Root records that are not read again where the store answers with the same text. */
export interface KnownRecords {
  /** The record whose text has this digest. It may be `undefined` for a known one too, which is then read as any other. */
  find(resource: ResourceName, digest: string): ReadRecord | undefined
}
