/**
 * What a picture file is, by its first bytes; `lfs-pointer`: git LFS has not downloaded it; `missing`: there is no such file; `refused`: it was
 * not read, which is a problem already.
 */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'svg' | 'text' | 'lfs-pointer' | 'other' | 'missing' | 'refused'

/** Width and height in pixels, and whether the colours are CMYK. */
export interface PictureSize {
  readonly width: number
  readonly height: number
  readonly cmyk: boolean
}

/** What is known of a picture file of the catalogue from its bytes. */
export interface PictureFacts {
  readonly kind: PictureKind
  /** Bytes; 0 for a missing file. */
  readonly size: number
  /** From its header; left out or `null` for a kind without one, and for a header that cannot be read. */
  readonly pixels?: PictureSize | null
}
