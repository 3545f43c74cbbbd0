import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { startBuilt } from '../support/command-line.ts'
import { openShop } from '../support/open-shop.ts'

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while a store is read: nothing is written and nothing left behind', async ([signal, code]) => {
  await using shop = await openShop([stored('Product', { sku: 'A', title: 'A', price: '1' })], { 'shop.yaml': 'products: {}\n' })
  shop.emulator.faults.add({ on: { resource: 'Webhooks' }, do: { kind: 'hang', when: 'before' }, times: 'always' })
  const child = startBuilt(['pull'], { cwd: shop.root, env: { ...process.env, SHOP_KEY: shop.emulator.key } })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const closed = new Promise((done) => {
    child.on('close', done)
  })

  await expect.poll(() => shop.emulator.faults.fired().length, { timeout: 15_000 }).toBeGreaterThan(0)
  child.kill(signal)
  const exitCode = await closed

  expect(exitCode).toBe(code)
  expect(stderr).toContain('Stopped: no document was changed')
  expect(shop.files()).toEqual({ 'shop.yaml': 'products: {}\n' })
  expect(readdirSync(join(shop.root, '.planogram')).filter((name) => name.startsWith('pull'))).toEqual([])
})
