import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaFiles } from '../../src/cli/commands/schema.ts'
import { planogram, projectRoot } from '../support/command-line.ts'
import { LanguageServer } from '../support/language-server.ts'
import { shopFolder } from '../support/shop-folder.ts'

/** What the example and `init --vscode` give an editor, in the server that editors use. */
const settings = {
  customTags: ['!remove scalar', '!replace mapping'],
  validate: true,
  hover: true,
  completion: true,
  format: { enable: false },
}

let folder = ''
let server: LanguageServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-editor-'))
  await planogram(folder, ['init', '--yes', '--vscode'])
  server = await LanguageServer.start(folder, settings)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a text at the first `|` in it, which is taken out. */
async function opened(
  name: string,
  marked: string,
): Promise<{ path: string; at: { line: number; character: number }; messages: string[] }> {
  const path = join(folder, name)
  const offset = marked.indexOf('|')
  const before = marked.slice(0, offset).split('\n')
  const diagnostics = await server.open(path, marked.replace('|', ''))
  const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { path, at, messages: diagnostics.map(({ message, range }) => `${range.start.line + 1}: ${message}`) }
}

const line = (schema: string): string => `# yaml-language-server: $schema=schemas/${schema}.schema.json\n`

test('init told the editor of the tags of overlays', () => {
  const written: unknown = JSON.parse(readFileSync(join(folder, '.vscode/settings.json'), 'utf8'))

  expect(written).toEqual({ 'yaml.customTags': settings.customTags, 'yaml.format.enable': false })
})

test('no document of init and of the example has a fault', async () => {
  const example = join(projectRoot, 'catalog.example')
  const files = [folder, example].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml') && !file.startsWith('.'))
      .map((file) => join(root, file)),
  )

  // The server waits before it looks at a document, at each on its own.
  const faults = await Promise.all(
    files.map(async (file) => {
      const found = await server.open(file, readFileSync(file, 'utf8'))
      return found.map(({ message, range }) => `${file}:${range.start.line + 1}: ${message}`)
    }),
  )

  expect(faults.flat()).toEqual([])
  expect(files.length).toBeGreaterThan(20)
})

test('a mistyped key, a wrong word and a wrong type are marked where they stand', async () => {
  const text = `${line('catalogue')}groups:
  vip: { title: VIP, subscribable: everybody }
products:
  TEE:
    titel: Tee
    price: cheap|
    inactive: maybe
`

  const { messages } = await opened('broken.yaml', text)

  expect(messages.toSorted()).toEqual([
    '3: Value is not accepted. Valid values: "public", "private".',
    '6: Property titel is not allowed.',
    '7: Expected a price such as 19.95, digits with a point.',
    '8: Incorrect type. Expected "boolean".',
  ])
})

const numbers = [
  'price: -1',
  'price: 0',
  'weight: -0.5',
  'inventory: { quantity: -3 }',
  'pricing: { extends: tees, factor: 0 }',
  'pricing: { extends: tees, factor: 0.5, difference: -1, round: -1 }',
  'pricing: { extends: tees, difference: -1, round: 0.05 }',
  'pricing: { breaks: [-1], prices: { default: [-2] } }',
  'pricing: { entries: [{ start: 0, end: 9, price: -1 }] }',
]
const settingsOfConfig = [
  'guards: { max_removals: -1 }',
  'guards: { max_removals: 0, hide: 5% }',
  'guards: { price_floor: -1 }',
  'guards: { grid_rows: 0 }',
  'limits: { concurrency: 0 }',
  'limits: { requests_per_second: 0 }',
  'limits: { requests_per_second: 0.01 }',
  'retention: { runs: 0 }',
  'images: { main: -5 }',
  'currencies: { rates: { EUR: -1 } }',
  'stores: {}',
  'stores: { shop: { base_url: shop.example } }',
  'stores: { shop: { base_url: "http://shop.example" } }',
  'stores: { shop: { base_url: "http://127.0.0.1:8080" } }',
  'stores: { shop: { base_url: "HTTPS://shop.example/shop" } }',
  'stores: { shop: { base_url: "https://shop.example", key: $KEY } }',
  "stores: { shop: { base_url: 'https://shop.example', key: '${KEY}' } }",
]

test('numbers, addresses and keys are marked where validate rejects them, and nowhere else', async () => {
  const lines = [...numbers.map((value, index) => `  P${index}: { ${value} }`), 'expect: [{ sku: P0, quantity: 0, price: 1 }]']
  const broken = await opened('numbers.yaml', `${line('catalogue')}products:\n${lines.join('\n')}\n|`)
  const configs = await Promise.all(settingsOfConfig.map((text, index) => opened(`config-${index}.yaml`, `${line('planogram')}${text}|\n`)))

  const marked = new Set(broken.messages.map((message) => Number(message.split(':')[0]) - 3))
  using shop = shopFolder({
    'shop.yaml': `price_lists: { tees: { breaks: [0], prices: { default: [3] } } }\nproducts:\n${lines.join('\n')}\n`,
  })
  const { stdout } = await planogram(shop.root, ['validate'])
  const rejected = await Promise.all(
    settingsOfConfig.map(async (text) => {
      using other = shopFolder({ 'planogram.yaml': `${text}\n` })
      return (await planogram(other.root, ['validate'])).exitCode !== 0
    }),
  )

  const refused = new Set([...stdout.matchAll(/^error\[wrong-type\]: .*\n  --> shop\.yaml:(\d+):/gm)].map(([, place]) => Number(place) - 3))

  expect(lines.filter((_, index) => marked.has(index))).toEqual(lines.filter((_, index) => refused.has(index)))
  expect(settingsOfConfig.filter((_, index) => configs[index]?.messages.length !== 0)).toEqual(
    settingsOfConfig.filter((_, index) => rejected[index]),
  )
  expect([marked.size, rejected.filter(Boolean).length]).toEqual([7, 12])
})

