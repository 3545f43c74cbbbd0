import { expect, test } from 'vitest'
import { pictureKind } from '../../../src/pictures/picture-kind.ts'

test.each([
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'png'],
  [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
  [Buffer.from('GIF89a'), 'gif'],
  [Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'webp'],
  [Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x">'), 'svg'],
  [Buffer.from('version https://git-lfs.github.com/spec/v1\n'), 'text'],
  [Buffer.from('<html><svg></svg></html>'), 'text'],
  [Buffer.from(''), 'text'],
  [Buffer.from([0, 1, 2, 3]), 'other'],
])('the first bytes give the kind of a file (%#)', (bytes, kind) => {
  expect(pictureKind(bytes)).toBe(kind)
})
