import type { RasterKind } from '../records/rendition-mark.ts'

/** The format and size of a rendition. */
export interface Recipe {
  readonly kind: RasterKind
  /** Largest width and height, in pixels. */
  readonly edge: number
}

/** Resizes a picture to a recipe of the same kind. Rejects where the picture cannot be read. */
export type PictureMaker = (source: Uint8Array, recipe: Recipe) => Promise<Uint8Array>
