import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram, startBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'
import { sampled } from '../support/whole.ts'
import { tinyPng } from '../../bench/tiny-png.ts'

const pictures = Array.from({ length: 12 }, (_, index) => `p${index}`)
const catalogue = `products:\n${pictures.map((name) => `  ${name.toUpperCase()}: { title: ${name}, price: 1, image: images/${name}.png }\n`).join('')}`

const inTheMiddle = sampled(
  [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const,
  2,
)

test.concurrent.each(inTheMiddle)(
  '%s in the middle of an apply: what is in flight ends, exit code %i, and applying again finishes',
  async (signal, exitCode) => {
    await using emulator = await startEmulator({ key: 'bench-key' })
    using shop = shopFolder({
      ...Object.fromEntries(pictures.map((name, index) => [`images/${name}.png`, tinyPng(index)])),
      'planogram.yaml': [
        'stores:',
        `  live: { base_url: "${emulator.url}", files_url: "${emulator.filesUrl}", site_name: ${emulator.site}, key: "\${SHOP_KEY}" }`,
        'default_store: live',
        'limits: { concurrency: 1 }',
        '',
      ].join('\n'),
      'shop.yaml': catalogue,
    })
    const env = { ...process.env, SHOP_KEY: 'bench-key', CI: '' }
    emulator.faults.add({ on: { method: 'PUT', nth: 3 }, do: { kind: 'delay', ms: 400 }, times: 1 })

    const child = startBuilt(['apply', '--auto-approve'], { cwd: shop.root, env })
    let stderr = ''
    const lines = createInterface({ input: child.stderr ?? process.stdin })
    lines.on('line', (line) => {
      stderr += `${line}\n`
    })
    let stdout = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    await expect.poll(() => emulator.requests().filter(({ method }) => method === 'PUT').length, { timeout: 10_000, interval: 5 }).toBe(3)
    child.kill(signal)
    const [ended]: unknown[] = await once(child, 'close')
    const uploaded = emulator.requests().filter(({ method }) => method === 'PUT')
    const again = await planogram(shop.root, ['apply', '--auto-approve'], { SHOP_KEY: 'bench-key' })

    expect(ended).toBe(exitCode)
    expect(stdout).toContain('Interrupted. ')
    expect(stdout).toMatch(/Changes that\s+were applied are not repeated/)
    expect(uploaded.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(stderr).not.toContain('    at ')
    expect(again.exitCode).toBe(0)
    expect(again.stdout).toContain('The store now matches the catalogue.')
    expect(emulator.requests().filter(({ method }) => method === 'PUT').length).toBe(pictures.length)
  },
)

test('Ctrl-C in the middle of an apply that also ends the reader of its messages: the run is recorded as interrupted, exit code 130', async () => {
  await using emulator = await startEmulator({ key: 'bench-key' })
  using shop = shopFolder({
    'planogram.yaml': `stores: { live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" } }\nlimits: { concurrency: 1, records_per_request: 1 }\n`,
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 6 }\n',
  })
  const env = { ...process.env, SHOP_KEY: 'bench-key', CI: '' }
  emulator.faults.add({ on: { method: 'POST', nth: 1 }, do: { kind: 'delay', ms: 400 }, times: 1 })

  const child = startBuilt(['apply', '--auto-approve'], { cwd: shop.root, env })
  await expect.poll(() => emulator.requests().some(isPost), { timeout: 10_000, interval: 5 }).toBe(true)
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.kill('SIGINT')
  const [ended]: unknown[] = await once(child, 'exit')
  const runs = await planogram(shop.root, ['runs', '--format', 'json'], { SHOP_KEY: 'bench-key' })

  expect(ended).toBe(130)
  expect(runs.stdout).toContain('"outcome": "interrupted"')
  expect(emulator.requests().filter(isPost)).toHaveLength(1)
})

interface Request {
  readonly method: string
  readonly path: string
}

function isPost({ method }: Request): boolean {
  return method === 'POST'
}

function isWholeRead({ path }: Request): boolean {
  return path.includes('/Product') && path.includes('_results=2000') && !path.includes('sku=')
}

const atTheEnd = sampled(
  [
    ['SIGINT', 'during the final look of an apply', 130],
    ['SIGTERM', 'during the final look of an apply', 143],
    ['SIGINT', 'while the last request of an apply is in flight', 130],
  ] as const,
  2,
)

test.concurrent.each(atTheEnd)('%s %s: the summary of the run, what to do, and exit code %i', async (signal, when, exitCode) => {
  await using emulator = await startEmulator({ key: 'bench-key' })
  using shop = shopFolder({
    'planogram.yaml': `stores:\n  live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" }\ndefault_store: live\n`,
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 6 }\n',
  })
  const env = { ...process.env, SHOP_KEY: 'bench-key', CI: '' }
  await planogram(shop.root, ['apply', '--auto-approve'], { SHOP_KEY: 'bench-key' })
  writeFileSync(join(shop.root, 'shop.yaml'), 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 7 }\n')
  emulator.clearRequests()
  // The final look is the second read of all products.
  const hasCome = (): boolean =>
    when.startsWith('during') ? emulator.requests().filter(isWholeRead).length === 2 : emulator.requests().some(isPost)
  emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'delay', ms: 300 }, times: 1 })
  emulator.betweenRequests(() => {
    if (emulator.requests().some(isPost)) emulator.faults.add({ do: { kind: 'delay', ms: 300 }, times: 1 })
  })

  const child = startBuilt(['apply', '--auto-approve'], { cwd: shop.root, env })
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()))
  await expect.poll(hasCome, { timeout: 10_000, interval: 5 }).toBe(true)
  child.kill(signal)
  const [ended]: unknown[] = await once(child, 'close')
  const runs = await planogram(shop.root, ['runs', '--format', 'json'], { SHOP_KEY: 'bench-key' })

  expect(ended).toBe(exitCode)
  expect(said.stdout).toContain('Applied: 1 updated.')
  expect(said.stdout).not.toContain('matches the catalogue')
  expect(said.stderr).toContain(
    'The final look at the store was interrupted. Run `planogram plan` to see whether the store matches the catalogue.',
  )
  expect(said.stderr).not.toContain('    at ')
  expect(runs.stdout).toContain('"done"')
})
