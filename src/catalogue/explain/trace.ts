import type { SourceSpan } from '../../source/source.ts'
import type { Overruled } from '../overlay/merge.ts'
import type { Region } from '../overlay/origin-of.ts'

/** Where values come from, noted while records are made: only `explain` asks for it. */
export interface Trace {
  /** What gave way to a nearer value. */
  readonly history: Overruled[]
  /** Where the words for all variants, and for single ones, stand. */
  readonly regions: Region[]
  /** The file that a text was read from, by its place in the document (`placeKey`). */
  readonly texts: Map<string, string>
  /** Where the price or the pricing in force is written, by sku or variant code. */
  readonly priced: Map<string, SourceSpan>
}

/** A trace with nothing in it yet but the history so far. */
export function startTrace(history: Overruled[]): Trace {
  return { history, regions: [], texts: new Map(), priced: new Map() }
}

/** A place as the key of a map. */
export function placeKey({ file, start, end }: SourceSpan): string {
  return `${start}-${end} ${file}`
}
