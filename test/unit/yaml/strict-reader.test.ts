import { deepStrictEqual } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeUtf8 } from '../../../src/files/decode-utf8.ts'
import { readWithLibrary } from '../../../src/yaml/read-with-library.ts'
import { readYaml, scanStrictly } from '../../../src/yaml/read-yaml.ts'
import { tapeNodes } from '../../../src/yaml/strict/tape-nodes.ts'
import { anyDocument } from '../../support/any-document.ts'
import { anyLayout } from '../../support/any-layout.ts'
import { yamlPieces } from '../../support/yaml-pieces.ts'
import { isWhole } from '../../support/whole.ts'

const fullMs = 120_000

const projectRoot = join(import.meta.dirname, '..', '..', '..')

/** The YAML of a folder of the project, by path. */
function corpusIn(folder: string): (readonly [file: string, text: string])[] {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /\.ya?ml$/.test(file))
  return files.flatMap((file) => {
    const text = decodeUtf8(readFileSync(join(projectRoot, folder, file)))
    return text === undefined ? [] : [[join(folder, file), text] as const]
  })
}

const corpus = ['test', 'catalog.example', 'examples', 'docs'].flatMap(corpusIn)

interface Counts {
  accepted: number
  /** Declined although the document is valid. */
  slow: number
  wrong: number
}

/** Counts a document; one that the strict reader accepts must be valid, with the same nodes as from the library. */
function compare(text: string, counts: Counts): void {
  const scanned = scanStrictly(text)
  const strict = scanned && tapeNodes(scanned)
  const { root, problems } = readWithLibrary('a.yaml', text, {})
  if (strict) {
    deepStrictEqual({ root: strict, problems: [] }, { root, problems }, text)
    counts.accepted += 1
  } else if (root && problems.length === 0) {
    counts.slow += 1
  } else {
    counts.wrong += 1
  }
}

test('every document of the project reads as with the library, and more than 95 % of the valid ones are read strictly', () => {
  const counts: Counts = { accepted: 0, slow: 0, wrong: 0 }

  for (const [, text] of corpus) compare(text, counts)
  const declined = corpus.filter(
    ([, text]) => !scanStrictly(text) && readWithLibrary('a.yaml', text, { isOverlay: true }).problems.length === 0,
  )

  expect(counts.accepted).toBeGreaterThan(300)
  expect(counts.wrong).toBeGreaterThan(0)
  expect(counts.slow / (counts.accepted + counts.slow)).toBeLessThan(0.05)
  expect(declined.filter(([, text]) => !/[ \n][&*]\w|!re(?:move|place)|^\s*$/.test(text)).map(([file]) => file)).toEqual([])
})

test(
  'documents in every layout read as with the library, and most are read strictly',
  () => {
    const counts: Counts = { accepted: 0, slow: 0, wrong: 0 }

    fc.assert(
      fc.property(anyLayout, (text) => compare(text, counts)),
      { numRuns: isWhole ? 10_000 : 300 },
    )

    expect(counts.accepted).toBeGreaterThan(5 * counts.slow)
    expect(counts.slow).toBeGreaterThan(0)
  },
  fullMs,
)

test(
  'documents in every style of the library read as with it',
  () => {
    const counts: Counts = { accepted: 0, slow: 0, wrong: 0 }

    fc.assert(
      fc.property(anyDocument, (text) => compare(text, counts)),
      { numRuns: isWhole ? 1_000 : 80 },
    )

    expect(counts.accepted).toBeGreaterThan(0)
    expect(counts.slow).toBeGreaterThan(0)
  },
  fullMs,
)

/** A damage: where, how, and with what. */
const damage = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.nat())

function damaged(text: string, [place, how, what]: readonly [number, number, number]): string {
  const at = place % (text.length + 1)
  const from = what % (text.length + 1)
  if (how === 0) return text.slice(0, at) + text.slice(at + 1 + (what % 3))
  if (how === 1) return text.slice(0, at) + text.slice(from, from + (place % 20)) + text.slice(at)
  return text.slice(0, at) + (yamlPieces[what % yamlPieces.length] ?? '') + text.slice(at)
}

test(
  'damaged documents read as with the library, or are declined',
  () => {
    const counts: Counts = { accepted: 0, slow: 0, wrong: 0 }
    const short = corpus.map(([, text]) => text.slice(0, 800))
    const texts = fc.oneof(anyLayout, fc.constantFrom(...short))

    fc.assert(
      fc.property(texts, fc.array(damage, { minLength: 1, maxLength: 3 }), (text, damages) =>
        compare(damages.reduce(damaged, text), counts),
      ),
      { numRuns: isWhole ? 10_000 : 500 },
    )

    expect(counts.accepted).toBeGreaterThan(0)
    expect(counts.slow).toBeGreaterThan(0)
    expect(counts.wrong).toBeGreaterThan(0)
  },
  fullMs,
)

