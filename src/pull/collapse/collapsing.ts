/** A part of the store that is not written into YAML, and why. */
export interface LeftOut {
  /** Address of the root record, such as `product.TEE`. */
  readonly address: string
  /** The key of the entry; `null` for the record as a whole. */
  readonly key: string | null
  /** Part of a sentence: `its price grid is switched off`. */
  readonly reason: string
  /** The missing picture, as a path of the store, where that is the reason. */
  readonly picture?: string
}

/** The context in which records are converted to entries of documents. */
export interface Collapsing {
  /** The path of a picture of the store in the catalogue, or `undefined` where the catalogue does not have it. */
  readonly pictureAt: (folder: string, name: string) => string | undefined
  /** The name of the price list with this grid (`gridKey`); `undefined` where the grid is written inline. */
  readonly priceListOf: (grid: string) => string | undefined
  /** Index of a category in the navigation. */
  readonly placeOf: (category: string) => number
  /** Reports a part that is left to the store. */
  readonly leaveOut: (left: LeftOut) => void
}
