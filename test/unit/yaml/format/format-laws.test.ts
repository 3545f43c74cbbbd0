import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { formatDocument } from '../../../../src/documents/format/format-document.ts'
import { readYaml } from '../../../../src/yaml/read-yaml.ts'
import { type Plain, plainOf } from '../../../../src/yaml/source-node.ts'
import { anyDocument } from '../../../support/any-document.ts'
import { loadFlat } from '../../../support/written-catalogue.ts'
import { isWhole } from '../../../support/whole.ts'

const runs = isWhole ? 20_000 : 30
/** For the full number of runs. */
const timeout = 1_800_000
const example = resolve(import.meta.dirname, '../../../../catalog.example')
const documents = readdirSync(example, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .toSorted()

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The values of a document without the order of keys, which fmt changes. */
function meaning(text: string): unknown {
  const { root, problems } = readYaml('', text, { isOverlay: true })
  return [root && sorted(plainOf(root)), problems.map(({ rule }) => rule).toSorted()]
}

function sorted(value: Plain): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

interface Seen {
  formatted: number
  broken: number
  /** Left alone though it is not broken: only for a %directive, or what is no map of plain keys. */
  readonly leftAlone: Set<string>
}

/** Holds the laws for one text, and counts it. */
function holdLaws(text: string, seen: Seen): void {
  const result = formatDocument('x.yaml', text)
  if ('problems' in result) seen.broken += 1
  else if ('leftAlone' in result) seen.leftAlone.add(result.leftAlone)
  else seen.formatted += 1
  const made = 'text' in result ? result.text : text
  const before = JSON.stringify(meaning(text))
  expect(made === text ? before : JSON.stringify(meaning(made))).toBe(before)
  expect(formatDocument('x.yaml', made)).toEqual('text' in result ? { text: made } : result)
}

test(
  'law: formatting keeps the values of a document, and formatting again changes nothing',
  () => {
    const seen: Seen = { formatted: 0, broken: 0, leftAlone: new Set() }

    fc.assert(
      fc.property(anyDocument, (text) => holdLaws(text, seen)),
      { numRuns: runs, seed: 4 },
    )

    expect(seen.formatted).toBeGreaterThan(runs / 2)
    expect([...seen.leftAlone]).toEqual([])
  },
  timeout,
)

test(
  'law: the same is true for damaged documents of the example',
  () => {
    const seen: Seen = { formatted: 0, broken: 0, leftAlone: new Set() }
    const texts = documents.map((file) => readFileSync(join(example, file), 'utf8'))
    const pieces = fc.constantFrom(
      '\n',
      '  ',
      '"',
      "'",
      '#',
      ' # c',
      ' # planogram-ignore: price-zero\n',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '|',
      '>',
      '!remove ',
      '\t',
      ',',
      '\r\n',
      '---\n',
      '',
    )
    const damage = fc.record({ at: fc.nat(), cut: fc.nat({ max: 12 }), piece: pieces })

    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(damage, { minLength: 1, maxLength: 6 }), (text, all) => {
        const damaged = all.reduce((current, { at, cut, piece }) => {
          const place = at % current.length
          return current.slice(0, place) + piece + current.slice(place + cut)
        }, text)
        holdLaws(damaged, seen)
      }),
      { numRuns: runs, seed: 5 },
    )

    expect(seen.formatted).toBeGreaterThan(runs / 10)
    expect(seen.broken).toBeGreaterThan(runs / 10)
    expect([...seen.leftAlone].filter((why) => !why.startsWith('it has a %directive'))).toEqual([])
  },
  timeout,
)

/** A copy of the example with every document written another way by the YAML library. */
function rewritten(options: { readonly flow: boolean; readonly quotes: 'QUOTE_DOUBLE' | 'PLAIN' }): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-fmt-'))
  folders.push(folder)
  cpSync(example, folder, { recursive: true, filter: (path) => !path.includes('.planogram') })
  for (const file of documents) {
    const document = parseDocument(readFileSync(join(folder, file), 'utf8'), { schema: 'failsafe' })
    const text = document.toString({
      indent: 4,
      lineWidth: 60,
      collectionStyle: options.flow ? 'flow' : 'block',
      defaultStringType: options.quotes,
      defaultKeyType: 'PLAIN',
    })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

async function understood(root: string): Promise<unknown> {
  const { desired, problems, expectations } = await loadFlat({ root, env: {} })
  return JSON.parse(
    JSON.stringify({ desired, problems: problems.map(({ rule, message }) => [rule, message]), expectations }, (key, value: unknown) =>
      key === 'source' || key === 'spans' || key === 'at' || key === 'declaredAt' ? undefined : value,
    ),
  )
}

test.each([
  { flow: false, quotes: 'PLAIN' },
  { flow: false, quotes: 'QUOTE_DOUBLE' },
  { flow: true, quotes: 'PLAIN' },
] as const)('law: the example, written %o, loads the same after fmt as before', async (style) => {
  const root = rewritten(style)
  const before = await understood(root)

  for (const file of documents) {
    const result = formatDocument(file, readFileSync(join(root, file), 'utf8'), {
      kind: file === 'planogram.yaml' ? 'config' : 'catalogue',
    })
    writeFileSync(join(root, file), 'text' in result ? result.text : '')
  }

  expect(await understood(root)).toEqual(before)
  expect(await understood(root)).toEqual(await understood(example))
})

test('the example is in canonical form', () => {
  const others = documents.filter((file) => {
    const text = readFileSync(join(example, file), 'utf8')
    const result = formatDocument(file, text, { kind: file === 'planogram.yaml' ? 'config' : 'catalogue' })
    return !('text' in result) || result.text !== text
  })

  expect(others).toEqual([])
  expect(documents.length).toBeGreaterThan(15)
})
