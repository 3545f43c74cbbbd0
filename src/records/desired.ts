import type { rootNames } from '../resources/registry.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import type { Records } from './record-source.ts'
import type { MovedRoot } from './moved-root.ts'
import type { SourceSpan } from '../source/source.ts'

/**
 * A record as the catalogue declares it. An absent field is not managed; an absent child resource is not managed, and a present one is
 * managed as a whole: its other rows are removed.
 */
export interface DesiredRecord extends RecordTree {
  readonly children: Children<DesiredRecord>
  /** The entry of the record in its document. */
  readonly source: SourceSpan
  /** Where single fields are written, if not in the entry of the record. */
  readonly spans: Readonly<Record<string, SourceSpan>>
  /**
   * Fields and children that are written when a plan creates this record, and belong to the store afterwards: live-owned fields, the
   * top-level place of a category without `parents`, `advanced_pricing` of a simple price. They never overlap with `fields` and `children`.
   */
  readonly onCreate?: { readonly fields: Fields; readonly children: Children<DesiredRecord> }
}

/** A picture that the store should have. */
export interface WantedFile {
  /** Path in the Files API of the store, such as `images/items/tee.jpg`. */
  readonly path: string
  /** Path of the source from the catalogue root, with forward slashes. */
  readonly from: string
  /** Bytes; `null` for a rendition, which is made of `from` when it is sent: its size depends on the machine. */
  readonly size: number | null
  /** Identifies its content, lower-case hex (`pictureContent`): the sha256 of its bytes, or the identity of a rendition. */
  readonly sha256: string
  readonly source: SourceSpan
}

/** The root resources; records of other resources have a parent record. */
export type RootName = (typeof rootNames)[number]

/** The desired state of a store. An absent root resource is not managed. */
export interface Desired {
  readonly roots: Readonly<Partial<Record<RootName, readonly DesiredRecord[]>>>
  readonly files: readonly WantedFile[]
  /** Records that have another key now; default: none. */
  readonly moved?: readonly MovedRoot[]
}

/** The same, where products may be kept packed. */
export interface DesiredSources {
  readonly roots: Readonly<Partial<Record<RootName, Records<DesiredRecord>>>>
  readonly files: readonly WantedFile[]
  readonly moved?: readonly MovedRoot[]
}
