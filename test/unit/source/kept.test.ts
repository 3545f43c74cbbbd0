import { expect, test } from 'vitest'
import { kept } from '../../../src/source/kept.ts'

test('a list that is kept whole is not copied, of others the rest is left out', () => {
  const list = [1, 2, 3, 4]

  expect(kept(list, (each) => each > 0)).toBe(list)
  expect(kept(list, (each) => each % 2 === 0)).toEqual([2, 4])
  expect(kept(list, () => false)).toEqual([])
})
