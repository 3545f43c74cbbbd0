import type { SourcePlace } from '../source/source.ts'

/** Something of a catalogue that gives values to several records, and where it is written. */
export interface Definition {
  /** `defaults`: the defaults of a folder. `overlay`: a document of the overlay of the store. */
  readonly kind: 'price list' | 'defaults' | 'overlay'
  /** The name of the price list, or the folder. */
  readonly name: string
  readonly source: SourcePlace
}
