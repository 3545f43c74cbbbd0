import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { projectRoot, runBuilt } from '../support/command-line.ts'
import { runRecorded } from '../support/recorded-run.ts'
import { shopFolder } from '../support/shop-folder.ts'

interface Loaded {
  readonly exitCode: number
  readonly packages: readonly string[]
  readonly slow: readonly string[]
  readonly own: number
}

/** What Node loads where a module imports `node:util` or `node:crypto` by name, whatever it imports of them. */
const unused = ['worker_threads', 'internal/util/parse_args/parse_args', 'internal/crypto/webcrypto']
/** Parts of Node that take time. An import of `node:http` by name makes Node load its own copy of undici, which takes 40 ms. */
const slowParts = ['sqlite', 'assert', 'child_process', 'http', 'https', 'tls', 'internal/deps/undici/undici', ...unused]

/**
 * What a command loads: the packages, the parts of Node that take time, and the number of own files. `file`: where it is recorded; a plan of
 * another environment is another plan.
 */
async function loadedBy(args: readonly string[], env: Readonly<Record<string, string>> = {}, file?: string): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-loads-'))
  const record = file ?? join(folder, 'loads.txt')
  writeFileSync(record, '')
  try {
    const { exitCode, loads } = await runRecorded(args, record, env)
    // These are joined with the program, each in files of its own.
    const packages = namesIn(loads, [
      /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/,
      /\/dist\/cli\/(commander|zod|undici|webdav|yaml|ink|react)[-.]/,
    ])
    const unjoined = namesIn(loads, [/.*\/node_modules\/(commander|zod|undici|webdav|yaml|ink|react)\//])
    const slow = [...slowParts.map((part) => `NativeModule ${part}`), 'Intl.DateTimeFormat'].filter((name) => loads.includes(name))
    const own = loads.filter((url) => url.startsWith('file:') && url.includes('/dist/') && !url.includes('/node_modules/'))
    expect(unjoined).toEqual([])
    return { exitCode, packages, slow, own: own.length }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function namesIn(loads: readonly string[], patterns: readonly RegExp[]): readonly string[] {
  return [...new Set(loads.flatMap((url) => patterns.map((pattern) => pattern.exec(url)?.[1] ?? [])).flat())].toSorted()
}

test.each(['--version', '-V'])('%s loads no package and one file beside the start of the program', async (flag) => {
  const loaded = await loadedBy([flag])

  expect(loaded).toEqual({ exitCode: 0, packages: [], slow: [], own: 2 })
})

test('--help loads the packages of the command line, and no command', async () => {
  const { own, ...loaded } = await loadedBy(['--help'])

  expect(loaded).toEqual({ exitCode: 0, packages: ['commander', 'zod'], slow: [] })
  expect(own).toBeLessThan(60)
})

test('validate loads nothing of a store, a state or a screen, and no YAML library for documents that the strict reader takes', async () => {
  using shop = shopFolder({ 'products.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' })

  const { own, ...loaded } = await loadedBy(['validate', '--chdir', shop.root])

  expect(loaded).toEqual({ exitCode: 0, packages: ['commander', 'zod'], slow: [] })
  expect(own).toBeGreaterThan(10)
  expect(own).toBeLessThan(80)
})

test('a document that the strict reader declines loads the YAML library from one file', async () => {
  using shop = shopFolder({ 'products.yaml': 'products:\n  MUG: &mug { title: Mug, price: 8.50 }\n  CUP: *mug\n' })

  const { own, ...loaded } = await loadedBy(['validate', '--chdir', shop.root])

  expect(loaded).toEqual({ exitCode: 0, packages: ['commander', 'yaml', 'zod'], slow: [] })
  expect(own).toBeLessThan(80)
})

test.each([
  ['long ago', '2019-01-01', '2019-02-01', []],
  ['today', 'today', 'today', ['Intl.DateTimeFormat']],
])('the data of time zones is loaded only for a promotion that ends within a day of now: %s', async (_, start, end, slow) => {
  const today = new Date().toISOString().slice(0, 10)
  const dates = `start_date: ${start.replace('today', today)}, end_date: ${end.replace('today', today)}`
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\ndefault_store: local\ntimezone: Europe/London\n',
    'products.yaml': `products:\n  MUG: { title: Mug, price: 8.50, merchandising: { discount: 10, timed_promotion: true, ${dates} } }\n`,
  })

  const loaded = await loadedBy(['validate', '--chdir', shop.root])

  expect(loaded).toMatchObject({ exitCode: 0, slow })
})

test('plan against a store elsewhere loads no emulator, no Files API and no screen', async () => {
  const config = 'stores: { shop: { base_url: "http://127.0.0.1:9", key: "${SHOP_KEY}" } }\ndefault_store: shop\n'
  using shop = shopFolder({ 'planogram.yaml': config, 'products.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' })

  const { exitCode, packages, slow } = await loadedBy(['plan', '--chdir', shop.root], { SHOP_KEY: 'key' })

  expect(exitCode).toBe(1)
  expect(packages).toContain('undici')
  expect(
    packages.filter((name) =>
      ['yaml', 'string-width', 'fast-xml-parser', 'diff', 'xmlbuilder2', 'saxes', 'webdav', 'ink', 'react', 'sharp'].includes(name),
    ),
  ).toEqual([])
  expect(slow).toEqual(['NativeModule sqlite'])
})

test('a plan with pictures in the embedded store loads webdav and undici from files of the program, and not the copy of undici in Node', async () => {
  using shop = shopFolder({
    'products.yaml': 'products:\n  MUG: { title: Mug, price: 8.50, image: images/mug.png }\n',
    'images/mug.png': readFileSync(join(projectRoot, 'catalog.example', 'images', 'tarp-3x3.png')),
  })

  const { exitCode, packages, slow } = await loadedBy(['plan', '--chdir', shop.root])

  expect(exitCode).toBe(0)
  expect(slow).toContain('NativeModule http')
  expect(slow).not.toContain('NativeModule internal/deps/undici/undici')
  expect(packages).toEqual(expect.arrayContaining(['undici', 'webdav']))
})

test('a plan that is remembered loads neither the command line nor the catalogue nor the state', async () => {
  await using emulator = await runningEmulator()
  emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8.50' }, children: {} }])
  const config = `stores: { shop: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" } }\ndefault_store: shop\n`
  using shop = shopFolder({ 'planogram.yaml': config, 'products.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n' })
  using home = shopFolder({})
  const env = { SHOP_KEY: emulator.key, XDG_CONFIG_HOME: home.root }
  await loadedBy(['plan', '--chdir', shop.root], env, join(home.root, 'loads.txt'))

  const { own, ...loaded } = await loadedBy(['plan', '--chdir', shop.root], env, join(home.root, 'loads.txt'))

  expect(loaded).toEqual({ exitCode: 0, packages: ['undici'], slow: [] })
  expect(own).toBeLessThan(60)
})

test('a plan whose prices change is printed without a library for the width of texts', async () => {
  await using emulator = await runningEmulator()
  emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8.50' }, children: {} }])
  const config = `stores: { shop: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" } }\ndefault_store: shop\n`
  using shop = shopFolder({ 'planogram.yaml': config, 'products.yaml': 'products: { MUG: { title: Mug, price: 9 } }\n' })
  const [args, env] = [['plan', '--fresh', '--chdir', shop.root], { SHOP_KEY: emulator.key }] as const

  const { packages } = await loadedBy(args, env)
  const { stdout } = await runBuilt(args, { env: { ...process.env, ...env } })

  expect(stdout).toContain('\u25B2')
  expect(packages).toContain('undici')
  expect(packages).not.toContain('string-width')
})

async function runningEmulator(): Promise<RunningEmulator & AsyncDisposable> {
  const emulator = await startEmulator()
  return { ...emulator, [Symbol.asyncDispose]: () => emulator.close() }
}
