/** Something of the store that YAML does not get, and why. `key` is the key of the entry, `null` for the record as a whole. */
export interface LeftOut {
  /** Address of the root record, such as `product.TEE`. */
  readonly address: string
  readonly key: string | null
  /** A sentence part: `its price grid is switched off`. */
  readonly reason: string
  /** The picture that is missing, as a path of the store, where that is the reason. */
  readonly picture?: string
}

/** What turning records into documents has to know besides the records. */
export interface Collapsing {
  /** The path of a picture of the store in the catalogue, or `undefined` where the catalogue does not have it. */
  readonly pictureAt: (folder: string, name: string) => string | undefined
  /** The price list that holds this grid (`gridKey`), or `undefined` where it stands inline. */
  readonly priceListOf: (grid: string) => string | undefined
  /** The place of a category in the navigation, counted from 0. */
  readonly placeOf: (category: string) => number
  readonly leaveOut: (left: LeftOut) => void
}
