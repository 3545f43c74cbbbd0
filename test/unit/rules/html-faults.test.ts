import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlFaults } from '../../../src/rules/html-faults.ts'

test.each([
  ['<p>One<p>Two', []],
  ['<ul><li>a<li>b</ul><br><img src="a>b">', []],
  ['<DIV>x</div>', []],
  ['2 < 3, a<3 and 5 > 4', []],
  ['<svg><path d="M0 0"/></svg>', []],
  ['<!-- <b> --><script>if (a<b) { "</div>" }</script>', []],
  ['<b>bold', ['<b> is never closed']],
  ['<b><i>x</b></i>', ['</b> closes while <i> inside it is open', '</i> closes what was never opened']],
  ['<a href="x.html">care</span></a>', ['</span> closes what was never opened']],
  ['<a href="x.html"Care</a>', ['the tag <a is cut off: it has no >', '</a> closes what was never opened']],
  ['text <b', ['the tag <b is cut off: it has no >']],
])('%s', (text, messages) => {
  expect(htmlFaults(text).map(({ message }) => message)).toEqual(messages)
})

test('a fault knows where it stands', () => {
  const text = 'one\n<b>two\nthree'

  expect(htmlFaults(text)).toEqual([{ message: '<b> is never closed', fix: 'Add </b>.', at: text.indexOf('<b>') }])
})

test('law: what closes each tag that it opens, in turn, has no faults', () => {
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
