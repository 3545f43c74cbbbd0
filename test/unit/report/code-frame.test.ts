import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeFrame } from '../../../src/report/code-frame.ts'
import { sanitizeLine } from '../../../src/report/sanitize.ts'
import { startThatFits, widthOf } from '../../../src/report/text-width.ts'
import { plainTheme } from '../../../src/report/theme.ts'

const characters = [
  'a',
  'B',
  ' ',
  '#',
  '[',
  '漢',
  '\t',
  '👨‍👩‍👧',
  '👍🏽',
  'e\u0301',
  'ש',
  '\u200B',
  '\u001B',
  '\n',
  '\r\n',
  'words of some length ',
]

function frameOf(text: string, start: number, end: number, columns?: number): string[] {
  const line = text.slice(0, start).split('\n').length
  return codeFrame(text, { file: 'a.yaml', start, end, line }, { theme: plainTheme, columns })
}

test('for every span, the frame fits the columns and the carets start under it', () => {
  const parts = fc.array(fc.constantFrom(...characters, ...characters.slice(0, 12), 'more words '), {
    minLength: 1,
    maxLength: 60,
    size: 'max',
  })
  let cut = 0

  fc.assert(
    fc.property(parts, fc.nat(), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 30, max: 130 }), (texts, at, length, columns) => {
      const from = at % texts.length
      const text = texts.join('')
      const start = texts.slice(0, from).join('').length
      const inside = texts.slice(from, from + length).join('')

      const frame = frameOf(text, start, start + inside.length, columns)

      const marked = frame.findIndex((line) => line.startsWith('>'))
      const [source = '', carets = ''] = frame.slice(marked, marked + 2)
      expect(Math.max(...frame.map(widthOf))).toBeLessThanOrEqual(columns)
      expect(carets).toMatch(/^ +│ +\^+$/)
      const behind = source.slice(startThatFits(source, widthOf(carets.slice(0, carets.indexOf('^')))).length)
      const first = /^[\r\n]/.test(inside) ? '' : sanitizeLine((texts[from] ?? '').replaceAll('\t', '    '))
      // What takes no column is not marked itself.
      expect(widthOf(first) === 0 || behind.replace(/^\u200B+/, '').startsWith(first[0] ?? '')).toBe(true)
      if (source.includes('…')) cut += 1
    }),
    { numRuns: 2_500 },
  )

  expect(cut).toBeGreaterThan(300)
})

test('the lines are lines of the text, for both line ends, at its start and at its end', () => {
  const texts = ['one\ntwo\nthree\n', 'one\r\ntwo\r\nthree\r\n', 'one\ntwo\nthree']

  const seen = texts.map((text) =>
    ['one', 'two', 'three'].map((word) => frameOf(text, text.indexOf(word), text.indexOf(word) + word.length)),
  )

  expect(seen).toEqual(
    texts.map(() => [
      ['> 1 │ one', '    │ ^^^', '  2 │ two'],
      ['  1 │ one', '> 2 │ two', '    │ ^^^', '  3 │ three'],
      ['  2 │ two', '> 3 │ three', '    │ ^^^^^'],
    ]),
  )
  expect(frameOf('\na: 1\n', 0, 1)).toEqual(['> 1 │ ', '    │ ^', '  2 │ a: 1'])
  expect(frameOf('a: 1\n', 5, 5)).toEqual(['  1 │ a: 1', '> 2 │ ', '    │ ^'])
  expect(frameOf('', 0, 0)).toEqual([])
})

test('a command for a CI runner is broken up, also where a span starts inside it', () => {
  const text = 'title: ##[stop-commands]x\n'

  const frame = frameOf(text, text.indexOf('['), text.length - 1)

  expect(frame).toEqual(['> 1 │ title: ##\u2060[stop-commands]x', '    │          ^^^^^^^^^^^^^^^^'])
})
