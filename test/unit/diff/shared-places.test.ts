import { expect, test } from 'vitest'
import { sharedPlaces } from '../../../src/diff/shared-places.ts'

test('spans of a document that begin at the same place have one place; those of other documents do not', () => {
  const locate = sharedPlaces(({ file, start }) => ({ file, line: start, column: 1 }))
  const at = (file: string, start: number, end: number): ReturnType<typeof locate> => locate({ file, start, end })

  const first = at('a.yaml', 3, 9)

  expect(first).toEqual({ file: 'a.yaml', line: 3, column: 1 })
  expect(at('a.yaml', 3, 5)).toBe(first)
  expect(at('a.yaml', 4, 5)).toEqual({ file: 'a.yaml', line: 4, column: 1 })
  expect(at('b.yaml', 3, 9)).toEqual({ file: 'b.yaml', line: 3, column: 1 })
  expect(at('a.yaml', 3, 9)).toEqual(first)
})
