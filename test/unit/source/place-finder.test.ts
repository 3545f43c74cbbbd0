import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeFinder } from '../../../src/source/place-finder.ts'

test('columns count characters, not UTF-16 units', () => {
  const locate = placeFinder(() => 'a: 1\n😀😀: x\n')

  const place = locate({ file: 'a.yaml', start: 9, end: 10 })

  expect(place).toEqual({ file: 'a.yaml', line: 2, column: 3 })
})

test('line and column agree with counting by hand', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', ' ')), fc.nat({ max: 60 }), (parts, wanted) => {
      const text = parts.join('')
      const start = Math.min(wanted, text.length)
      const before = text.slice(0, start).split('\n')
      expect(placeFinder(() => text)({ file: 'f', start, end: start })).toEqual({
        file: 'f',
        line: before.length,
        column: (before.at(-1) ?? '').length + 1,
      })
    }),
  )
})
