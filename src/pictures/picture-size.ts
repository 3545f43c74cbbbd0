import type { PictureKind, PictureSize } from './picture-facts.ts'

/** The size in the header of a picture; `null` for SVG, for a file that is not a picture, and for a broken header. */
export function pictureSize(kind: PictureKind, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = readSize(kind, view)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function readSize(kind: PictureKind, view: DataView): PictureSize | null {
  switch (kind) {
    case 'png':
      return pngSize(view)
    case 'gif':
      return gifSize(view)
    case 'jpeg':
      return jpegSize(view)
    case 'webp':
      return view.byteLength >= 30 ? webpSize(view) : null
    case 'svg':
    case 'text':
    case 'lfs-pointer':
    case 'other':
    case 'missing':
    case 'refused':
      return null
    default:
      return kind satisfies never
  }
}

function pngSize(view: DataView): PictureSize | null {
  return view.byteLength >= 24 && tagAt(view, 12) === 'IHDR' ? sizeOf(view.getUint32(16), view.getUint32(20)) : null
}

function gifSize(view: DataView): PictureSize | null {
  return view.byteLength >= 10 ? sizeOf(view.getUint16(6, true), view.getUint16(8, true)) : null
}

function sizeOf(width: number, height: number): PictureSize {
  return { width, height, cmyk: false }
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

/** Reads segment by segment up to the start of frame, which holds the size and the number of colour components. */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isStartOfFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), cmyk: view.getUint8(at + 9) === 4 }
    }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

/** C0 to CF, except tables (C4), extensions (C8) and arithmetic conditioning (CC). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function webpSize(view: DataView): PictureSize | null {
  const form = tagAt(view, 12)
  if (form === 'VP8 ') return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  if (form === 'VP8X') return sizeOf(threeBytes(view, 24) + 1, threeBytes(view, 27) + 1)
  if (form !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16)
}
