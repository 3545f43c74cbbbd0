import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoadedCatalogue, loadCatalogue } from '../../../src/catalogue/load-catalogue.ts'
import type { SourceSpan } from '../../../src/records/source.ts'
import { problemsText } from '../../../src/report/problem-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { OperationalError } from '../../../src/errors.ts'

const full = process.env['PLANOGRAM_FULL'] === '1'
const numRuns = full ? 2_000 : 60
const mostMs = 2_000

const example = resolve(import.meta.dirname, '../../../catalog.example')
const root = mkdtempSync(join(tmpdir(), 'planogram-fuzz-'))
/** A part of the example that has everything: groups, lists, variants, overlays, the config. */
const documents = readdirSync(example, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:yaml|html)$/.test(file) && !/products\/(?:bags|camp|headwear|light|paper|sweats|tents)/.test(file))
  .toSorted()
const texts = new Map(documents.map((file) => [file, readFileSync(join(example, file))]))
const yamls = documents.filter((file) => file.endsWith('.yaml'))
let slowest = 0
let found = 0

beforeAll(() => {
  for (const [file, bytes] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), bytes)
  }
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  console.log(`${2 * numRuns} broken catalogues, ${found} problems, the slowest took ${Math.round(slowest)} ms`)
})

/** Loads the example with one file replaced, and puts the file back. A config of which nothing is left may be refused in words. */
async function loadWith(file: string, bytes: Uint8Array): Promise<LoadedCatalogue | OperationalError> {
  writeFileSync(join(root, file), bytes)
  const before = performance.now()
  try {
    return await loadCatalogue({ root, env: {}, now: new Date('2026-06-15T12:00:00Z'), everyStore: true })
  } catch (error) {
    if (error instanceof OperationalError) return error
    throw error
  } finally {
    slowest = Math.max(slowest, performance.now() - before)
    writeFileSync(join(root, file), texts.get(file) ?? '')
  }
}

/** What is wrong with an outcome: a problem without words or with a place outside of its file, an error without advice, too much time. */
function faultsOf(loaded: LoadedCatalogue | OperationalError): unknown[] {
  const late = slowest < mostMs ? [] : [`${slowest} ms`]
  if (loaded instanceof OperationalError) return [...late, ...(loaded.fix === undefined ? [loaded] : [])]
  const { problems, textOf } = loaded
  found += problems.length
  const isAstray = ({ file, start, end }: SourceSpan): boolean => {
    const { length } = textOf(file)
    return file === '' || start < 0 || end < start || end > length
  }
  const astray = problems.filter(({ at, related }) => isAstray(at) || (related !== null && isAstray(related.at)))
  const silent = problems.filter(({ rule, message }) => rule === '' || message === '')
  const shown = problemsText(problems, loaded, { theme: plainTheme })
  return [...late, ...astray, ...silent, ...(/ in \d+ files$/.test(shown) ? [] : [shown])]
}

const words = [
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '#',
  '&a ',
  '*a',
  '!remove',
  '!!float ',
  '<<: *a',
  '\t',
  '\n',
  '\r',
  'null',
  '~',
  '|',
  '>',
  '---\n',
  '? ',
  '0x1',
  '1e999',
  '\u{1F600}',
  '\uD800',
  '\0',
  'products:\n',
  'planogram-ignore: slug-form',
]

/** A document with a few parts cut out, doubled, exchanged or filled with other things. */
const anyMutation = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(80),
    how: fc.constantFrom('cut', 'double', 'word', 'byte', 'line'),
    word: fc.constantFrom(...words),
    byte: fc.nat(255),
  }),
  { minLength: 1, maxLength: 6 },
)

type Mutation = typeof anyMutation extends fc.Arbitrary<infer M> ? M : never

function mutated(bytes: Uint8Array, mutations: Mutation): Uint8Array {
  return mutations.reduce<Buffer>((text, { at, length, how, word, byte }) => {
    const from = Math.floor(at * text.length)
    const to = Math.min(text.length, from + length)
    const middle: Record<typeof how, Buffer[]> = {
      cut: [],
      double: [text.subarray(from, to), text.subarray(from, to)],
      word: [Buffer.from(word), text.subarray(from, to)],
      byte: [Buffer.from([byte]), text.subarray(from + 1, to)],
      line: [Buffer.from('\n'), text.subarray(from, to), Buffer.from('\n')],
    }
    return Buffer.concat([text.subarray(0, from), ...middle[how], text.subarray(to)])
  }, Buffer.from(bytes))
}

test('documents that were damaged never crash or hang, and their problems have places', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...documents), anyMutation, async (file, mutations) => {
      expect(faultsOf(await loadWith(file, mutated(texts.get(file) ?? new Uint8Array(), mutations)))).toEqual([])
    }),
    { numRuns, seed: 7 },
  )

  expect(found).toBeGreaterThan(numRuns)
}, 900_000)

test('random bytes and random YAML never crash or hang, and their problems have places', async () => {
  const yaml = fc
    .array(fc.oneof(fc.constantFrom(...words, 'a', 'TEE', 'title', 'groups:', 'price', ' ', '  '), fc.string({ maxLength: 5 })), {
      maxLength: 60,
    })
    .map((parts) => Buffer.from(parts.join('')))
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), yaml, yaml)

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...yamls), bytes, async (file, content) => {
      expect(faultsOf(await loadWith(file, content))).toEqual([])
    }),
    { numRuns, seed: 8 },
  )

  expect(found).toBeGreaterThan(numRuns)
}, 900_000)

test('texts that are made to be slow are read in time', async () => {
  const deep = '['.repeat(5_000)
  const wide = `products:\n${Array.from({ length: 2_000 }, (_, index) => `  P${index}: { titel: x, price: 1,5 }\n`).join('')}`
  const aliases = `a: &a [x]\n${Array.from({ length: 40 }, (_, index) => `b${index}: &b${index} [*${index === 0 ? 'a' : `b${index - 1}`}, *${index === 0 ? 'a' : `b${index - 1}`}]\n`).join('')}`
  const quotes = `a: "${'\\"'.repeat(20_000)}`
  const html = `products: { X: { title: X, price: 1, comment: '${'<a x="'.repeat(10_000)}' } }\n`

  for (const text of [deep, wide, aliases, quotes, html]) expect(faultsOf(await loadWith('groups.yaml', Buffer.from(text)))).toEqual([])
}, 60_000)
