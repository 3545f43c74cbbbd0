import type { ArrivingRecords } from '../records/arriving-records.ts'
import type { KnownRecords, RecordTree } from '../resources/record-tree.ts'
import type { Scope } from '../records/scope.ts'
import type { Capabilities, StoreFieldNames } from '../resources/capabilities.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { Filter } from '../wire/filters.ts'
import type { Pace } from './pace.ts'
import type { RawAnswer, RawRequest } from './raw-request.ts'

/** A file as the store lists it. `modified` is a text of the store that is only compared for equality. */
export interface PresentFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly modified: string
}

/** The Files API of one store (docs/api.md, "Files API"). Paths have neither the site name nor a leading slash. */
export interface StoreFiles {
  /** The files directly in a folder; a missing folder has none. */
  list(folder: string): Promise<readonly PresentFile[]>
  /** The bytes of a file. Throws `files-fault` where it is missing. */
  read(path: string): Promise<Uint8Array>
  /** Downloads a file and returns what identifies its content (`pictureContent`: the sha256 of its bytes, or the identity of a rendition). */
  hash(path: string): Promise<string>
  /** Uploads a file; creates missing folders. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /**
   * True where the bytes of all uploads that have been answered are out of this process, so that their memory can be used again: a store can
   * answer before it has received them. False where that is not known.
   */
  isSent(): boolean
  /** Deletes a file; a missing file is no error. */
  remove(path: string): Promise<void>
}

/** A read of any resource (docs/api.md, "Query parameters on GET list and search"). Names of fields are the documented ones. */
export interface RecordQuery {
  /** The resources that are read, joined. An empty list of fields: all that the store has. */
  readonly scope: Scope
  /** Fields of the root resource; `%` in a value is any text. Default: every record. */
  readonly filters?: readonly Filter[]
  /** `any`: one filter is enough; default: all of them. */
  readonly match?: 'all' | 'any'
  /** An expression of `_search`. */
  readonly search?: string
  /** Stop after so many records; default: none is left out, which is checked as in `readAll`. */
  readonly limit?: number
}

/** The number of requests that were sent. HEAD, GET and PROPFIND are reads. */
export interface RequestCounts {
  readonly reads: number
  readonly writes: number
  readonly uploads: number
}

/**
 * The client of one store. Every error is an `OperationalError` that does not contain the key. Reads that fail are repeated, with pauses and
 * a limit; the error then says how often. Writes are sent once: `context.answer` of their error is `refused` where the store did nothing,
 * `lost` where nobody knows.
 */
export interface StoreClient {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
  /** What identifies the store besides its address, which an embedded store shares with others; absent: nothing. */
  readonly id?: string
  readonly capabilities: Capabilities
  readonly fieldNames: StoreFieldNames
  readonly files: StoreFiles | null
  readonly pace: Pace
  /**
   * Every root record of the scope with its children, without repetitions, in no particular order. All pages of 2000 are read; where the
   * number of records differs from `totalResults`, they are read a second time, then `store-incomplete` is thrown. Records of `known` are
   * compared by their text and not read.
   */
  readAll(scope: Scope, known?: KnownRecords): ArrivingRecords
  /** The records whose `field` has one of these values, names of files in any case; about 6,000 bytes of path and query per request. */
  readWhere(scope: Scope, field: string, values: readonly string[]): AsyncIterable<RecordTree>
  /**
   * The root records that a query selects, with their children, in no particular order. All pages are read, and proved complete as in `readAll`. A
   * record can have more fields than the scope names: those that identify it, and those that the query selects by.
   */
  readMatching(query: RecordQuery): ArrivingRecords
  /** `totalResults` of a resource: one GET of a single row. */
  count(resource: ResourceName): Promise<number>
  /** Sends the records in one POST (docs/api.md, "Data API operations"); resolves when the store has confirmed it. */
  post(spec: string, records: readonly RecordTree[]): Promise<void>
  /** Deletes all price entries of these skus: at most about 50 (docs/api.md, "PricingAdvanced") and 6,000 bytes of its target (`longestTarget`). */
  deletePrices(skus: readonly string[]): Promise<void>
  /** Deletes the rows with these values; assumed (W28), so only where `capabilities.deletes` is `generic`. */
  deleteRow(resource: ResourceName, where: Fields): Promise<void>
  /** The field names of a resource in the schema file of the store; `null` where the store has no such file. */
  schemaFields(resource: ResourceName): Promise<readonly string[] | null>
  /**
   * Sends a request once, as it is, and returns the answer whatever its status. Throws `wrong-usage` for a path that leaves the Data API of this
   * store, and the error of a connection that fails.
   */
  sendRaw(request: RawRequest): Promise<RawAnswer>
  /** The number of requests so far. */
  requests(): RequestCounts
  /** Closes the connections. */
  close(): Promise<void>
}
