import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharpMaker } from '../../../src/pictures/sharp-maker.ts'
import type { RasterKind } from '../../../src/records/rendition-mark.ts'
import { photo } from '../../support/photo.ts'

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s fits inside the square and stays one', async (kind: RasterKind) => {
  const make = await sharpMaker()

  const made = await make(await photo({ kind, width: 400, height: 300 }), { kind, edge: 160 })

  const { format, width, height } = await sharp(made).metadata()
  expect({ format, width, height }).toEqual({ format: kind, width: 160, height: 120 })
})

test('a small picture is not enlarged', async () => {
  const make = await sharpMaker()

  const made = await make(await photo({ width: 90, height: 60 }), { kind: 'png', edge: 160 })

  const { width, height } = await sharp(made).metadata()
  expect([width, height]).toEqual([90, 60])
})

test('a picture is rotated by its recorded orientation, and other metadata is dropped', async () => {
  const make = await sharpMaker()

  const made = await make(await photo({ kind: 'jpeg', width: 400, height: 200, orientation: 6 }), { kind: 'jpeg', edge: 100 })

  const { width, height, orientation, exif, xmp } = await sharp(made).metadata()
  expect({ width, height, orientation, exif, xmp }).toEqual({
    width: 50,
    height: 100,
    orientation: undefined,
    exif: undefined,
    xmp: undefined,
  })
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true })
  const redAt = (x: number, y: number): boolean => (data[(y * info.width + x) * info.channels] ?? 0) > 200
  expect([redAt(2, 2), redAt(47, 2), redAt(2, 97)]).toEqual([false, true, false])
})

test('animations stay animated', async () => {
  const make = await sharpMaker()
  const frames = await Promise.all([20, 220].map((shade) => photo({ width: 80, height: 60, shade })))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()

  const made = await make(moving, { kind: 'gif', edge: 40 })

  const { pages, width, pageHeight } = await sharp(made, { animated: true }).metadata()
  expect({ pages, width, pageHeight }).toEqual({ pages: 2, width: 40, pageHeight: 30 })
})

test('half a picture is refused', async () => {
  const make = await sharpMaker()
  const whole = await photo({ kind: 'jpeg', width: 600, height: 400 })

  await expect(make(whole.subarray(0, whole.length / 2), { kind: 'jpeg', edge: 100 })).rejects.toThrow(/premature end/i)
})

test('without sharp, the message names the package to install', async () => {
  const missing = new Error("Cannot find package 'sharp'")

  await expect(sharpMaker(() => Promise.reject(missing))).rejects.toMatchObject({
    code: 'sharp-missing',
    exitCode: 1,
    message: 'The config asks for smaller pictures (`images:`), and the package `sharp`, which makes them, is not installed.',
    fix: 'Run `npm install sharp` (`npm ci --omit=optional` leaves it out), or remove `images:` from planogram.yaml and name every picture.',
  })
})
