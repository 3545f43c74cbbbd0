import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianOf } from '../../../../src/report/view/median.ts'

/** Few different numbers, or many. */
const numbers = fc.oneof(fc.array(fc.integer({ min: -3, max: 3 })), fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 })))

test('the median is the middle of the sorted numbers, and these stay in their order', () => {
  let even = 0
  fc.assert(
    fc.property(numbers, (given) => {
      const list = Float64Array.from(given)
      const sorted = given.toSorted((a, b) => a - b)
      const [lower = 0, upper = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]

      even += Number(given.length > 0 && given.length % 2 === 0)
      expect(medianOf(list)).toBeCloseTo((lower + upper) / 2, 6)
      expect([...list]).toEqual(given)
    }),
  )
  expect(even).toBeGreaterThan(10)
})

test('the median of many equal, rising and falling numbers', () => {
  const size = 20_001
  const rising = Float64Array.from({ length: size }, (_, index) => index)

  expect(medianOf(rising)).toBe(10_000)
  expect(medianOf(rising.toReversed())).toBe(10_000)
  expect(medianOf(new Float64Array(size).fill(7))).toBe(7)
  expect(medianOf(Float64Array.from(rising, (each) => each % 2))).toBe(0)
})
