import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePng } from './picture/png.ts'
import { drawMarks } from './picture/raster.ts'
import { banners, type Picture, shelf } from './picture/shelf.ts'

/** Pixels of a product picture, and the height of a banner that is four times as wide. */
const side = 600
const bannerHeight = 300

/** The PNG of a picture of the example: always the same bytes for the same drawing. */
export function pictureBytes({ ground, marks }: Picture, size: { width: number; height: number }): Uint8Array {
  return encodePng(drawMarks(marks, { ...size, ground }))
}

/** Draws every picture of `catalog.example` into a folder, and says how many and how many bytes. */
export function writePictures(folder: string): { pictures: number; bytes: number } {
  mkdirSync(folder, { recursive: true })
  const files = [
    ...shelf.map((picture) => ({ name: picture.name, bytes: pictureBytes(picture, { width: side, height: side }) })),
    ...banners.map((picture) => ({ name: picture.name, bytes: pictureBytes(picture, { width: bannerHeight * 4, height: bannerHeight }) })),
  ]
  for (const { name, bytes } of files) writeFileSync(join(folder, `${name}.png`), bytes)
  return { pictures: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
}
