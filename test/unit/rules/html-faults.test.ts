import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlFaults } from '../../../src/rules/html-faults.ts'

test('every fault is reported, at its tag', () => {
  const text = 'one\n<b>two <i>three</b> four</i>\n<a href="x">five'

  expect(htmlFaults(text).map(({ at }) => text.slice(at, at + 4))).toEqual(['</b>', '</i>', '<a h'])
})

test('law: a text that closes each tag that it opens has no faults', () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('text', '<br>', 'a < b', '&amp;', '<img src="x>y">'),
      fc
        .tuple(fc.constantFrom('b', 'div', 'ul', 'li', 'p', 'span'), fc.array(tie('tree'), { maxLength: 3 }))
        .map(([name, inner]) => `<${name} class='c'>${inner.join('')}</${name}>`),
    ),
  }))

  fc.assert(
    fc.property(tree, (text) => {
      expect(htmlFaults(text)).toEqual([])
    }),
  )
})

test('any text is read in linear time, and faults lie inside it', () => {
  const noise = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '/', 'a', 'script', ' ', '!--', '-->'), maxLength: 60 })
  const long = '<a "'.repeat(20_000)

  fc.assert(
    fc.property(noise, (text) => {
      expect(htmlFaults(text).filter(({ at }) => at < 0 || at >= text.length)).toEqual([])
    }),
  )
  expect(htmlFaults(long).length).toBeGreaterThan(0)
}, 5_000)
