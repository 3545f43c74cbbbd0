/** A file of the store; `sha256` (`pictureContent`) is `null` where its content was not read. */
export interface KnownFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string | null
}

/** A file of the store that is ours (docs/pictures.md, "Pictures that leave the catalogue"), as we left it. */
export interface OwnFile extends KnownFile {
  readonly sha256: string
}
