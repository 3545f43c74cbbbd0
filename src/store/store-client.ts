import type { RecordTree } from '../resources/record-tree.ts'
import type { Scope } from '../records/scope.ts'
import type { Capabilities, StoreFieldNames } from '../resources/capabilities.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** A file as the store lists it. `modified` is the store's own text, compared only for equality. */
export interface PresentFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly modified: string
}

/** The Files API of one store (platform.md, "Files API"). Paths are without the site name and a leading slash. */
export interface StoreFiles {
  /** The files directly in a folder; an absent folder has none. */
  list(folder: string): Promise<readonly PresentFile[]>
  /** The bytes of a file; `files-fault` where there is none. */
  read(path: string): Promise<Uint8Array>
  /** What tells a file's content apart (`pictureContent`: the sha256 of its bytes, or the identity of a rendition), downloaded once. */
  hash(path: string): Promise<string>
  /** Uploads; makes the folder when it is missing. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}

/** How many requests went out, by what they do. HEAD, GET and PROPFIND are reads. */
export interface RequestCounts {
  readonly reads: number
  readonly writes: number
  readonly uploads: number
}

/** One store over the network. Every fault is an `OperationalError` that does not contain the key. */
export interface StoreClient {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
  readonly capabilities: Capabilities
  readonly fieldNames: StoreFieldNames
  readonly files: StoreFiles | null
  /**
   * Every root record of the scope with its children, each once, in no promised order. All pages of 2000 are read
   * until the unique keys equal `totalResults`; a difference is read again once, then `store-incomplete`.
   */
  readAll(scope: Scope): AsyncIterable<RecordTree>
  /** The records whose `field` has one of these values; one request per about 6,000 characters of URL. */
  readWhere(scope: Scope, field: string, values: readonly string[]): AsyncIterable<RecordTree>
  /** `totalResults` of a resource: one GET of a single row. */
  count(resource: ResourceName): Promise<number>
  /** POST of one body (platform.md, "Data API operations"); resolves when the store said yes. */
  post(spec: string, records: readonly RecordTree[]): Promise<void>
  /** DELETE /PricingAdvanced?sku=...: all price entries of these skus (at most about 50). */
  deletePrices(skus: readonly string[]): Promise<void>
  /** DELETE of the rows that match; assumed (W28), so only where `capabilities.deletes` is `generic`. */
  deleteRow(resource: ResourceName, where: Fields): Promise<void>
  /** The field names of a resource in the store's own schema file, or `null` when there is none. */
  schemaFields(resource: ResourceName): Promise<readonly string[] | null>
  requests(): RequestCounts
  close(): Promise<void>
}
