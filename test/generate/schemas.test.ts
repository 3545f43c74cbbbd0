import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { schemaText } from '../../src/documents/json-schema.ts'
import { jsonSchemas } from '../../src/documents/published-schemas.ts'
import { schemaFiles } from '../../src/cli/commands/schema.ts'

const root = resolve(import.meta.dirname, '../..')
const example = join(root, 'catalog.example')
const documents = readdirSync(example, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .toSorted()

/** What an editor says of a document: the published schema against the YAML as values. */
function accepts(schema: string, value: unknown): boolean {
  const published: unknown = JSON.parse(readFileSync(join(root, 'schemas', schema), 'utf8'))
  return z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success
}

/** The schema that a document of the example is written for. */
function schemaFor(file: string): string {
  if (file === 'planogram.yaml') return 'planogram.schema.json'
  return file.startsWith('overlays/') ? 'overlay.schema.json' : 'catalogue.schema.json'
}

function withProduct(fields: Readonly<Record<string, unknown>>): unknown {
  return { products: { TEE: { title: 'Tee', ...fields } } }
}

test('the committed schemas are what the code makes; `npm run generate` writes them', () => {
  const made = Object.keys(schemaFiles('7')).length

  const committed = readdirSync(join(root, 'schemas')).map((name) => [name, readFileSync(join(root, 'schemas', name), 'utf8')])

  expect(Object.fromEntries(committed)).toEqual(schemaFiles('7'))
  expect(made).toBe(5)
})

test('every schema and everything that a person may write has a title or a description', () => {
  const catalogue = jsonSchemas()['catalogue.schema.json']
  const sections = Object.entries(catalogue?.properties ?? {})

  const silent = sections.filter(([, section]) => typeof section === 'boolean' || !section.description)

  expect(catalogue?.title).toBe('Planogram catalogue')
  expect(silent).toEqual([])
  expect(sections.map(([name]) => name)).toEqual([
    'defaults',
    'groups',
    'categories',
    'price_lists',
    'products',
    'webhooks',
    'expect',
    'moved',
  ])
})

test('every key that may be written, at any depth, says what it is, and every part has a name', () => {
  const schemas: readonly Part[] = Object.values(jsonSchemas()).map((schema) => JSON.parse(schemaText(schema)))

  const found = schemas.flatMap((schema) => keysBelow(schema, schema.definitions ?? {}))

  expect(found.filter(({ description }) => !/^.{10,}[.]$/.test(description))).toEqual([])
  expect(schemas.flatMap(({ definitions = {} }) => Object.keys(definitions).filter((name) => name.startsWith('part')))).toEqual([])
  expect(found.length).toBeGreaterThan(200)
})

interface Part {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Part>>
  readonly definitions?: Readonly<Record<string, Part>>
  readonly anyOf?: readonly Part[]
  readonly items?: Part
  readonly additionalProperties?: Part | boolean
}

/** Each key of a schema and of its parts. A description stands beside a reference, or in what it leads to. */
function keysBelow(schema: Part, shared: Readonly<Record<string, Part>>): { key: string; description: string }[] {
  const { properties = {}, definitions = {}, anyOf = [], items = false, additionalProperties = false } = schema
  const own = Object.entries(properties).map(([key, { description, $ref = '' }]) => ({
    key,
    description: description ?? shared[$ref.split('/').at(-1) ?? '']?.description ?? '',
  }))
  const inner = [...Object.values(properties), ...Object.values(definitions), ...anyOf, items, additionalProperties]
  return [...own, ...inner.flatMap((part) => (typeof part === 'boolean' ? [] : keysBelow(part, shared)))]
}

test('every document of the example names its schema by the right path', () => {
  const lines = documents.map((file) => [file, readFileSync(join(example, file), 'utf8').split('\n')[0]])

  expect(lines).toEqual(
    documents.map((file) => {
      const schema = schemaFor(file)
      const path = relative(resolve(example, file, '..'), join(root, 'schemas', schema))
      return [file, `# yaml-language-server: $schema=${path}`]
    }),
  )
  expect(documents.length).toBeGreaterThan(12)
})

test('the schemas accept every document of the example', () => {
  const refused = documents.filter((file) => {
    return !accepts(schemaFor(file), parse(readFileSync(join(example, file), 'utf8'), { logLevel: 'error' }))
  })

  expect(refused).toEqual([])
})

test('an overlay may remove and leave out what a catalogue must have, and nothing else', () => {
  const overlay = parse('products: { TEE: { title: !remove , options: { size: { label: S } } }, MUG: !remove }\n', { logLevel: 'silent' })

  expect(accepts('overlay.schema.json', overlay)).toBe(true)
  expect(accepts('catalogue.schema.json', overlay)).toBe(false)
  expect(accepts('overlay.schema.json', withProduct({ titel: 'Tee' }))).toBe(false)
  expect(accepts('overlay.schema.json', withProduct({ price: 'cheap' }))).toBe(false)
})

test('the schemas refuse a mistyped key, a wrong type and a word that is none of the choices', () => {
  expect(accepts('catalogue.schema.json', withProduct({ price: 19.95, meta_title: 'T' }))).toBe(true)
  expect(accepts('catalogue.schema.json', withProduct({ titel: 'Tee' }))).toBe(false)
  expect(accepts('catalogue.schema.json', withProduct({ inactive: 'maybe' }))).toBe(false)
  expect(accepts('catalogue.schema.json', { groups: { vip: { subscribable: 'all' } } })).toBe(false)
  expect(accepts('planogram.schema.json', { stores: { local: { emulator: true } }, guard: {} })).toBe(false)
})
