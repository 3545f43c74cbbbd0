import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram, runBuilt, startBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const skus = Array.from({ length: 8 }, (_, index) => `P${index}`)
const catalogue = `products:\n${skus.map((sku) => `  ${sku}: { title: ${sku}, price: 1 }\n`).join('')}`

interface Shop {
  readonly root: string
  readonly emulator: RunningEmulator
  readonly env: NodeJS.ProcessEnv
}

/** A shop of eight products, each in a request of its own, on a store of its own process. */
async function startShop(): Promise<Shop> {
  const emulator = await startEmulator({ key: 'bench-key' })
  const shop = shopFolder({
    'planogram.yaml': [
      'stores:',
      `  live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" }`,
      'default_store: live',
      'limits: { concurrency: 1, records_per_request: 1, settle: 1s }',
      '',
    ].join('\n'),
    'shop.yaml': catalogue,
  })
  onTestFinished(async () => {
    shop[Symbol.dispose]()
    await emulator.close()
  })
  return { root: shop.root, emulator, env: { ...process.env, SHOP_KEY: 'bench-key', CI: '' } }
}

function posts({ emulator }: Shop): number {
  return emulator.requests().filter(({ method }) => method === 'POST').length
}

/** The writes that the store has answered; the one of the killed process is not among them. */
function accepted({ emulator }: Shop): number {
  return emulator.requests().filter(({ method, status }) => method === 'POST' && status === 200).length
}

/** Applies, and kills the process while its fourth write is under way. */
async function killInTheMiddle(shop: Shop): Promise<void> {
  shop.emulator.faults.add({ on: { method: 'POST', nth: 4 }, do: { kind: 'delay', ms: 400 }, times: 1 })
  const child = startBuilt(['apply', '--auto-approve'], { cwd: shop.root, env: shop.env })
  await expect.poll(() => posts(shop), { timeout: 10_000, interval: 5 }).toBe(4)
  child.kill('SIGKILL')
  await once(child, 'close')
}

test('after SIGKILL, --resume waits for what was under way, does what is left, and nothing twice', async () => {
  const shop = await startShop()
  await killInTheMiddle(shop)

  const resumed = await runBuilt(['apply', '--resume'], { cwd: shop.root, env: shop.env })
  const written = accepted(shop)
  const again = await planogram(shop.root, ['apply', '--resume'], { SHOP_KEY: 'bench-key' })

  expect(resumed.stderr).toMatch(/resuming run \d{8}-\d{6}-[0-9a-f]{4}, started .* \(plan [0-9a-f]{8}\)/)
  expect([resumed.exitCode, resumed.stdout]).toEqual([0, expect.stringContaining('The store now matches the catalogue.')])
  expect(written).toBe(2 * skus.length)
  expect([again.exitCode, again.stderr]).toEqual([
    0,
    expect.stringContaining('No run of store live can be resumed. Run `planogram apply`.'),
  ])
  expect(accepted(shop)).toBe(written)
})

test('after SIGKILL a new apply does no harm either', async () => {
  const shop = await startShop()
  await killInTheMiddle(shop)

  const again = await runBuilt(['apply', '--auto-approve'], { cwd: shop.root, env: shop.env })

  expect(again.stderr).toContain('an earlier request may still take effect.')
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('The store now matches the catalogue.')])
  expect(accepted(shop)).toBe(2 * skus.length)
})

test('what --resume cannot do is refused with what to do, and nothing is written', async () => {
  const shop = await startShop()
  await killInTheMiddle(shop)
  const before = posts(shop)

  const withPlan = await planogram(shop.root, ['apply', 'plan.json', '--resume'], { SHOP_KEY: 'bench-key' })
  writeFileSync(join(shop.root, 'shop.yaml'), catalogue.replace('title: P1', 'title: New'))
  const changed = await planogram(shop.root, ['apply', '--resume'], { SHOP_KEY: 'bench-key' })

  expect([withPlan.exitCode, withPlan.stderr]).toEqual([64, expect.stringContaining('cannot be combined with a plan file')])
  expect(changed.exitCode).toBe(4)
  expect(changed.stderr).toMatch(/The catalogue is not that of run \S+: it or its config has changed since, or/)
  expect(changed.stderr).toContain('Run `planogram apply`: a new plan makes only what is left.')
  expect(posts(shop)).toBe(before)
})
