import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { planogram, projectRoot } from '../support/command-line.ts'

const names = { catalogue: 'catalogue', overlay: 'overlay', config: 'planogram', plan: 'plan', problems: 'problems' } as const

test.each(Object.entries(names))('schema %s prints what is published', async (name, file) => {
  const ended = await planogram(projectRoot, ['schema', name])

  expect(ended).toEqual({ exitCode: 0, stdout: readFileSync(join(projectRoot, 'schemas', `${file}.schema.json`), 'utf8'), stderr: '' })
})

test('--out writes all of them, over those of another version', async () => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-schema-'))

  const first = await planogram(root, ['schema', '--out', 'made'])
  const again = await planogram(root, ['schema', '--out', 'made', '--draft', '2020-12'])
  const files = readdirSync(join(root, 'made'))
  const drafts = files.map((file) => {
    const schema: unknown = JSON.parse(readFileSync(join(root, 'made', file), 'utf8'))
    return z.object({ $schema: z.string() }).parse(schema).$schema
  })
  rmSync(root, { recursive: true, force: true })

  expect([first.exitCode, again.exitCode]).toEqual([0, 0])
  expect(first.stdout.split('\n')).toEqual([
    ...Object.values(names)
      .map((name) => join('made', `${name}.schema.json`))
      .toSorted(byPlace),
    '',
  ])
  expect(drafts).toEqual(files.map(() => 'https://json-schema.org/draft/2020-12/schema'))
  expect(files.length).toBe(5)
})

function byPlace(a: string, b: string): number {
  const order = ['catalogue', 'overlay', 'planogram', 'plan.', 'problems']
  return order.findIndex((word) => a.includes(`/${word}`)) - order.findIndex((word) => b.includes(`/${word}`))
}

test.each(['7', '2020-12'])('every schema of draft %s says what each key means', async (draft) => {
  const silent: string[] = []
  let seen = 0
  for (const name of ['catalogue', 'config']) {
    const { stdout } = await planogram(projectRoot, ['schema', name, '--draft', draft])
    walk(JSON.parse(stdout), (key, property, definitions) => {
      seen += 1
      const { $ref, ...own } = property
      const meant = typeof $ref === 'string' ? definitions[$ref.split('/').at(-1) ?? ''] : own
      if (!JSON.stringify(meant).includes('"description"') && !JSON.stringify(meant).includes('"title"')) silent.push(key)
    })
  }

  expect(silent).toEqual([])
  expect(seen).toBeGreaterThan(150)
})

type Json = Readonly<Record<string, unknown>>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

/** Every property of every map below a schema. */
function walk(schema: unknown, visit: (key: string, property: Json, definitions: Json) => void): void {
  const shared = isJson(schema) ? (schema['definitions'] ?? schema['$defs']) : undefined
  const definitions = isJson(shared) ? shared : {}
  const open: unknown[] = [schema]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isJson(node)) continue
    const properties = isJson(node['properties']) ? Object.entries(node['properties']) : []
    for (const [key, property] of properties) visit(key, isJson(property) ? property : {}, definitions)
    open.push(...Object.values(node))
  }
}
