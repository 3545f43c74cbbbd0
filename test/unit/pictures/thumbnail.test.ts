import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { largestThumbnail, thumbnailMaker } from '../../../src/pictures/thumbnail.ts'
import { photo } from '../../support/photo.ts'

/** A picture that no format makes small. */
async function noise(edge: number): Promise<Uint8Array> {
  return sharp(randomBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } })
    .png()
    .toBuffer()
}

test('a thumbnail is WebP of at most 240 pixels and 24 KB', async () => {
  const make = await thumbnailMaker()

  const sizes = await Promise.all(
    [await photo({ width: 1200, height: 600 }), await photo({ kind: 'jpeg', width: 40, height: 60 }), await noise(900)].map(
      async (source) => {
        const made = await make?.(source)
        const { format, width, height } = await sharp(made ?? new Uint8Array()).metadata()
        return { format, width, height, isSmall: (made?.length ?? Infinity) <= largestThumbnail }
      },
    ),
  )

  expect(sizes.slice(0, 2)).toEqual([
    { format: 'webp', width: 240, height: 120, isSmall: true },
    { format: 'webp', width: 40, height: 60, isSmall: true },
  ])
  expect(sizes[2]).toMatchObject({ format: 'webp', isSmall: true })
})

test('a file that is no picture has no thumbnail, and neither has any without sharp', async () => {
  const make = await thumbnailMaker()
  const without = await thumbnailMaker(() => Promise.reject(new Error('not installed')))

  expect(await make?.(new TextEncoder().encode('no picture'))).toBeNull()
  expect(without).toBeNull()
})
