import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaIndex, startIndex } from '../../../src/source/span-index.ts'

const span = fc
  .tuple(fc.constantFrom('a.yaml', 'b.yaml'), fc.nat(30), fc.nat(12))
  .map(([file, start, length]) => ({ file, start, end: start + length }))

test('law: the indices answer as looking at every span would', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), span, (spans, asked) => {
      const startsInside = spans.some(({ file, start }) => file === asked.file && start >= asked.start && start <= asked.end)
      const isInside = spans.some(({ file, start, end }) => file === asked.file && asked.start >= start && asked.start <= end)

      expect(startIndex(spans)(asked)).toBe(startsInside)
      expect(areaIndex(spans)(asked)).toBe(isInside)
    }),
    { numRuns: 1_000 },
  )
})
