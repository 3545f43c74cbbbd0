/** A file as it was uploaded or hashed: while size and `modified` are the same, so is the hash. */
export interface RememberedFile {
  readonly path: string
  /** Identifies its content, lower-case hex (`pictureContent`). */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** The store's own text for the time of change. */
  readonly modified: string
}

/** A file of the store as it was before a run overwrote it. */
export interface PreImage {
  readonly path: string
  /** Identifies its content, lower-case hex (`pictureContent`). */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}
