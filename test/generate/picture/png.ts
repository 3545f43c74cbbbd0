import { crc32, deflateSync } from 'node:zlib'

/** Pixels as RGB bytes, row by row. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** More colours than a palette holds are rounded together, a little more each time. */
const roundings = [1, 4, 8, 12, 16, 24, 32]

/** The bitmap as a PNG file with a palette of at most 256 colours. */
export function encodePng(bitmap: Bitmap): Uint8Array {
  const { width, height } = bitmap
  const { indices, colours } = paletteOf(bitmap)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function paletteOf({ width, height, rgb }: Bitmap): { indices: Uint8Array; colours: number[] } {
  for (const step of roundings) {
    const places = new Map<number, number>()
    const indices = new Uint8Array(width * height)
    for (let pixel = 0; pixel < indices.length && places.size <= 256; pixel++) {
      const colour = rounded(rgb, pixel * 3, step)
      if (!places.has(colour)) places.set(colour, places.size)
      indices[pixel] = places.get(colour) ?? 0
    }
    if (places.size <= 256) return { indices, colours: [...places.keys()] }
  }
  throw new Error('a picture has too many colours for a palette')
}

function rounded(rgb: Uint8Array, at: number, step: number): number {
  const channel = (offset: number): number => Math.min(255, Math.round((rgb[at + offset] ?? 0) / step) * step)
  return (channel(0) << 16) | (channel(1) << 8) | channel(2)
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}
