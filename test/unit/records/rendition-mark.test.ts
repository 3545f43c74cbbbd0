import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { markRendition, pictureContent, type RasterKind } from '../../../src/records/rendition-mark.ts'
import { photo } from '../../support/photo.ts'

const kinds: readonly RasterKind[] = ['png', 'jpeg', 'gif', 'webp']
const identity = 'a1b2'.repeat(16)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const pixels = (picture: Uint8Array): Promise<Buffer> => sharp(picture, { failOn: 'warning' }).raw().toBuffer()

test.each(kinds)('a marked %s contains its identity and shows the same picture', async (kind) => {
  const bytes = await photo({ kind, width: 60, height: 40 })

  const marked = markRendition(bytes, kind, identity)

  expect(pictureContent(bytes)).toBe(sha256(bytes))
  expect(pictureContent(marked)).toBe(identity)
  expect(marked.length - bytes.length).toBeLessThan(160)
  expect((await pixels(marked)).equals(await pixels(bytes))).toBe(true)
  expect((await sharp(marked).metadata()).format).toBe(kind)
})

test.each(kinds)('a %s that was edited after it was marked, be it by one byte, counts as what it is now', async (kind) => {
  const marked = markRendition(await photo({ kind, width: 30, height: 20 }), kind, identity)

  fc.assert(
    fc.property(fc.nat(marked.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const edited = Buffer.from(marked)
      edited[at] = (edited[at] ?? 0) ^ flip
      expect(pictureContent(edited)).toBe(sha256(edited))
    }),
    { numRuns: 400 },
  )
  expect(pictureContent(Buffer.concat([marked, Buffer.from('x')]))).not.toBe(identity)
  expect(pictureContent(marked.subarray(0, -1))).not.toBe(identity)
})

test('any bytes have a content, and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('', 'planogram\0', `planogram\0${'0'.repeat(128)}`), (bytes, words) => {
      for (const first of [0x89, 0xff, 0x47, 0x52]) {
        const file = Buffer.concat([Buffer.from([first]), bytes, Buffer.from(words, 'latin1'), bytes])
        expect(pictureContent(file)).toMatch(/^[0-9a-f]{64}$/)
      }
    }),
  )
})
