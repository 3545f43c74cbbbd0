import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressIndex } from '../../../src/catalogue/explain/address-index.ts'
import { explainAddress } from '../../../src/catalogue/explain/explain-address.ts'
import { formatDocument } from '../../../src/documents/format/format-document.ts'
import { rulePages } from '../../../src/rules/check-rules.ts'
import type { SourceSpan } from '../../../src/source/source.ts'
import { problemsGithub } from '../../../src/report/problem-github.ts'
import { problemsJson } from '../../../src/report/problem-json.ts'
import { problemsSarif } from '../../../src/report/problem-sarif.ts'
import { problemsText } from '../../../src/report/problem-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { OperationalError } from '../../../src/errors.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { anyDamages, damaged } from '../../support/damaged-document.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { type FlatCatalogue, loadFlat } from '../../support/written-catalogue.ts'
import { isWhole } from '../../support/whole.ts'

/** Of each of the three kinds; 7,500 take about five minutes of one processor. PLANOGRAM_SEED tries others. */
const numRuns = isWhole ? 7_500 : 20
const mostMs = 2_000
const seed = Number(process.env['PLANOGRAM_SEED'] ?? 7)

/** The sample of the design has everything; what came later stands beside it. */
const sample = resolve(import.meta.dirname, '../../fixtures/catalogue/design-sample')
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x07, 0xd0, 0x07, 0xd0, 0x03])
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000064000000640080200000000000000', 'hex')
const texts = new Map<string, Uint8Array>(
  Object.entries({
    'planogram.yaml': readFileSync(join(sample, 'planogram.yaml')),
    'catalogue.yaml': readFileSync(join(sample, 'catalogue.yaml')),
    'more/defaults.yaml': Buffer.from(
      'defaults: { products: { brand: Northwind, attributes: { Care: Wash }, pricing: out }, categories: { hide: false } }\n' +
        'price_lists:\n  out: { extends: tees, factor: 1.38, round: 0.50, prices: { vip: [20, 19, 18] } }\n  less: { extends: out, difference: -1 }\n' +
        'products:\n  CAP: { title: Cap, slug: cap, attributes: { Material: [Cotton, Wool] } }\n' +
        '  # planogram-ignore: slug-form\n  HAT: { title: &hat Hat, description: *hat, slug: A hat, pricing: less, image: images/hat.png }\n',
    ),
    'overlays/production/over.yaml': Buffer.from(
      'products:\n  MUG: !remove\n  BOLTS: { title: !remove , variants: !replace { list: { B1: { price: 1 } } } }\n  CAP: { brand: Other }\ncategories: { sale: { name: Sale } }\n',
    ),
    'sale.yaml': Buffer.from('categories: { sale: { name: Sale } }\n'),
    'copy/tee-classic.html': Buffer.from('<p>Heavy <b>cotton</b>.</p>\n<!-- by hand -->\n'),
    ...Object.fromEntries(
      ['apparel-head', 'tee-classic', 'tee-back', 'tee-detail', 'tee-navy'].map((name) => [`images/${name}.jpg`, jpeg]),
    ),
    'images/hat.png': png,
  }),
)
const files = [...texts.keys()]
const yamls = files.filter((file) => file.endsWith('.yaml'))
const root = mkdtempSync(join(tmpdir(), 'planogram-fuzz-'))
let slowest = 0
let found = 0
let runs = 0

beforeAll(() => {
  for (const [file, bytes] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), bytes)
  }
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  console.log(`${runs} broken catalogues, ${found} problems, the slowest took ${Math.round(slowest)} ms`)
})

/** Loads the shop with one file replaced, and puts the file back. A config of which nothing is left may be refused in words. */
async function loadWith(file: string, bytes: Uint8Array): Promise<FlatCatalogue | OperationalError> {
  writeFileSync(join(root, file), bytes)
  try {
    return await loadFlat({ root, env: {}, now: new Date('2026-06-15T12:00:00Z'), everyStore: true })
  } catch (error) {
    if (error instanceof OperationalError) return error
    throw error
  } finally {
    writeFileSync(join(root, file), texts.get(file) ?? '')
  }
}

