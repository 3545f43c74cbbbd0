import type * as Sharp from 'sharp'
import type { PictureSample } from '../records/picture-sample.ts'
import { importSharp, optionalSharp } from './load-sharp.ts'
import { mostPixels } from './rendition.ts'

/** Points of the longest side of a sample. */
const edge = 48
/** Points of each side of what is compared. */
const likenessEdge = 32

/** Samples a picture; `null` where it cannot be read. */
export type PictureSampler = (source: Uint8Array) => Promise<PictureSample | null>

/** A sampler on `sharp`; `null` where that optional dependency is not installed. What is transparent is white, of an animation the first picture is taken. */
export async function pictureSampler(load = importSharp): Promise<PictureSampler | null> {
  const sharp = await optionalSharp(load)
  if (sharp === null) return null
  const opened = (source: Uint8Array): Sharp.Sharp =>
    sharp(source, { failOn: 'none', limitInputPixels: mostPixels }).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb')
  const sampled = async (source: Uint8Array): Promise<PictureSample> => {
    const { autoOrient } = await sharp(source, { failOn: 'none', limitInputPixels: mostPixels }).metadata()
    const shown = await opened(source)
      .resize({ width: edge, height: edge, fit: 'inside' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const likeness = await opened(source).resize({ width: likenessEdge, height: likenessEdge, fit: 'fill' }).removeAlpha().raw().toBuffer()
    const { width: columns, height: rows } = shown.info
    return { ...autoOrient, columns, rows, rgb: shown.data, likeness }
  }
  return (source) => sampled(source).catch(() => null)
}
