import type { RasterKind } from '../records/rendition-mark.ts'

/** What a rendition has to be. */
export interface Recipe {
  readonly kind: RasterKind
  /** At most so many pixels wide and high. */
  readonly edge: number
}

/** Makes a smaller picture of the same kind. Rejects for a picture that cannot be read. */
export type PictureMaker = (source: Uint8Array, recipe: Recipe) => Promise<Uint8Array>
