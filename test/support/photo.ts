import sharp from 'sharp'
import type { RasterKind } from '../../src/records/rendition-mark.ts'

/** The look of a test photo. */
export interface Photo {
  readonly kind?: RasterKind
  readonly width?: number
  readonly height?: number
  /** 0 to 255; makes photos differ. */
  readonly shade?: number
  /** Orientation as a camera writes it: 6 is rotated by 90 degrees. */
  readonly orientation?: number
}

/** A real picture: a grey area with a red corner, top left before it is rotated. */
export async function photo({ kind = 'png', width = 400, height = 300, shade = 120, orientation }: Photo = {}): Promise<Uint8Array> {
  const corner = Math.ceil(Math.min(width, height) / 4)
  const red = await sharp({ create: { width: corner, height: corner, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const plane = sharp({ create: { width, height, channels: 3, background: { r: shade, g: shade, b: shade } } })
  const drawn = plane.composite([{ input: red, left: 0, top: 0 }])
  const turned = orientation === undefined ? drawn : drawn.withMetadata({ orientation }).withExifMerge({ IFD0: { Artist: 'Somebody' } })
  return await turned.toFormat(kind).toBuffer()
}
