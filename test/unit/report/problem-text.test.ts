import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/problems/problem.ts'
import type { SourcePlace, SourceSpan } from '../../../src/source/source.ts'
import { type ProblemSources, problemsText } from '../../../src/report/problem-text.ts'
import { colourTheme, plainTheme } from '../../../src/report/theme.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

function sourcesOf(documents: Readonly<Record<string, string>>): ProblemSources {
  return {
    textOf: (file) => documents[file] ?? '',
    locate({ file, start }: SourceSpan): SourcePlace {
      const lines = (documents[file] ?? '').slice(0, start).split('\n')
      return { file, line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 }
    },
    files: { documents: Object.keys(documents).length },
  }
}

function spanOf(file: string, text: string, words: string): SourceSpan {
  const start = text.indexOf(words)
  return { file, start, end: start + words.length }
}

function problemAt(at: SourceSpan, more: Partial<Problem> = {}): Problem {
  return { rule: 'wrong-type', severity: 'error', message: 'this is wrong', fix: null, at, related: null, ...more }
}

test('a problem shows its rule, its place, a line before and after, carets under the span, and the fix', () => {
  const text = 'products:\n  TABLE:\n    title: 無垢材テーブル\n    pricing: delaer # 卸売\n    weight: 3\n    slug: table\n'
  const problem = problemAt(spanOf('products/tables.yaml', text, 'delaer'), {
    rule: 'references-exist',
    message: 'TABLE names the price list "delaer"',
    fix: 'Did you mean "dealer"?',
  })

  const shown = problemsText([problem], sourcesOf({ 'products/tables.yaml': text }), { theme: plainTheme })

  expect(shown).toBe(`error[references-exist]: TABLE names the price list "delaer"
  --> products/tables.yaml:4:14
  3 │     title: 無垢材テーブル
> 4 │     pricing: delaer # 卸売
    │              ^^^^^^
  5 │     weight: 3
  help: Did you mean "dealer"?

1 error in 1 file`)
})

test('the carets are under the span after tabs and wide characters', () => {
  const text = 'a:\n\t木材: {x: wrong}\n'
  const problem = problemAt(spanOf('a.yaml', text, 'wrong'))

  const shown = problemsText([problem], sourcesOf({ 'a.yaml': text }), { theme: plainTheme })

  expect(shown).toBe(`error[wrong-type]: this is wrong
  --> a.yaml:2:10
  1 │ a:
> 2 │     木材: {x: wrong}
    │               ^^^^^

1 error in 1 file`)
})

test('the frame of the last line ends with it, the gutter has room for line 10, and an empty span has one caret', () => {
  const text = `${'a: 1\n'.repeat(9)}b: "open`
  const problem = problemAt({ file: 'a.yaml', start: text.length, end: text.length })

  const shown = problemsText([problem], sourcesOf({ 'a.yaml': text }), { theme: plainTheme })

  expect(shown).toContain(`   9 │ a: 1
> 10 │ b: "open
     │         ^

1 error in 1 file`)
})

test('a second place is shown as a note, and problems are sorted by file and place', () => {
  const first = 'products:\n  A: { title: A }\n'
  const second = 'products:\n  A: { title: B }\n'
  const again = problemAt(spanOf('b.yaml', second, 'A'), {
    rule: 'unique-keys',
    message: 'product A is defined twice',
    related: { message: 'first defined here', at: spanOf('a.yaml', first, 'A') },
  })
  const early = problemAt(spanOf('a.yaml', first, 'title'), { severity: 'warning' })

  const shown = problemsText([again, early], sourcesOf({ 'a.yaml': first, 'b.yaml': second }), { theme: plainTheme })

  expect(shown).toBe(`warning[wrong-type]: this is wrong
  --> a.yaml:2:8
  1 │ products:
> 2 │   A: { title: A }
    │        ^^^^^

error[unique-keys]: product A is defined twice
  --> b.yaml:2:3
  1 │ products:
> 2 │   A: { title: B }
    │   ^
  note: first defined here
  --> a.yaml:2:3
  1 │ products:
> 2 │   A: { title: A }
    │   ^

1 error, 1 warning in 2 files`)
})

test('control characters of a document, a path or a message are sanitized', () => {
  const text = 'title: \u001B]0;owned\u0007 \u202Ered \u009B31m\rmore\n'
  const at = { file: 'a\u001B.yaml', start: 7, end: 9 }
  const problem = problemAt(at, { message: 'bad \u001B[31mtext\nnext line', fix: 'take \u0000 out' })

  const shown = problemsText([problem], sourcesOf({ 'a\u001B.yaml': text }), { theme: plainTheme })

  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u)
  expect(shown).toContain('error[wrong-type]: bad ␛[31mtext␊next line')
  expect(shown).toContain('> 1 │ title: ␛]0;owned␇')
})

