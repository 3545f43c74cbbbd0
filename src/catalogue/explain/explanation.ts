import type { ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Region } from '../layers/trace.ts'

/** Where a value comes from: a layer, and the shared part of a document that it is in. */
export interface Origin {
  readonly layer: 'catalogue' | 'overlay'
  readonly region: Pick<Region, 'kind' | 'name'> | null
}

/** A value and its place. */
export interface PlacedText {
  /** As written, on one line. */
  readonly text: string
  readonly at: SourceSpan
  readonly origin: Origin
}

/** A part of a value that is written as a map, which an overlay replaced. */
export interface ChangedPart {
  readonly key: string
  readonly now: PlacedText
  readonly was: PlacedText
}

/** One field of a record, and how its value is calculated. */
export interface ExplainedField {
  readonly field: string
  /** The value that the store should have; `null`: not managed. */
  readonly value: string | null
  /** `derived`: follows from what the entry declares; `on-create`: written once, then changed only by the store. */
  readonly how: 'written' | 'derived' | 'on-create' | 'unmanaged'
  /** Where it is written, or the entry that it follows from. */
  readonly at: SourceSpan
  readonly origin: Origin
  /** The file of the catalogue with the text or the picture; `null` for any other value. */
  readonly file: string | null
  /** For the price of a product or variant with a grid: its `pricing`. */
  readonly through: PlacedText | null
  /** For a price of a list that extends others: what it was calculated from, the nearest list first; the last one is a written price. */
  readonly from: readonly PlacedText[]
  readonly parts: readonly ChangedPart[]
  /** The values that it replaced, the last first. */
  readonly before: readonly PlacedText[]
}

/** A value that an overlay removed from a record. */
export interface TakenAway {
  /** The keys down to it, below the record: `attributes.Fit`. */
  readonly path: string
  readonly by: SourceSpan
  readonly was: PlacedText
}

/** One row of the store, as the catalogue declares it. */
export interface ExplainedRow {
  /** The fields that identify the row. */
  readonly identity: Fields
  readonly fields: readonly ExplainedField[]
}

/** What the catalogue declares at an address. */
export interface Explanation {
  readonly address: string
  readonly resource: ResourceName | 'File'
  readonly at: SourceSpan
  /** One row; a grid has several, and a record that the overlay removed or that has another key now none. */
  readonly rows: readonly ExplainedRow[]
  readonly takenAway: readonly TakenAway[]
  /** Addresses of the records below this one. */
  readonly below: readonly string[]
  /** Where the record has another key now, its address, or that of the same part of it; `at` is then the entry of `moved:`. */
  readonly movedTo?: string
}
