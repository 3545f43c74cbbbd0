import type { SourceSpan } from '../../source/source.ts'

/** Where values come from: for `explain`. Without the option `trace` it has only what the overlay changed. */
export interface Trace {
  /** Values that a nearer value replaced or an overlay removed. */
  readonly history: readonly Overruled[]
  /** The parts of documents that are shared by several records. */
  readonly regions: readonly Region[]
  /** The texts that were read from files of their own. */
  readonly texts: readonly TracedText[]
  /** Where the price or the pricing of a sku or variant code is written. */
  readonly priced: readonly TracedPrice[]
}

/** A value that was replaced by a nearer one, or removed. */
export interface Overruled {
  /** Section, key of the record, and the keys down to the value. */
  readonly path: readonly string[]
  /** `slot`: a price that was removed because the overlay gives `pricing`, or the other way round. */
  readonly how: 'changed' | 'removed' | 'slot'
  /** The value that has effect instead, or the `!remove`. */
  readonly by: SourceSpan
  readonly was: SourceSpan
}

/** A part of a document that is shared: `name` is that of a price list, or the folder of defaults, else empty. */
export interface Region {
  readonly kind: 'price list' | 'defaults' | 'each' | 'list' | 'override'
  readonly name: string
  readonly span: SourceSpan
}

export interface TracedText {
  /** The file, from the root. */
  readonly path: string
  /** The value that names it. */
  readonly at: SourceSpan
}

export interface TracedPrice {
  /** A sku or a variant code. */
  readonly sku: string
  readonly at: SourceSpan
}
