import { importSharp, optionalSharp } from './load-sharp.ts'
import { mostPixels } from './rendition.ts'

/** Most bytes of a thumbnail. */
export const largestThumbnail = 24_000

/** Longest sides in pixels, from the one that is preferred to the last that is tried. */
const edges = [240, 160, 96] as const
const quality = 60

/** Makes a thumbnail of a picture as WebP, at most 240 pixels and 24 KB; `null` where it cannot be read or is larger at any size. */
export type ThumbnailMaker = (source: Uint8Array) => Promise<Uint8Array | null>

/** A thumbnail maker on `sharp`; `null` where that optional dependency is not installed. Animations become their first picture. */
export async function thumbnailMaker(load = importSharp): Promise<ThumbnailMaker | null> {
  const sharp = await optionalSharp(load)
  if (sharp === null) return null
  const fitted = (source: Uint8Array, edge: number): Promise<Uint8Array> =>
    sharp(source, { failOn: 'none', limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  return async (source) => {
    for (const edge of edges) {
      const made = await fitted(source, edge).catch(() => null)
      if (made === null || made.length <= largestThumbnail) return made
    }
    return null
  }
}
