import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYaml } from '../../../src/yaml/read-yaml.ts'
import { plainOf } from '../../../src/yaml/source-node.ts'
import { yamlPieces } from '../../support/yaml-pieces.ts'

function plain(text: string): unknown {
  const { root } = readYaml('a.yaml', text)
  return root && plainOf(root)
}

/** `rule at "the marked text"`, then the message. */
function complaints(text: string): string[] {
  return readYaml('a.yaml', text).problems.map(({ rule, at, message }) => `${rule} at "${text.slice(at.start, at.end)}": ${message}`)
}

test('every scalar keeps its source text', () => {
  const text = 'sku: 007\nsci: 1e5\nword: yes\nday: 2026-12-01\nhex: 0x1F\nprice: 19.950\nquoted: "a\\tb"\nblock: |\n  x\n  y\nflag: true\n'

  const value = plain(text)

  expect(value).toEqual({
    sku: '007',
    sci: '1e5',
    word: 'yes',
    day: '2026-12-01',
    hex: '0x1F',
    price: '19.950',
    quoted: 'a\tb',
    block: 'x\ny\n',
    flag: 'true',
  })
})

test('a YAML 1.1 directive changes nothing about that', () => {
  const text = '%YAML 1.1\n---\nword: yes\noctal: 010\n'

  const value = plain(text)

  expect(value).toEqual({ word: 'yes', octal: '010' })
})

test('maps keep the order of the document, numbers as keys too', () => {
  const { root } = readYaml('a.yaml', '10: a\n2: b\nx: c\n1: d\n')

  const keys = root?.kind === 'map' ? [...root.entries.keys()] : []

  expect(keys).toEqual(['10', '2', 'x', '1'])
})

test('offsets are UTF-16 units of the source', () => {
  const text = '# 無垢 😀\ntitle: "無垢材 😀" # note\nlist: [a, b]\n'

  const { root } = readYaml('a.yaml', text)

  const entry = root?.kind === 'map' ? root.entries.get('title') : undefined
  expect(entry && text.slice(entry.key.start, entry.key.end)).toBe('title')
  expect(entry && text.slice(entry.value.start, entry.value.end)).toBe('"無垢材 😀"')
})

test('null and empty values are refused at their place, quoted ones are text', () => {
  const text = 'a: ~\nb:\nc: { d: }\ne: [null, x]\nf: "null"\ng: ""\n'

  const found = complaints(text)

  expect(found).toEqual([
    'null-value at "~": "~" is not a value: it could mean "empty the field" or "leave the field alone"',
    'null-value at "b": "b" has no value',
    'null-value at "d": "d" has no value',
    'null-value at "null": "null" is not a value: it could mean "empty the field" or "leave the field alone"',
  ])
  expect(plain(text)).toEqual({ c: {}, e: ['x'], f: 'null', g: '' })
})

test('a decimal comma in a map on one line is named as such', () => {
  const found = complaints('A: { title: x, price: 1,50 }\n')

  expect(found).toEqual(['null-value at "50": the comma before 50 starts another entry, which has no value'])
})

test('a duplicate key is refused with both places, the first one counts', () => {
  const text = 'a: 1\nb: 2\na: 3\n'

  const { problems } = readYaml('a.yaml', text)

  expect(problems.map(({ rule, at, related }) => [rule, at.start, related?.at.start])).toEqual([['unique-keys', 10, 0]])
  expect(plain(text)).toEqual({ a: '1', b: '2' })
})

test('an open quote is shown where it opens', () => {
  const double = 'x: "closed" # don\'t\ny: it\'s\na: "open\nb: 2\n'
  const single = "x: 'it''s'\na: 'open\nb: \"2\"\n"

  expect(complaints(double)).toEqual(['yaml-broken at """: broken YAML: the quote " that opens here is never closed'])
  expect(readYaml('a.yaml', double).problems[0]?.at.start).toBe(double.indexOf('"open'))
  expect(readYaml('a.yaml', single).problems[0]?.at.start).toBe(single.indexOf("'open"))
})

test.each([
  ['a:\n\tb: 1\n', 'yaml-broken at "\t": broken YAML: this line is indented with a tab'],
  ['a: 1\n---\nb: 2\n', 'yaml-broken at "-": broken YAML: a second document starts here'],
  ['a:\r  b: 1\r', 'yaml-broken at "\r": broken YAML: this line ends in a carriage return (CR) alone'],
  ['a: b: c\n', 'yaml-broken at "b: c": broken YAML: a text that contains ": " needs quotes'],
  ['<<: { a: 1 }\n', 'merge-key at "<<": merge keys (<<) are not part of YAML 1.2 and are not supported'],
  ['a: !!binary aGk=\n', 'yaml-tag at "!!binary": unknown tag !!binary'],
  ['a: !run ls\n', 'yaml-tag at "!run": unknown tag !run'],
  ['a: !remove\n', 'yaml-tag at "!remove": !remove is allowed on entries of a map in an overlay only'],
  ['a: *b\n', 'yaml-alias at "*b": the alias *b has no complete anchor &b before it'],
  ['a: &a [*a]\n', 'yaml-alias at "*a": the alias *a has no complete anchor &a before it'],
  ['? [a]\n: 1\n', 'key-shape at "[a]": this cannot be a key'],
  ['__proto__: { x: 1 }\n', 'key-shape at "__proto__": this cannot be a key'],
])('%j is refused at its place', (text, complaint) => {
  const found = complaints(text)

  expect(found).toEqual([complaint])
})

test('an alias repeats the value of its anchor', () => {
  const value = plain('a: &grid { breaks: [0, 5] }\nb: *grid\n')

  expect(value).toEqual({ a: { breaks: ['0', '5'] }, b: { breaks: ['0', '5'] } })
})

test('an alias bomb is refused once, without being written out', () => {
  const levels = 'abcdefghij'.split('')
  const text = levels
    .map(
      (name, level) =>
        `${name}: &${name} [${Array<string>(9)
          .fill(level === 0 ? 'x' : `*${levels[level - 1]}`)
          .join(', ')}]\n`,
    )
    .join('')

  const { problems, root } = readYaml('a.yaml', text)

  expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'yaml-alias: the aliases of this document expand to more than 500,000 values',
  ])
  expect(JSON.stringify(root && plainOf(root)).length).toBeLessThan(10_000_000)
})

test.each(['['.repeat(50_000), '{a: '.repeat(20_000), '- '.repeat(5_000), `a: ${'['.repeat(80)}${']'.repeat(80)}`])(
  'a document nested without end is a problem, not a crash (%#)',
  (text) => {
    const { problems } = readYaml('a.yaml', text)

    expect(problems.map(({ rule }) => rule)).toEqual(['yaml-broken'])
  },
)

test('a reference to the environment needs no quotes in a flow map', () => {
  const value = plain('stores: { a: { key: ${A_KEY}, "${B}": x } }\ntext: costs ${5} and ${C}\n')

  expect(value).toEqual({ stores: { a: { key: '${A_KEY}', '${B}': 'x' } }, text: 'costs ${5} and ${C}' })
})

test('no text makes the reader throw, and every place is inside the text', () => {
  const pieces = fc.constantFrom(...yamlPieces)

  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const { problems } = readYaml('a.yaml', text)
      for (const { at } of problems) expect(at.start >= 0 && at.start <= text.length && at.end >= at.start).toBe(true)
    }),
    { numRuns: 400 },
  )
})
