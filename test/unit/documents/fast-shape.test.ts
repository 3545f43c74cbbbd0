import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sections } from '../../../src/documents/catalogue-document.ts'
import { configDocument } from '../../../src/documents/config-document.ts'
import { fastShape } from '../../../src/documents/fast-shape.ts'
import { readYaml } from '../../../src/yaml/read-yaml.ts'
import { type Plain, plainOf, type SourceNode } from '../../../src/yaml/source-node.ts'

const projectRoot = join(import.meta.dirname, '..', '..', '..')

/** The values of all YAML of the project. */
const corpus = ['test', 'catalog.example', 'examples'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => {
      const { root } = readYaml(file, readFileSync(join(projectRoot, folder, file), 'utf8'))
      return root ? [plainOf(root)] : []
    }),
)

const entrySchemas: Readonly<Record<string, z.ZodType>> = {
  products: sections.products.entry,
  categories: sections.categories.entry,
  groups: sections.groups.entry,
  price_lists: sections.price_lists.entry,
}

function nodeOf(plain: Plain): SourceNode {
  const place = { start: 0, end: 0 }
  if (typeof plain === 'string') return { kind: 'scalar', text: plain, ...place }
  if (Array.isArray(plain)) return { kind: 'list', items: plain.map(nodeOf), ...place }
  const entries = Object.entries(plain).map(([key, value]) => [key, { key: place, value: nodeOf(value) }] as const)
  return { kind: 'map', entries: new Map(entries), ...place }
}

interface Sample {
  readonly schema: z.ZodType
  readonly plain: Plain
}

function isMap(plain: Plain | undefined): plain is { [key: string]: Plain } {
  return typeof plain === 'object' && !Array.isArray(plain)
}

const samples: readonly Sample[] = corpus.flatMap((plain) => {
  if (!isMap(plain)) return []
  const entries = Object.entries(entrySchemas).flatMap(([section, schema]) =>
    Object.values(isMap(plain[section]) ? plain[section] : {}).map((entry): Sample => ({ schema, plain: entry })),
  )
  return 'stores' in plain ? [...entries, { schema: configDocument, plain }] : entries
})

/** Counts where the fast reader found a value; it must be that of zod, with its keys in the same order. */
function compare({ schema, plain }: Sample, counts: { fast: number; slow: number; wrong: number }): void {
  const fast = fastShape(schema, nodeOf(plain))
  const parsed = schema.safeParse(plain)
  const isSame = fast === undefined || (parsed.success && JSON.stringify(fast) === JSON.stringify(parsed.data))
  expect(isSame, JSON.stringify(plain)).toBe(true)
  counts[fast !== undefined ? 'fast' : parsed.success ? 'slow' : 'wrong'] += 1
}

test('every entry of the project is as zod parses it, and none of the right ones is left to zod', () => {
  const counts = { fast: 0, slow: 0, wrong: 0 }

  for (const sample of samples) compare(sample, counts)

  expect(counts.fast).toBeGreaterThan(500)
  expect(counts.wrong).toBeGreaterThan(10)
  expect(counts.slow).toBe(0)
})

const pieces = fc.constantFrom<Plain>(
  '',
  'x',
  '12',
  '-1',
  '1.50',
  'true',
  '2026-02-30',
  '2026-12-01',
  [],
  {},
  ['a'],
  [['a']],
  { a: '1' },
  { file: 'x' },
)

/** A value with one part replaced, moved or added, wherever the numbers lead. */
function damaged(plain: Plain, path: readonly number[], piece: Plain): Plain {
  const [step, ...rest] = path
  if (step === undefined || typeof plain === 'string') return piece
  if (Array.isArray(plain))
    return plain.length === 0 ? [piece] : plain.map((item, index) => (index === step % plain.length ? damaged(item, rest, piece) : item))
  const keys = Object.keys(plain)
  const key = keys[step % (keys.length + 1)]
  if (key === undefined) return { ...plain, [step % 2 === 0 ? 'title' : 'other']: piece }
  return Object.fromEntries(Object.entries({ ...plain, [key]: damaged(plain[key] ?? '', rest, piece) }).toReversed())
}

test('damaged entries are as zod parses them, or left to it', () => {
  const counts = { fast: 0, slow: 0, wrong: 0 }
  const damages = fc.record({ path: fc.array(fc.nat(30), { maxLength: 4 }), piece: pieces })

  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(damages, { maxLength: 3 }), ({ schema, plain }, chosen) =>
      compare({ schema, plain: chosen.reduce((value, { path, piece }) => damaged(value, path, piece), plain) }, counts),
    ),
    { numRuns: 3_000, seed: 1 },
  )

  expect(counts.fast).toBeGreaterThan(100)
  expect(counts.wrong).toBeGreaterThan(100)
  expect(counts.slow).toBeLessThan(counts.fast)
})

test.each<[string, z.ZodType, Plain]>([
  ['a text that zod trims', z.string().trim(), ' a'],
  ['a text with a default', z.strictObject({ a: z.string().default('x') }), {}],
  ['a converted text', z.string().transform(Number), '1'],
  ['an address', z.url(), 'http://a'],
  ['a map with other keys', z.looseObject({ a: z.string() }), { a: '1', b: '1' }],
  ['a map whose keys have a check', z.record(z.string().min(1), z.string()), { a: '1' }],
  ['a list with a check', z.array(z.string()).min(1), ['a']],
  ['a text with the longest length', z.string().max(2), 'a'],
  ['a pattern with a state', z.string().regex(/a/g), 'a'],
  ['a map with a check', z.strictObject({ a: z.string() }).refine(() => true), { a: '1' }],
  ['two kinds of map', z.union([z.strictObject({ a: z.string() }), z.record(z.string(), z.string())]), { a: '1' }],
  ['a list for a map', z.union([z.strictObject({ a: z.string().optional() }), z.array(z.string())]), []],
])('%s is left to zod', (_, schema, plain) => {
  expect(fastShape(schema, nodeOf(plain))).toBeUndefined()
  expect(schema.safeParse(plain).success).toBe(true)
})
