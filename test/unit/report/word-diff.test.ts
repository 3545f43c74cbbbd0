import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLibrary } from '../../../src/report/diff-library.ts'
import { keptPercent, wordDiff } from '../../../src/report/word-diff.ts'

const words = (letter: string): string => Array.from({ length: 15_000 }, (_, index) => `${letter}${index}.`).join(' ')

test('only the words that differ are marked', () => {
  const parts = wordDiff('Seats six adults.', 'Seats eight adults.', diffLibrary())

  expect(parts).toEqual([
    { kind: 'same', text: 'Seats ' },
    { kind: 'removed', text: 'six' },
    { kind: 'added', text: 'eight' },
    { kind: 'same', text: ' adults.' },
  ])
})

test('a text of 100 KB that shares nothing with the old one is rewritten', () => {
  const parts = wordDiff(words('a'), words('b'), diffLibrary())

  expect(parts).toBe('rewritten')
})

test('the same and removed parts are the old text, the same and added parts the new one', () => {
  const prose = fc
    .array(fc.constantFrom('oak', 'ash', 'table', ' ', '. ', '\n', '<p>', '12.50'), { maxLength: 60 })
    .map((pieces) => pieces.join(''))

  fc.assert(
    fc.property(prose, prose, (before, after) => {
      const parts = wordDiff(before, after, diffLibrary())
      if (parts === 'rewritten') return
      const without = (kind: string): string =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
      expect(keptPercent(parts)).toBeLessThanOrEqual(100)
    }),
    { numRuns: 200 },
  )
})
