import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { storeNameInState } from '../../src/live/store-names.ts'
import { openState } from '../../src/state/open-state.ts'
import { type Ended, planogram, runBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

interface Shop {
  readonly root: string
  readonly emulator: RunningEmulator
  apply(options?: readonly string[]): Promise<Ended>
}

async function startShop(switches: Partial<Switches> = {}): Promise<Shop> {
  const emulator = await startEmulator({ key: 'bench-key', switches })
  const shop = shopFolder({
    'planogram.yaml': `stores:\n  live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" }\ndefault_store: live\n`,
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 6 }\n',
  })
  onTestFinished(async () => {
    shop[Symbol.dispose]()
    await emulator.close()
  })
  const env = { SHOP_KEY: 'bench-key' }
  return { root: shop.root, emulator, apply: (options = []) => planogram(shop.root, ['apply', '--auto-approve', ...options], env) }
}

test('a store whose reads lag behind its writes is looked at again: exit 0', async () => {
  const shop = await startShop({ lag: '200' })

  // In a process of its own the pauses between looks are real.
  const env = { ...process.env, SHOP_KEY: 'bench-key', CI: '' }
  const { exitCode, stdout } = await runBuilt(['apply', '--auto-approve'], { cwd: shop.root, env })

  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The store now matches the catalogue.\nApplied: 2 created.')])
})

test('what somebody changes during the apply in a record that was equal is found by the final look: exit 6', async () => {
  const shop = await startShop()
  await shop.apply()
  writeFileSync(join(shop.root, 'shop.yaml'), 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 7 }\n')
  shop.emulator.clearRequests()
  let isEdited = false
  shop.emulator.betweenRequests(() => {
    if (isEdited || !shop.emulator.requests().some(({ method }) => method === 'POST')) return
    isEdited = true
    shop.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Glass' }, children: {} }])
  })

  const { exitCode, stdout } = await shop.apply()

  expect(stdout).toContain('product.MUG')
  expect(stdout).toContain('Applied: 1 updated.')
  expect(exitCode).toBe(6)
})

test('when the final look fails, the summary comes first, then the error: exit 1', async () => {
  const [undisturbed, shop] = [await startShop(), await startShop()]
  await undisturbed.apply()
  const methods = undisturbed.emulator.requests().map(({ method }) => method)
  const readsBefore = methods.slice(0, methods.lastIndexOf('POST')).filter((method) => method === 'GET').length
  shop.emulator.faults.add({ on: { method: 'GET', nth: readsBefore + 1 }, do: { kind: 'status', status: 400 }, times: 9 })

  const { exitCode, stdout, stderr } = await shop.apply()

  expect(stdout).toContain('Applied: 2 created.')
  expect(stderr).toContain('error[store-fault]')
  expect(exitCode).toBe(1)
})

test('a second apply names who holds the lease, sends nothing, and ends with exit 7', async () => {
  const shop = await startShop()
  const state = await openState(join(shop.root, '.planogram/state.db'))
  const now = Date.now()
  await state.acquireLease({
    store: storeNameInState({ name: 'live', baseUrl: shop.emulator.url, filesUrl: null }),
    holder: 'process 1 on build-7',
    at: new Date(now - 60_000).toISOString(),
    expiresAt: new Date(now + 60_000).toISOString(),
  })
  await state.close()

  const { exitCode, stderr } = await shop.apply()

  expect(stderr).toContain('error[lease-held]')
  expect(stderr).toContain('If its process has died, wait until the lease ends, or run `planogram state unlock`.')
  expect(stderr).toContain('process 1 on build-7')
  expect(exitCode).toBe(7)
  expect(shop.emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each([
  ['all of a plan', []],
  ['a part of a plan', ['--target', 'product.CUP']],
])('the store is read once before and once after the apply of %s', async (_, options) => {
  const shop = await startShop()
  await shop.apply()
  writeFileSync(
    join(shop.root, 'shop.yaml'),
    'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 7 }\n  TEE: { title: Tee, price: 5 }\n',
  )
  shop.emulator.clearRequests()

  const { stdout } = await shop.apply(options)

  const whole = shop.emulator
    .requests()
    .filter(({ path }) => path.includes('/Product') && path.includes('_results=2000') && !path.includes('sku='))
  expect(stdout).toContain('Applied')
  expect(whole).toHaveLength(2)
})
