import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'
import { environmentVariables } from './environment-table.ts'
import { configPage, keysPage } from './keys-pages.ts'

const root = resolve(import.meta.dirname, '../..')

test('docs/keys.md and docs/config.md are what the schemas make; `npm run generate` writes them', () => {
  expect(readFileSync(join(root, 'docs/keys.md'), 'utf8')).toBe(keysPage())
  expect(readFileSync(join(root, 'docs/config.md'), 'utf8')).toBe(configPage())
})

/** Names of keys anywhere in a schema. */
function keysIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysIn)
  if (schema === null || typeof schema !== 'object') return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...keysIn(value),
  ])
}

test.each([
  ['catalogue', keysPage()],
  ['planogram', configPage()],
])('every key of the schema %s has a row', (name, page) => {
  const schema: unknown = JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8'))

  const keys = [...new Set(keysIn(schema))].filter((key) => key !== 'file')
  const missing = keys.filter((key) => !page.includes(`\n| \`${key}\` `))

  expect(missing).toEqual([])
  expect(page.split('\n').filter((line) => /^\|.*\| *\|$/.test(line) && line !== '| key | value | |')).toEqual([])
  expect(keys.length).toBeGreaterThan(50)
})

test('the config of the page is valid', async () => {
  const [, config = ''] = /```yaml\n([^]*?)```/.exec(configPage()) ?? []
  using shop = shopFolder({ 'planogram.yaml': config, 'overlays/production/.keep': '' })

  const { exitCode, stdout } = await planogram(shop.root, ['validate'])

  expect([exitCode, stdout]).toEqual([0, 'No problems\n'])
  expect(Object.keys(parse(config))).toHaveLength(4)
})

test('the table of environment variables has those that the code reads', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(?:emulator|pull-request)\//.test(file),
  )

  const read = files.flatMap((file) =>
    readFileSync(join(root, 'src', file), 'utf8')
      .split('\n')
      .filter((line) => !/^ *(?:\*|\/\/|\/\*)/.test(line))
      .flatMap((line) => [...line.matchAll(/\benv\[(?:'([A-Z_]+)'|`\$\{origin\}(_HOST)`)\]/g)])
      .map(([, name, suffix]) => name ?? `*${suffix}`),
  )

  // NODE_ENV is set for React; HOME and the others are named in the row of another variable.
  const named = JSON.stringify(environmentVariables)
  expect([...new Set(read)].filter((name) => name !== 'NODE_ENV' && !named.includes(name))).toEqual([])
  expect(new Set(read).size).toBeGreaterThan(12)
})
