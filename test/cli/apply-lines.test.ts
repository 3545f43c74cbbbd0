import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { stored } from '../support/any-store.ts'
import { surroundingsIn } from '../support/surroundings.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

async function shopWith(catalogue: string): Promise<Shop> {
  const shop = await openShop([stored('Product', { sku: 'MUG', title: 'Mug', price: '8.50' })], { 'shop.yaml': catalogue })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  return shop
}

/** The lines of stdout, each a value. */
function linesOf(stdout: string): readonly Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('each event is a line of JSON on stdout, alone there, and the last one is the result', async () => {
  const shop = await shopWith('products:\n  MUG: { title: New mug, price: 8.50 }\n')

  const applied = await shop.run('apply', '--auto-approve', '--format', 'jsonl')
  const lines = linesOf(applied.stdout)

  expect(lines.map(({ type }) => type)).toEqual(['run-started', 'step-started', 'step-ended', 'run-ended', 'result'])
  expect(lines[0]).toMatchObject({
    changes: { create: 0, update: 1, remove: 0 },
    plan_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(lines[2]).toMatchObject({ stage: 'products', outcome: 'done', items: 1, message: null })
  expect(lines.at(-2)).toMatchObject({ outcome: 'done', steps: { done: 1 }, failures: [] })
  expect(lines.at(-1)).toEqual({ type: 'result', exit_code: 0, error: null })
  expect(applied.stderr).toContain('The store now matches the catalogue.')
})

test('what stops an apply is in the last line, too', async () => {
  const shop = await shopWith('products:\n  MUG: { title: Mug, price: 85 }\n')

  const guarded = await shop.run('apply', '--auto-approve', '--format', 'jsonl')
  const unasked = await shop.run('apply', '--format', 'jsonl', '--override', 'price_change=00000000')
  writeFileSync(join(shop.root, 'shop.yaml'), 'products: [\n')
  const invalid = await shop.run('apply', '--auto-approve', '--format', 'jsonl')

  const last = [guarded, unasked, invalid].map(({ stdout }) => linesOf(stdout).at(-1))
  expect(last.map((line) => line?.['exit_code'])).toEqual([3, 4, 65])
  expect([guarded, unasked, invalid].map(({ exitCode }) => exitCode)).toEqual([3, 4, 65])
  expect(last.map((line) => line?.['error'])).toMatchObject([
    { code: 'guard-stopped', fix: expect.stringContaining('--override') as string },
    { code: 'plan-stale' },
    { code: 'catalogue-invalid' },
  ])
})

const terminalStream = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })

test('nothing is asked, also in a terminal', async () => {
  const shop = await shopWith('products:\n  MUG: { title: New mug, price: 8.50 }\n')
  const streams = { stdin: terminalStream(), stdout: terminalStream(), stderr: terminalStream() }

  const exitCode = await runProgram(
    ['apply', '--format', 'jsonl'],
    surroundingsIn(shop.root, { ...streams, env: { SHOP_KEY: shop.emulator.key } }),
  )

  expect(exitCode).toBe(5)
  expect(linesOf(String(streams.stdout.read()))).toMatchObject([{ type: 'result', exit_code: 5, error: { code: 'no-terminal' } }])
})