test('keys of a product are offered with what they mean', async () => {
  const { path, at } = await opened('complete.yaml', `${line('catalogue')}products:\n  TEE:\n    title: Tee\n    |\n`)

  const offered = await server.complete(path, at)

  expect(offered).toEqual(expect.arrayContaining(['price', 'pricing', 'categories', 'options', 'variants', 'inventory']))
  expect(offered).not.toContain('title')
})

test.each([
  [
    'the widgets of an option',
    'catalogue',
    'products:\n  TEE:\n    options:\n      size:\n        widget: |\n',
    ['select', 'breaking_radio_preselect'],
  ],
  ['true and false', 'catalogue', 'products:\n  TEE:\n    inactive: |\n', ['true', 'false']],
  ['what happens to products that leave', 'planogram', 'manage:\n  prune:\n    products: |\n', ['keep', 'retire', 'delete']],
  ['an example of a matrix', 'catalogue', 'products:\n  TEE:\n    variants:\n      matrix: |\n', ['"{sku}-{size}-{colour}"']],
  ['an example of a date', 'catalogue', 'products:\n  TEE:\n    merchandising:\n      start_date: |\n', ['2026-12-01']],
])('values are offered: %s', async (name, schema, text, expected) => {
  const { path, at } = await opened(`values-${name.replaceAll(' ', '-')}.yaml`, line(schema) + text)

  const offered = await server.complete(path, at)

  expect(offered).toEqual(expect.arrayContaining(expected))
})

test('the pointer shows what a key means, in documents, parts that are shared, and the config', async () => {
  const product = await opened('hover.yaml', `${line('catalogue')}products:\n  TEE:\n    attri|butes: { Material: Cotton }\n`)
  const grid = await opened(
    'hover-grid.yaml',
    `${line('catalogue')}products:\n  TEE:\n    pricing: { brea|ks: [0], prices: { default: [1] } }\n`,
  )
  const config = await opened('hover-config.yaml', `${line('planogram')}guards: { price_ch|ange: 30% }\n`)

  const shown = await Promise.all([product, grid, config].map(({ path, at }) => server.hover(path, at)))

  expect(shown[0]).toContain('Properties of the product, label: value, in this order.')
  expect(shown[1]).toContain('Start quantity of each break; the last break has no end.')
  expect(shown[2]).toContain('Largest change of a price that a customer pays')
})

test('a field, a choice and what is wrong are said in words for the person who writes it', async () => {
  const picture = await opened('picture.yaml', `${line('catalogue')}products:\n  TEE:\n    extra_images:\n      - ima|ge: images/a.jpg\n`)
  const choice = await opened('choice.yaml', `${line('catalogue')}groups:\n  vip:\n    subscribable: |private\n`)
  const removed = await opened('removed.yaml', `${line('overlay')}products:\n  TEE:\n    pri|ce: !remove\n`)
  const wrong = await opened('wrong.yaml', `${line('catalogue')}products:\n  TEE:\n    title: Tee\n    options: [size]|\n`)

  const [pictureWords, choiceWords, removedWords] = await Promise.all(
    [picture, choice, removed].map(({ path, at }) => server.hover(path, at)),
  )

  expect(pictureWords).toContain('A path from the catalogue root, or with ./ from the folder of this document.')
  expect(choiceWords).toContain('* `private`: Only the shop adds and removes customers.')
  expect(removedWords).toContain('Price for everybody and every quantity')
  expect(removedWords).toContain('Removed here: not managed for this store.')
  expect(wrong.messages).toEqual(['5: Incorrect type. Expected "Options".'])
})

test('an overlay may take away and replace, and a mistyped key is still marked', async () => {
  const text = `${line('overlay')}products:
  TEE: !remove
  MUG:
    price: !remove
    options: !replace
      size: { values: { s: S } }
    titel: Mug|
`

  const { messages } = await opened('over.yaml', text)

  expect(messages).toEqual([expect.stringMatching(/^8: Property titel is not allowed/)])
})

test('the schemas of draft 2020-12 say the same to the server', async () => {
  mkdirSync(join(folder, 'new'), { recursive: true })
  for (const [name, text] of Object.entries(schemaFiles('2020-12'))) writeFileSync(join(folder, 'new', name), text)
  const head = '# yaml-language-server: $schema=new/catalogue.schema.json\n'

  const { messages, path, at } = await opened('new.yaml', `${head}products:\n  TEE:\n    titel: Tee\n    pricing: { bre|aks: [0] }\n`)

  expect(messages).toEqual([expect.stringMatching(/^4: Property titel is not allowed/)])
  expect(await server.hover(path, at)).toContain('Start quantity of each break; the last break has no end.')
})
