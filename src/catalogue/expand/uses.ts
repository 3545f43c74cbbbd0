import type { NamedPicture } from '../../pictures/wanted-pictures.ts'
import type { NamedText } from '../files/text-file.ts'

/** What a record uses of the rest of the catalogue. */
export interface Uses {
  /** Names of price lists. */
  readonly priceLists: readonly string[]
  readonly pictures: readonly RequestedPicture[]
  readonly texts: readonly NamedText[]
}

/** A picture that a record names. */
export interface RequestedPicture extends NamedPicture {
  /** The path in the document. */
  readonly written: string
}
