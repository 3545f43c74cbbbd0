import type { SourceSpan } from '../../source/source.ts'
import type { ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import type { Origin } from '../overlay/origin-of.ts'

/** A value and where it stands. */
export interface PlacedText {
  /** As written, on one line. */
  readonly text: string
  readonly at: SourceSpan
  readonly origin: Origin
}

/** A part of a value that is put together of several, which an overlay gave otherwise. */
export interface ChangedPart {
  readonly key: string
  readonly now: PlacedText
  readonly was: PlacedText
}

/** One field of a record, and how its value came about. */
export interface ExplainedField {
  readonly field: string
  /** What the store should hold; `null`: not managed. */
  readonly value: string | null
  /** `derived`: follows from what the entry declares; `on-create`: written once, then the store's. */
  readonly how: 'written' | 'derived' | 'on-create' | 'unmanaged'
  /** Where it is written, or the entry that it follows from. */
  readonly at: SourceSpan
  readonly origin: Origin
  /** The file of the catalogue that holds the text or the picture itself; `null` where the value is no such thing. */
  readonly file: string | null
  /** For the price of a product or variant with a grid: its `pricing`. */
  readonly through: PlacedText | null
  /** For a price of a list that extends others: what it was made from, the nearest list first; the last one is a written price. */
  readonly from: readonly PlacedText[]
  readonly parts: readonly ChangedPart[]
  /** What nearer words replaced, the last first. */
  readonly before: readonly PlacedText[]
}

/** What an overlay took away from a record. */
export interface TakenAway {
  /** The keys down to it, below the record: `attributes.Fit`. */
  readonly path: string
  readonly by: SourceSpan
  readonly was: PlacedText
}

/** One row of the store and what the catalogue wants of it. */
export interface ExplainedRow {
  /** The fields that tell it apart from the other rows. */
  readonly identity: Fields
  readonly fields: readonly ExplainedField[]
}

/** What the catalogue says of an address. */
export interface Explanation {
  readonly address: string
  readonly resource: ResourceName | 'File'
  readonly at: SourceSpan
  /** One row; a grid has several, and a record that the overlay took away none. */
  readonly rows: readonly ExplainedRow[]
  readonly takenAway: readonly TakenAway[]
  /** Addresses of the records below this one. */
  readonly below: readonly string[]
}