describe('read strictly', () => {
  test.each([
    ['numbers as keys', '10: a\n2: { 3: b }\n'],
    ['CR LF', 'a: 1\r\nb:\r\n  - "x\r\n    y"\r\n  - |\r\n    text\r\n'],
    ['a tab inside and behind a text', 'a: b\tc\t# d\n'],
    ['a byte order mark inside a text', 'a: x\uFEFFy\n'],
    ['the sign of a document at its start', '# head\n---\na: 1\n'],
    [
      'keys that begin like the sign of a document',
      '---a: 1\n---: 2\n....: 3\n...: { --- b: 4 }\nc:\n  --- d: 5\n  ... e: 6\nf:\n- --- g: 7\n',
    ],
    ['no line end at the end', 'a:\n  b: [1, 2]'],
    ['60 levels', `a: ${'['.repeat(58)}${']'.repeat(58)}\n`],
    ['brackets that close at the column of their map', 'a:\n  b: [\n    1\n  ]\nc: {\n  d: 1\n}\n'],
    ['<< in quotes', '"<<": 1\n'],
    ['references to the environment', 'a: { b: ${KEY}, "${B}": [x${C}y] } # ${D}\n${E}: "${F}\\n\n  ${G}"\nf: |\n  ${H}\n'],
    ['what is no reference', 'a: costs ${5}, $ {B} and ${}\n'],
  ])('%s', (_, text) => {
    const scanned = scanStrictly(text)

    expect(scanned && { root: tapeNodes(scanned), problems: [] }).toEqual(readWithLibrary('a.yaml', text, {}))
  })
})

describe('declined', () => {
  test.each([
    ['a key twice', 'a: 1\nb: 2\na: 3\n'],
    ['a key twice, in quotes', 'a: 1\n"a": 2\n'],
    ['a key twice in braces', 'a: { b: 1, b: 2 }\n'],
    ['a key twice among many', `${Array.from({ length: 200 }, (__, index) => `k${index}: v\n`).join('')}k7: v\n`],
    ['a tab as indentation', 'a:\n\tb: 1\n'],
    ['a tab behind a colon', 'a:\tb\n'],
    ['bad indentation', 'a:\n  b: 1\n   c: 2\n'],
    ['a line to the right of its list', 'a:\n- b: 1\n c: 2\n'],
    ['a line between two lists', 'a:\n  -   - b\n    c\n'],
    ['a line to the left of its map', 'a:\n    b: 1\n  c: 2\n'],
    ['a bracket to the left of its map', 'a:\n  b: [\n    1\n ]\n'],
    ['brackets in braces that close at the column of their map', 'a: {\n  b: [\n  1\n] }\n'],
    ['a key in braces at the column of their map', 'a:\n  b: { c: 1,\n  d: 2 }\n'],
    ['an anchor', 'a: &x 1\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !remove\n'],
    ['a merge key', '<<: { a: 1 }\n'],
    ['a byte order mark', '\uFEFFa: 1\n'],
    ['a carriage return alone', 'a: 1\rb: 2\r'],
    ['a NUL', 'a: x\0y\n'],
    ['61 levels', `a: ${'['.repeat(60)}${']'.repeat(60)}\n`],
    ['a key with a question mark', '? a\n: 1\n'],
    ['a directive', '%YAML 1.2\n---\na: 1\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['an indented sign of a document', ' ---\na: 1\n'],
    ['the end of a document', 'a: 1\n...\n'],
    ['the sign of a document before a key', 'a: 1\n--- b: 2\n'],
    ['the sign of a document before the first key', '--- a: 1\n'],
    ['the end of a document before a key', 'a: 1\n... c: 2\n'],
    ['the end of a document before the first key', '# head\n... a: 1\n'],
    ['no value', 'a:\nb: 1\n'],
    ['null', 'a: null\n'],
    ['a key without a value in braces', 'a: { b }\n'],
    ['a pair in brackets', 'a: [b: 1]\n'],
    ['__proto__', '__proto__: 1\n'],
    ['an empty key', '"": 1\n'],
    ['an unknown escape', String.raw`a: "\q"`],
    ['a quote that is never closed', 'a: "x\nb: 1\n'],
    ['text behind a quote', 'a: "x" y\n'],
    ['text behind a key in quotes', '"a"  b\n'],
    ['text between a key in quotes and its colon', '"a"b: c\n'],
    ['text behind a key in quotes in braces', 'a: { "b" c }\n'],
    ['a colon in a text', 'a: b: c\n'],
    ['the mark that stands for one', 'a: x\uE000y\n'],
    ['a list', '- a\n'],
    ['nothing', '# only a comment\n'],
  ])('%s', (_, text) => {
    const scanned = scanStrictly(text)
    const read = readYaml('a.yaml', text)

    expect(scanned).toBeUndefined()
    expect(read).toEqual(readWithLibrary('a.yaml', text, {}))
  })
})

test('texts and places are those of the source', () => {
  const text = 'a: "x\\ty"\nb:\n  - |\n    1\n    2\n\n  # end of b\nc: { d: one }\n'

  const { root } = readYaml('a.yaml', text)

  const block = { kind: 'scalar', text: '1\n2\n', start: 17, end: 31 }
  const inner = { kind: 'map', entries: new Map([['d', { key: key(50), value: { kind: 'scalar', text: 'one', start: 53, end: 56 } }]]) }
  expect(scanStrictly(text)).toBeDefined()
  expect(root).toEqual({
    kind: 'map',
    start: 0,
    end: text.length,
    entries: new Map<string, unknown>([
      ['a', { key: key(0), value: { kind: 'scalar', text: 'x\ty', start: 3, end: 9 } }],
      ['b', { key: key(10), value: { kind: 'list', items: [block], start: 15, end: 31 } }],
      ['c', { key: key(45), value: { ...inner, start: 48, end: 58 } }],
    ]),
  })
})

function key(start: number): { start: number; end: number } {
  return { start, end: start + 1 }
}
