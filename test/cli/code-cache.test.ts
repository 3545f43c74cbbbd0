import { hash } from 'node:crypto'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { runRecorded } from '../support/recorded-run.ts'
import { shopFolder } from '../support/shop-folder.ts'

interface Run {
  readonly exitCode: number
  readonly output: string
  /** How many scripts of the program were loaded, and how many of them with the code of an earlier run. */
  readonly scripts: number
  readonly known: number
}

/** A folder for code that is kept, and one for what a run records. */
class Cache implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), 'planogram-code-'))

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const place = { NODE_COMPILE_CACHE: join(this.#root, 'cache') }
    const { exitCode, stdout, stderr, loads } = await runRecorded(args, join(this.#root, 'loads.txt'), { ...place, ...env })
    const count = (pattern: RegExp): number => loads.filter((line) => pattern.test(line)).length
    return { exitCode, output: stdout + stderr, scripts: count(/^file:.*\.cjs$/), known: count(/^code of file:.*\.cjs$/) }
  }

  /** The files with code. */
  files(): readonly string[] {
    const found = readdirSync(join(this.#root, 'cache'), { recursive: true, encoding: 'utf8' })
    return found.filter((file) => file.includes('planogram-')).map((file) => join(this.#root, 'cache', file))
  }

  copy(): Cache {
    const copy = new Cache()
    cpSync(this.#root, copy.#root, { recursive: true })
    return copy
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true })
  }
}

const products = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

/** One run of `validate` with an empty cache; its tests change copies of that. */
const validated = { cache: new Cache(), shop: shopFolder({ 'products.yaml': products }) }
const validate = ['validate', '--chdir', validated.shop.root]
let before: Run
beforeAll(async () => {
  before = await validated.cache.run(validate)
})
afterAll(() => {
  for (const each of Object.values(validated)) each[Symbol.dispose]()
})

test.each([['validate'], ['plan', '--fresh'], ['apply', '--auto-approve'], ['fmt'], ['--help']])(
  '%s loads each of its scripts with the code of a run before',
  async (...words) => {
    using cache = new Cache()
    using shop = shopFolder({ 'products.yaml': products })
    const args = words.includes('--help') ? words : [...words, '--chdir', shop.root]
    const first = await cache.run(args)
    await cache.run(args)

    const { scripts, known, exitCode } = await cache.run(args)

    expect(first).toMatchObject({ known: 0, exitCode: 0 })
    expect({ known, exitCode }).toEqual({ known: scripts, exitCode: 0 })
    expect(scripts).toBeGreaterThan(5)
  },
)

test('commands that set different engine flags do not replace the code of each other', async () => {
  using cache = new Cache()
  using shop = shopFolder({ 'products.yaml': products })
  const commands = [['validate'], ['apply', '--auto-approve'], ['plan', '--fresh']].map((words) => [...words, '--chdir', shop.root])
  for (const args of [...commands, ...commands, ...commands]) await cache.run(args)

  const runs = []
  for (const args of commands) runs.push(await cache.run(args))

  expect(runs.map(({ known }) => known)).toEqual(runs.map(({ scripts }) => scripts))
  expect(Math.min(...runs.map(({ scripts }) => scripts))).toBeGreaterThan(5)
})

test('a command uses the code of another, and two runs of a kind add to it', async () => {
  using cache = validated.cache.copy()
  const inodes = (): string =>
    cache
      .files()
      .map((file) => statSync(file).ino)
      .join()
  const states = [inodes()]
  for (let run = 2; run <= 3; run += 1) {
    await cache.run(validate)
    states.push(inodes())
  }

  const plan = await cache.run(['plan', '--chdir', validated.shop.root])

  expect(states[1]).not.toBe(states[0])
  expect(states[2]).toBe(states[1])
  expect(plan.known).toBeGreaterThan(5)
  expect(plan.known).toBeLessThan(plan.scripts)
})

test('each script of the program begins with the digest of its text, which is in ASCII', () => {
  const folder = join(projectRoot, 'dist', 'cli')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.cjs'))

  const wrong = scripts.filter((script) => {
    const text = readFileSync(join(folder, script), 'latin1')
    const end = text.indexOf('\n') + 1
    return text.slice(0, end) !== `// ${hash('sha256', text.slice(end))}\n` || /[^\0-\x7f]/.test(text)
  })

  expect(wrong).toEqual([])
  expect(scripts.length).toBeGreaterThan(30)
})

const byte = 1000
test.each<readonly [string, (text: Buffer) => Buffer]>([
  ['one byte is another', (text) => Buffer.concat([text.subarray(0, byte), Buffer.from([(text[byte] ?? 0) ^ 1]), text.subarray(byte + 1)])],
  ['the end is missing', (text) => text.subarray(0, text.length / 2)],
  ['the first line is missing', (text) => text.subarray(text.indexOf('\n') + 1)],
  ['it is empty', () => Buffer.alloc(0)],
  ['it is something else', () => Buffer.from('{}\ncode')],
])('damaged code is not used, and is replaced: %s', async (_, damage) => {
  using cache = validated.cache.copy()
  const files = cache.files()
  for (const file of files) writeFileSync(file, damage(readFileSync(file)))

  const damaged = await cache.run(validate)
  const after = await cache.run(validate)

  expect(damaged).toEqual(before)
  expect(after).toEqual({ ...before, known: files.length })
  expect(files.length).toBeGreaterThan(5)
})

test.runIf(process.getuid?.() === 0)('a file of another user is not used', async () => {
  using cache = validated.cache.copy()
  const files = cache.files()
  for (const file of files) chownSync(file, 12_345, 12_345)

  const { known, exitCode } = await cache.run(validate)

  expect({ known, exitCode }).toEqual({ known: 0, exitCode: 0 })
  expect(files.length).toBeGreaterThan(5)
})

test('a command runs as before where code cannot be written', async () => {
  using cache = validated.cache.copy()
  const files = cache.files()
  for (const file of files) {
    rmSync(file)
    mkdirSync(file)
  }

  const after = await cache.run(validate)

  expect(after).toEqual(before)
  expect(cache.files()).toEqual(files)
  expect(files.length).toBeGreaterThan(5)
})

test('nothing is kept where the compile cache of Node is disabled', async () => {
  using cache = new Cache()
  await cache.run(['--help'])
  const files = cache.files()
  for (const file of files) rmSync(file)

  const { exitCode } = await cache.run(['--help'], { NODE_DISABLE_COMPILE_CACHE: '1' })

  expect(exitCode).toBe(0)
  expect(cache.files()).toEqual([])
  expect(files.length).toBeGreaterThan(2)
})
