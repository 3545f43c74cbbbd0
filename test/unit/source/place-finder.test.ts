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

test('a document of 5,000 lines has a place in each of them', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `key${index}: ${index}`)
  const locate = placeFinder(() => lines.join('\n'))
  let start = 0
  const starts = lines.map((line) => {
    const own = start
    start += line.length + 1
    return own
  })

  const places = starts.map((at) => locate({ file: 'a.yaml', start: at, end: at }))

  expect(places).toEqual(lines.map((_, index) => ({ file: 'a.yaml', line: index + 1, column: 1 })))
})
