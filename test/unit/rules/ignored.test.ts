import { expect, test } from 'vitest'
import { withoutIgnored } from '../../../src/rules/ignored.ts'
import type { Problem } from '../../../src/problems/problem.ts'

function warningAt(text: string, words: string, more: Partial<Problem> = {}): Problem {
  const start = text.indexOf(words)
  const at = { file: 'a.yaml', start, end: start + words.length }
  return { rule: 'slug-form', severity: 'warning', message: `about ${words}`, fix: null, at, related: null, ...more }
}

function left(text: string, problems: readonly Problem[], entries: readonly string[] = []): string[] {
  const spans = entries.map((words) => ({ file: 'a.yaml', start: text.indexOf(words), end: text.length }))
  return withoutIgnored({ problems, texts: new Map([['a.yaml', text]]), entries: () => spans }).map(({ message }) => message)
}

test('a comment silences its own line, or the next one where it has a line for itself', () => {
  const text = 'a: one # planogram-ignore: slug-form\nb: two\n# planogram-ignore: slug-form\n\n# because it is old\nc: three\nd: four\n'

  expect(
    left(
      text,
      ['one', 'two', 'three', 'four'].map((words) => warningAt(text, words)),
    ),
  ).toEqual(['about two', 'about four'])
})

test('on the key of an entry it holds for all of it', () => {
  const text = 'products:\n  A: # planogram-ignore: slug-form\n    slug: one\n    more: two\n'

  expect(left(text, [warningAt(text, 'one'), warningAt(text, 'two')], ['A:'])).toEqual([])
})

test('on the key of a block it holds for what stands below it, and for nothing behind it', () => {
  const text = [
    '# planogram-ignore: slug-form',
    'products: &all',
    '  A:',
    '    slug: one',
    '',
    '  # a comment',
    '  B: { slug: two }',
    'other: three',
    'more: # planogram-ignore: slug-form',
    '- four',
    '- five',
    'last: # planogram-ignore: slug-form',
    '  six',
    'behind: seven',
    'text: a # planogram-ignore: slug-form',
    '  eight',
  ].join('\n')
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

  expect(
    left(
      text,
      words.map((word) => warningAt(text, word)),
    ),
  ).toEqual(['about three', 'about seven', 'about eight'])
})

test('errors, other rules and other files are not silenced', () => {
  const text = 'a: one # planogram-ignore: slug-form, gtin-form\n'
  const problems = [
    warningAt(text, 'one', { severity: 'error' }),
    warningAt(text, 'one', { rule: 'html-broken' }),
    { ...warningAt(text, 'one'), at: { file: 'b.yaml', start: 3, end: 6 } },
    warningAt(text, 'one', { rule: 'gtin-form' }),
  ]

  expect(left(text, problems)).toHaveLength(3)
})
