/** A picture, small enough for a terminal. */
export interface PictureSample {
  /** Its size in pixels. */
  readonly width: number
  readonly height: number
  /** The picture in `columns` x `rows` points, line by line, each with a byte for red, green and blue. */
  readonly columns: number
  readonly rows: number
  readonly rgb: Uint8Array
  /** The picture in as many points as that of any other picture, to compare them. */
  readonly likeness: Uint8Array
}