/** What is wrong when the shop is loaded with one file replaced, shown in every format, explained, and the file laid out anew. */
async function faultsWith(file: string, bytes: Uint8Array): Promise<unknown[]> {
  const faults: unknown[] = []
  const took = await cpuMs(async () => {
    const loaded = await loadWith(file, bytes)
    faults.push(...(loaded instanceof OperationalError ? errorFaults(loaded) : problemFaults(loaded)))
    if (file.endsWith('.yaml')) faults.push(...formFaults(file, Buffer.from(bytes).toString('utf8')))
  })
  runs += 1
  slowest = Math.max(slowest, took)
  return took < mostMs ? faults : [...faults, `${took} ms`]
}

function errorFaults(error: OperationalError): unknown[] {
  return error.fix === undefined ? [error] : []
}

/** A problem without words, or with a place outside of its file, or a text that a terminal would act on. */
function problemFaults(loaded: FlatCatalogue): unknown[] {
  const { problems, textOf, locate } = loaded
  found += problems.length
  const isAstray = (span: SourceSpan): boolean => {
    const { file, start, end } = span
    const { line, column } = locate(span)
    return file === '' || start < 0 || end < start || end > textOf(file).length || line < 1 || column < 1
  }
  const astray = problems.filter(({ at, related }) => isAstray(at) || (related !== null && isAstray(related.at)))
  const silent = problems.filter(({ rule, message }) => message === '' || !rulePages.some(({ id }) => id === rule))
  const shown = problemsText(problems, loaded, { theme: plainTheme })
  const sources = { textOf, locate, folder: '' }
  const formats = [
    shown,
    problemsJson(problems, loaded),
    problemsGithub(problems, sources),
    problemsSarif(problems, sources, { version: '0', pages: rulePages }),
  ]
  const harmful = formats.filter(isHarmful)
  const addresses = [...addressIndex(loaded.desired).keys()].slice(0, 3)
  const unexplained = addresses.filter((address) => explainAddress(loaded, address, textOf).rows.length === 0)
  return [...astray, ...silent, ...harmful, ...(/ in \d+ files$/.test(shown) ? [] : [shown]), ...unexplained]
}

/** `fmt` gives a text, problems or a reason; what it wrote once it writes again. */
function formFaults(file: string, text: string): unknown[] {
  const kind = file === 'planogram.yaml' ? 'config' : 'catalogue'
  const once = formatDocument(file, text, { kind })
  if (!('text' in once)) return []
  const twice = formatDocument(file, once.text, { kind })
  return 'text' in twice && twice.text === once.text ? [] : [{ text, once, twice }]
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

test('documents whose values were exchanged, aliased, tagged, nested or made of another kind never crash or hang', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...yamls), anyDamages, async (file, damages) => {
      expect(await faultsWith(file, Buffer.from(damaged(Buffer.from(texts.get(file) ?? []).toString('utf8'), damages)))).toEqual([])
    }),
    { numRuns, seed },
  )

  expect(found).toBeGreaterThan(numRuns)
}, 1_200_000)

test('files whose bytes were damaged, texts and pictures too, never crash or hang, and their problems have places', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), anyMutation, async (file, mutations) => {
      expect(await faultsWith(file, mutated(texts.get(file) ?? new Uint8Array(), mutations))).toEqual([])
    }),
    { numRuns, seed },
  )

  expect(found).toBeGreaterThan(numRuns)
}, 1_200_000)

test('random bytes and random YAML never crash or hang, and their problems have places', async () => {
  const yaml = fc
    .array(fc.oneof(fc.constantFrom(...words, 'a', 'TEE', 'title', 'groups:', 'price', ' ', '  '), fc.string({ maxLength: 5 })), {
      maxLength: 60,
    })
    .map((parts) => Buffer.from(parts.join('')))
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), yaml, yaml)

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), bytes, async (file, content) => {
      expect(await faultsWith(file, content)).toEqual([])
    }),
    { numRuns, seed },
  )

  expect(found).toBeGreaterThan(numRuns)
}, 1_200_000)
