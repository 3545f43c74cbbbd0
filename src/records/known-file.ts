/** A file of the store as far as its content is known: `sha256` (`pictureContent`) is `null` when nobody has looked. */
export interface KnownFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string | null
}