test('a very long line shows only the part around the span', () => {
  const text = `comment: "${'lorem '.repeat(60)}"; wrong ${'ipsum '.repeat(60)}\n`
  const problem = problemAt(spanOf('a.yaml', text, 'wrong'))

  const lines = problemsText([problem], sourcesOf({ 'a.yaml': text }), { theme: plainTheme }).split('\n')

  const source = lines.find((line) => line.startsWith('>')) ?? ''
  const carets = lines[lines.indexOf(source) + 1] ?? ''
  expect(source.length).toBeLessThan(125)
  expect(source.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('wrong')
})

test('colours do not change the text', () => {
  const text = 'products:\n  A: { title: A }\n'
  const problems = [problemAt(spanOf('a.yaml', text, 'title'), { fix: 'Do it.' })]

  const coloured = problemsText(problems, sourcesOf({ 'a.yaml': text }), { theme: colourTheme })

  expect(coloured).toContain('\u001B[31m^^^^^')
  expect(stripVTControlCharacters(coloured)).toBe(problemsText(problems, sourcesOf({ 'a.yaml': text }), { theme: plainTheme }))
})

test('without problems, only the totals are shown', () => {
  expect(problemsText([], sourcesOf({ 'a.yaml': '', 'b.yaml': '' }), { theme: plainTheme })).toBe('No problems in 2 files')
})

test('frames fit the width of the terminal, and sentences are wrapped at words', () => {
  const text =
    'products:\n  TEE: { title: A tee that is here to be too long for a line, price: 1, titel: wrong, brand: another long value }\n'
  const problem = problemAt(spanOf('a.yaml', text, 'titel'), {
    message: 'unknown key "titel" in a sentence of some length',
    fix: 'Did you mean "title"? It is the name of the product.',
  })

  const shown = problemsText([problem], sourcesOf({ 'a.yaml': text }), { theme: plainTheme, columns: 48 })

  expect(shown).toBe(`error[wrong-type]: unknown key "titel" in a
  sentence of some length
  --> a.yaml:2:73
  1 │ products:
> 2 │ …price: 1, titel: wrong, brand: another l…
    │            ^^^^^
  help: Did you mean "title"? It is the name of
        the product.

1 error in 1 file`)
})

test('the frame of a very long line, and of the line after one, is fast', async () => {
  const text = `{ products: { ${'A: { title: "漢字" }, '.repeat(200_000)}WRONG: 1 } }`
  const after = `comment: ${'漢字'.repeat(500_000)}\nwrong: 1\n`
  const problems = [problemAt(spanOf('a.yaml', text, 'WRONG')), problemAt(spanOf('b.yaml', after, 'wrong'))]
  let shown = ''

  const took = await cpuMs(() => {
    shown = problemsText(problems, sourcesOf({ 'a.yaml': text, 'b.yaml': after }), { theme: plainTheme })
  })

  expect(shown).toContain('> 1 │ …" }, A: { title: "漢字" }, WRONG: 1 } }\n    │                             ^^^^^')
  expect(shown).toContain('> 2 │ wrong: 1\n    │ ^^^^^')
  expect(took).toBeLessThan(2_000)
})

function headers(output: string): string[] {
  return output.split('\n').filter((line) => /^(?:error|warning)\[/.test(line))
}

/** `count` problems of a rule, alternating between two files. */
function many(rule: string, count: number, more: Partial<Problem>): Problem[] {
  return Array.from({ length: count }, (_, index) => {
    const file = index % 2 === 0 ? 'a.yaml' : 'b.yaml'
    return problemAt({ file, start: index * 5, end: index * 5 + 1 }, { rule, ...more })
  })
}

test('of hundreds of problems, fifty have a frame, errors first and some of every rule, and the others are counted', () => {
  const text = 'a: 1\n'.repeat(400)
  const files = { 'a.yaml': text, 'b.yaml': text }
  const problems = [...many('slug-form', 300, { severity: 'warning' }), ...many('unknown-key', 200, {}), ...many('wrong-type', 2, {})]

  const shown = problemsText(problems, sourcesOf(files), { theme: plainTheme })
  const all = problemsText(problems, sourcesOf(files), { theme: plainTheme, most: Infinity })

  expect(headers(shown).filter((line) => line.startsWith('error[unknown-key]'))).toHaveLength(48)
  expect(headers(shown).filter((line) => line.startsWith('error[wrong-type]'))).toHaveLength(2)
  expect(headers(shown)).toHaveLength(50)
  expect(shown.split('\n\n').slice(-2).join('\n\n')).toBe(`Not shown (\`planogram validate --all\` shows all problems):
  152 error[unknown-key]  in 2 files
  300 warning[slug-form]  in 2 files

202 errors, 300 warnings in 2 files`)
  expect(headers(all)).toHaveLength(502)
  expect(all).not.toContain('Not shown')
})
