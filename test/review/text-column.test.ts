import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTextColumn } from '../../src/review/text-column.ts'

test('law: a word is found in the texts that contain it, whatever their length and their characters', () => {
  const letters = fc.constantFrom('a', 'b', '\u00e9', '\u6771', '\u{1F455}', ' ', '\n')
  const text = fc.oneof(fc.string({ unit: letters, maxLength: 12 }), fc.constant('ab'.repeat(150_000)), fc.constant(''))
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u00e9', '\u6771', '\u{1F455}'), minLength: 1, maxLength: 3 })

  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), word, (texts, searched) => {
      const column = openTextColumn()
      for (const [index, each] of texts.entries()) column.add(index * 3, each)
      const found: number[] = []

      column.find(searched, (number) => found.push(number))

      expect(found).toEqual(texts.flatMap((each, index) => (each.includes(searched) ? [index * 3] : [])))
    }),
    { numRuns: 60 },
  )
})
