import type { ResourceName } from '../resources/registry.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import type { SourceSpan } from '../source/source.ts'

/**
 * A record as the catalogue wants it. A field that is absent is not managed; a child resource that is absent is
 * not managed, one that is present is owned whole (semantics.md 1 and 2).
 */
export interface DesiredRecord extends RecordTree {
  readonly children: Children<DesiredRecord>
  /** The entry of the record in its document. */
  readonly source: SourceSpan
  /** Where single fields were written, when not at the record itself. */
  readonly spans: Readonly<Record<string, SourceSpan>>
  /**
   * What is written when the plan creates this record, and left to the store once the record is there: live-owned
   * fields (semantics.md 15), the top-level place of a category without `parents` (1), `advanced_pricing` of a
   * simple price (3). Never names a field or child that `fields` or `children` hold.
   */
  readonly onCreate?: { readonly fields: Fields; readonly children: Children<DesiredRecord> }
}

/** A picture that the store should hold. */
export interface WantedFile {
  /** Path in the store's Files area, such as `images/items/tee.jpg`. */
  readonly path: string
  /** Path of the source from the catalogue root, with forward slashes. */
  readonly from: string
  /** Bytes; `null` for a rendition, which is made of `from` when it is sent: how many bytes that gives depends on the machine. */
  readonly size: number | null
  /** What tells its content apart, lower-case hex (`pictureContent`): the sha256 of its bytes, or the identity of a rendition. */
  readonly sha256: string
  readonly source: SourceSpan
}

/** The resources whose records stand alone; all others hang on one of them. */
export type RootName = Extract<ResourceName, 'UserGroups' | 'Cat' | 'Product' | 'Webhooks'>

/** What the catalogue wants the store to hold. A root resource that is absent is not managed at all. */
export interface Desired {
  readonly roots: Readonly<Partial<Record<RootName, readonly DesiredRecord[]>>>
  readonly files: readonly WantedFile[]
}
