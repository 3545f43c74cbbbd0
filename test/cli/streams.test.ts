import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtProgram, planogram, runBuilt, startBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const escape = '\u001B['
const many = `products:\n${Array.from({ length: 400 }, (_, index) => `  P${index}: { title: Product ${index}, price: 1 }\n`).join('')}`

test('a pipe gets no colour; --color always and FORCE_COLOR give it, NO_COLOR takes it away', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' })

  const plain = await planogram(shop.root, ['plan'])
  const always = await planogram(shop.root, ['--color', 'always', 'plan'], { NO_COLOR: '1' })
  const forced = await planogram(shop.root, ['plan'], { FORCE_COLOR: '1' })
  const never = await planogram(shop.root, ['plan'], { FORCE_COLOR: '1', NO_COLOR: '1' })

  expect([plain, always, forced, never].map(({ stdout }) => stdout.includes(escape))).toEqual([false, true, true, false])
})

test('--quiet leaves only results and errors', async () => {
  using shop = shopFolder({ 'shop.yaml': many })

  const { exitCode, stdout, stderr } = await planogram(shop.root, ['--quiet', 'apply', '--auto-approve'])

  expect(exitCode).toBe(0)
  expect(stderr).toBe('')
  expect(stdout).toContain('The store now matches the catalogue.')
})

test('--quiet omits warnings and prints errors', async () => {
  using warned = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 0 }\n' })
  using broken = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 0, colour: red }\n' })

  const [usual, quiet, wrong] = await Promise.all([
    planogram(warned.root, ['plan']),
    planogram(warned.root, ['plan', '-q']),
    planogram(broken.root, ['plan', '-q']),
  ])

  expect(usual.stderr).toContain('warning[')
  expect([quiet.exitCode, quiet.stderr]).toEqual([0, ''])
  expect(wrong.stderr).toContain('error[unknown-key]')
  expect(wrong.stderr).not.toContain('warning[')
})

test('a reader that goes away ends the output without a stack trace', () => {
  using shop = shopFolder({ 'shop.yaml': many })

  const { stdout, stderr } = spawnSync('sh', ['-c', '"$0" "$1" plan --format json | head -c 20', process.execPath, builtProgram], {
    cwd: shop.root,
    encoding: 'utf8',
  })

  expect(stdout).toBe('{\n  "format_version":'.slice(0, 20))
  expect(stderr).not.toContain('EPIPE')
  expect(stderr).not.toContain('    at ')
})

test('an apply whose messages nobody reads any more goes on to its end', async () => {
  using shop = shopFolder({ 'shop.yaml': many })
  const child = startBuilt(['apply', '--auto-approve'], { cwd: shop.root, stdio: ['ignore', 'ignore', 'pipe'] })

  child.stderr?.once('data', () => child.stderr?.destroy())
  const [exitCode]: unknown[] = await once(child, 'exit')
  const runs = await planogram(shop.root, ['runs', '--format', 'json'])

  expect(exitCode).toBe(0)
  expect(runs.stdout).toContain('"outcome": "done"')
})

const fullDisk = openFullDisk()

/** Opens a file that no byte can be written to; `null` on a system without one. */
function openFullDisk(): number | null {
  return existsSync('/dev/full') ? openSync('/dev/full', 'w') : null
}

test.skipIf(fullDisk === null).each([
  [['--version'], many, 1],
  [['--help'], many, 1],
  [['validate'], many, 1],
  [['plan', '--detailed-exitcode'], many, 1],
  [['validate'], 'products: { MUG: { colour: red } }\n', 65],
])('the output of %j on a full disk: no stack trace, one error at the end', async (args, document, exitCode) => {
  using shop = shopFolder({ 'shop.yaml': document })

  const ended = await runBuilt(args, { cwd: shop.root, stdio: ['ignore', fullDisk, 'pipe'] })

  expect(ended.exitCode).toBe(exitCode)
  expect(ended.stderr).toContain(`error[file-unwritable]: The output of the command cannot be written (ENOSPC).
  help: Free space where the output goes, or send it elsewhere, then run the command again.
`)
  expect(ended.stderr).not.toContain('    at ')
})

test.skipIf(fullDisk === null).each([['text'], ['jsonl']])('an apply whose %s is on a full disk is carried out', async (format) => {
  using shop = shopFolder({ 'shop.yaml': many })

  const ended = await runBuilt(['apply', '--auto-approve', '--format', format], { cwd: shop.root, stdio: ['ignore', fullDisk, 'pipe'] })
  const runs = await planogram(shop.root, ['runs', '--format', 'json'])

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(/is recorded in .*\nerror\[file-unwritable\]: .*\n {2}help: .*\n$/)
  expect(runs.stdout).toContain('"outcome": "done"')
})

test.skipIf(fullDisk === null)('messages on a full disk: an apply is carried out', async () => {
  using shop = shopFolder({ 'shop.yaml': many })

  const ended = await runBuilt(['apply', '--auto-approve'], { cwd: shop.root, stdio: ['ignore', 'pipe', fullDisk] })

  expect(ended.exitCode).toBe(0)
  expect(ended.stdout).toContain('The store now matches the catalogue.')
})

test('a large plan arrives whole in a pipe', async () => {
  using shop = shopFolder({ 'shop.yaml': many })

  const { exitCode, stdout } = await runBuilt(['plan', '--format', 'json'], { cwd: shop.root })

  const plan: { changes: unknown[] } = JSON.parse(stdout)
  expect(exitCode).toBe(0)
  expect(plan.changes.length).toBeGreaterThanOrEqual(400)
  expect(stdout.length).toBeGreaterThan(100_000)
})

test('hostile text of a catalogue is harmless in a terminal', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: "a\\u009d0;owned\\u009c\\u009b31m\\u202Eb", price: 8.50 }\n' })

  const { exitCode, stdout } = await planogram(shop.root, ['plan'])

  expect(exitCode).toBe(0)
  expect(['\u009D', '\u009C', '\u009B', '\u202E'].filter((character) => stdout.includes(character))).toEqual([])
  expect(stdout).toContain('product MUG')
})

test('hostile text that no store can hold is refused, and harmless where it is shown', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  "MUG\\e[2J": { title: "a\\e]0;owned\\a\\e[31m\\u202Eb", price: 8.50 }\n' })

  const { exitCode, stdout, stderr } = await planogram(shop.root, ['plan'])

  const shown = stdout + stderr
  expect(exitCode).toBe(65)
  expect(['\u001B', '\u0007', '\u202E'].filter((character) => shown.includes(character))).toEqual([])
  expect(shown).toContain('error[illegal-characters]: the title of product MUG␛[2J contains the control character U+001B at position 2')
})
