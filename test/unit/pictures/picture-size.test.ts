import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureKind } from '../../../src/pictures/picture-kind.ts'
import { pictureSize } from '../../../src/pictures/picture-size.ts'

/** Bytes written in hex, with spaces. */
function bytes(hex: string): Uint8Array {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex')
}

function sizeOf(picture: Uint8Array): string {
  const size = pictureSize(pictureKind(picture), picture)
  return size === null ? 'none' : `${size.width} x ${size.height}${size.cmyk ? ' cmyk' : ''}`
}

test.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000258 00000190 08060000 00', '600 x 400'],
  ['GIF', '474946383961 5802 9001 80 00 00', '600 x 400'],
  ['JPEG after a comment and padding', 'ffd8 fffe0004 4142 ffff c2 0011 08 0190 0258 03 011100 021100 031100', '600 x 400'],
  ['JPEG with four colours', 'ffd8 ffc4 0004 0000 ffc0 0014 08 0190 0258 04 011100 021100 031100 041100', '600 x 400 cmyk'],
  ['WebP, lossy', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 5802 9001 0000', '600 x 400'],
  ['WebP, lossless', '52494646 00000000 57454250 5650384c 00000000 2f 57c26300 0000000000', '600 x 400'],
  ['WebP, extended', '52494646 00000000 57454250 56503858 0a000000 10 000000 570200 8f0100', '600 x 400'],
  ['PNG that is cut off', '89504e470d0a1a0a 0000000d 49484452 000002', 'none'],
  ['PNG of no width', '89504e470d0a1a0a 0000000d 49484452 00000000 00000190 08060000 00', 'none'],
  ['JPEG without a frame', 'ffd8 ffe0 0004 4142 ffd9', 'none'],
  ['text', '3c7376673e', 'none'],
])('%s', (_, hex, size) => {
  expect(sizeOf(bytes(hex))).toBe(size)
})

test('law: no bytes after a signature stop the reader', () => {
  const signature = fc.constantFrom(
    '89504e470d0a1a0a',
    '474946383961',
    'ffd8ff',
    '524946460000000057454250',
    '52494646000000005745425056503820',
  )

  fc.assert(
    fc.property(signature, fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const picture = Buffer.concat([Buffer.from(start, 'hex'), rest])
      const size = pictureSize(pictureKind(picture), picture)
      expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
    }),
  )
})
