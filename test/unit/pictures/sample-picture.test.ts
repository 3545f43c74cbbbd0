import { expect, test } from 'vitest'
import { pictureSampler } from '../../../src/pictures/sample-picture.ts'
import { differenceOf } from '../../../src/review/picture-lines.ts'
import { photo } from '../../support/photo.ts'

test('a sample is the picture upright, inside of 48 points, with its size in pixels', async () => {
  const sample = await pictureSampler()

  const lying = await sample?.(await photo({ kind: 'jpeg', width: 400, height: 200, shade: 120 }))
  const turned = await sample?.(await photo({ kind: 'jpeg', width: 400, height: 200, orientation: 6 }))

  expect(lying).toMatchObject({ width: 400, height: 200, columns: 48, rows: 24 })
  expect(lying?.rgb.length).toBe(48 * 24 * 3)
  expect(Math.abs((lying?.rgb.at(-1) ?? 0) - 120)).toBeLessThan(4)
  expect(turned).toMatchObject({ width: 200, height: 400, columns: 24, rows: 48 })
})

test('the same picture in another format looks the same, another one does not', async () => {
  const sample = await pictureSampler()
  const [png, jpeg, other] = await Promise.all(
    [photo(), photo({ kind: 'jpeg' }), photo({ shade: 200 })].map(async (source) => await sample?.(await source)),
  )

  const differences = [jpeg, other].map((each) => (png && each ? differenceOf(png, each) : Number.NaN))

  expect(differences[0]).toBeLessThan(0.4)
  expect(differences[1]).toBeGreaterThan(10)
})

test('what is no picture has no sample, and without sharp there is no sampler', async () => {
  const sample = await pictureSampler()
  const without = await pictureSampler(() => Promise.reject(new Error('not installed')))

  expect(await sample?.(new TextEncoder().encode('no picture'))).toBeNull()
  expect(without).toBeNull()
})
