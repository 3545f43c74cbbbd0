import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { openState } from '../../src/state/open-state.ts'
import { tinyPng } from '../../bench/tiny-png.ts'
import { planogram, startBuilt } from '../support/command-line.ts'
import { commit, git } from '../support/git-repository.ts'
import { editStore, openShop, type Shop } from '../support/open-shop.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

const mug = (price: string): string => `products:\n  MUG: { title: Mug, price: ${price} }\n`

/** A shop whose store has the mug for 8.50. */
async function mugShop(files: Parameters<typeof shopFolder>[0] = {}): Promise<ShopFolder> {
  const shop = shopFolder({ 'planogram.yaml': 'stores: { local: { emulator: true } }\n', 'shop.yaml': mug('8.50'), ...files })
  await planogram(shop.root, ['apply', '--auto-approve'])
  return shop
}

/** An environment with a folder of its own for temporary files; `left` has what is in there. */
function ownTemporaries(shop: ShopFolder): { readonly env: NodeJS.ProcessEnv; readonly left: () => readonly string[] } {
  const folder = join(shop.root, 'temporary')
  mkdirSync(folder)
  return { env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }, left: () => readdirSync(folder) }
}

test('a rehearsal applies to a copy, says what an apply would do, and writes nothing to the store', async () => {
  using shop = await mugShop()
  shop.write('shop.yaml', mug('8.60'))

  const rehearsed = await planogram(shop.root, ['rehearse'])
  const planned = await planogram(shop.root, ['plan', '--detailed-exitcode'])
  const runs = await planogram(shop.root, ['runs', '--format', 'json'])

  expect(rehearsed).toMatchObject({ exitCode: 0, stdout: 'The copy now matches the catalogue.\nRehearsed: 1 updated.\n' })
  expect(rehearsed.stderr).toMatch(/^copied store local with \d+ reads\nrehearsing plan [0-9a-f]{8}: 1 change, 1 step\n/)
  expect(rehearsed.stderr).toMatch(/; nothing was written to store local\n$/)
  expect(planned.exitCode).toBe(2)
  expect(JSON.parse(runs.stdout)).toMatchObject({ runs: { length: 1 } })
})

test('without changes it prints the plan', async () => {
  using shop = await mugShop()

  const { exitCode, stdout } = await planogram(shop.root, ['rehearse'])

  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No changes.') })
})

test('a guard that would stop the apply is named after the rehearsal: exit code 3', async () => {
  using shop = await mugShop()
  shop.write('shop.yaml', mug('85'))

  const { exitCode, stdout } = await planogram(shop.root, ['rehearse'])

  expect(exitCode).toBe(3)
  expect(stdout).toContain('Rehearsed: 1 updated.\n')
  expect(stdout).toMatch(/^An apply would be stopped by guard price_change: .+\.$/m)
})

test('a saved plan is rehearsed as it is, and refused where the catalogue has changed since', async () => {
  using shop = await mugShop()
  shop.write('shop.yaml', mug('8.60'))
  await planogram(shop.root, ['plan', '--out', 'plan.json'])

  const same = await planogram(shop.root, ['rehearse', 'plan.json'])
  shop.write('shop.yaml', mug('8.70'))
  const other = await planogram(shop.root, ['rehearse', 'plan.json'])
  const both = await planogram(shop.root, ['rehearse', 'plan.json', '--target', 'product.MUG'])

  expect(same).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Rehearsed: 1 updated.') })
  expect(other).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('plan') })
  expect(both).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('`--target` is for a new plan') })
})

test('a field that only this store has is copied, and written in the copy', async () => {
  await using emulator = await startEmulator({ key: 'a-key' })
  using shop = shopFolder({
    'planogram.yaml': [
      'stores:',
      `  live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}", fields: { Product: { warranty: meta_warranty, gtin: meta_ean } } }`,
      'default_store: live',
      '',
    ].join('\n'),
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50, warranty: 2 years }\n',
  })
  const env = { SHOP_KEY: 'a-key', HOME: shop.root }
  const empty = await planogram(shop.root, ['rehearse'], env)
  await planogram(shop.root, ['apply', '--auto-approve'], env)
  shop.write('shop.yaml', 'products:\n  MUG: { title: Mug, price: 8.50, warranty: 3 years }\n')

  const filled = await planogram(shop.root, ['rehearse'], env)

  expect([empty, filled].map(({ exitCode, stdout }) => [exitCode, stdout.split('\n')[1]])).toEqual([
    [0, 'Rehearsed: 1 created.'],
    [0, 'Rehearsed: 1 updated.'],
  ])
  expect(emulator.records('Product')[0]?.fields).toMatchObject({ meta_warranty: '2 years' })
})

/** Whether `rehearse` names the plan that `plan` makes with the same options, how many changes that has, and what was done. */
async function plannedAndRehearsed(shop: Shop, ...options: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await shop.run('plan', ...options)
  const { stdout: result, stderr } = await shop.run('rehearse', ...options)
  const rehearsed = /rehearsing plan ([0-9a-f]{8}): (\d) change/.exec(stderr)
  return [stdout.includes(` · ${rehearsed?.[1]}\n`), rehearsed?.[2], result.split('\n')[1]]
}

test('a rehearsal with --base, a target or --changed applies the plan that these options make', async () => {
  const cup = 'products:\n  CUP: { title: Cup, price: 7 }\n'
  await using shop = await openShop([], { '.gitignore': '.planogram/\n', 'mug.yaml': mug('8.50'), 'cup.yaml': cup })
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { prune: { products: retire } }\n')
  git(shop.root, 'init', '--quiet')
  const first = commit(shop.root)
  await shop.run('apply', '--auto-approve')
  rmSync(join(shop.root, '.planogram'), { recursive: true })
  rmSync(join(shop.root, 'cup.yaml'))
  commit(shop.root, { 'mug.yaml': mug('8.60') })

  const seen = [
    await plannedAndRehearsed(shop, '--base', first),
    await plannedAndRehearsed(shop, '--base', first, '--target', 'product.CUP'),
    await plannedAndRehearsed(shop, '--target', 'product.MUG'),
    await plannedAndRehearsed(shop, '--changed', first),
  ]

  expect(seen).toEqual([
    [true, '2', 'Rehearsed: 2 updated.'],
    [true, '1', 'Rehearsed: 1 updated.'],
    [true, '1', 'Rehearsed: 1 updated.'],
    [true, '1', 'Rehearsed: 1 updated.'],
  ])
})

test('records that come while the store is copied do not stop a rehearsal; rows that never end do', async () => {
  await using shop = await openShop([], { 'mug.yaml': mug('8.50') })
  await shop.run('apply', '--auto-approve')
  writeFileSync(join(shop.root, 'mug.yaml'), 'products:\n  MUG: { title: Mug, price: 8.60, attributes: { Fit: Slim } }\n')
  let number = 0
  const add = (resource: ResourceName, fields: Fields) => (): void => {
    number += 1
    editStore(shop, resource, { sku: `NEW-${number}`, title: 'New', label: `Label ${number}`, value: 'any', ...fields })
  }

  shop.emulator.betweenRequests(add('Product', { price: '1' }))
  const records = await shop.run('rehearse')
  shop.emulator.betweenRequests(add('ProductAttributes', { sku: 'MUG' }))
  const rows = await shop.run('rehearse')

  expect(records).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('The copy now matches the catalogue.') })
  expect(rows).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('try again later') })
})

const large = (colour: number): Buffer => Buffer.concat([tinyPng(colour), Buffer.alloc(4_000_000, colour)])

test('a picture of some megabytes is copied from the store, and replaced in the copy', async () => {
  const shown = 'products:\n  MUG: { title: Mug, price: 8.50, image: images/mug.png }\n'
  await using shop = await openShop([], { 'mug.yaml': shown })
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images/mug.png'), large(1))
  await shop.run('apply', '--auto-approve')
  writeFileSync(join(shop.root, 'images/mug.png'), large(2))

  const { exitCode, stdout } = await shop.run('rehearse')

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'The copy now matches the catalogue.\nRehearsed: 1 updated.\n' })
})

test('an apply that holds the lease of the store does not stop a rehearsal, and keeps it', async () => {
  using shop = await mugShop()
  shop.write('shop.yaml', mug('8.60'))
  const state = await openState(join(shop.root, '.planogram', 'state.db'))
  const { store } = (await state.runs())[0] ?? { store: '' }
  const times = { at: '2026-11-20T07:00:00.000Z', expiresAt: '2999-01-01T00:00:00.000Z' }
  const lease = await state.acquireLease({ store, holder: 'process 1 on another machine', ...times })

  const rehearsed = await planogram(shop.root, ['rehearse'])
  const held = await state.leaseOf(store)
  await state.close()

  expect(rehearsed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Rehearsed: 1 updated.') })
  expect(held).toEqual(lease)
})

test('Ctrl-C while the store is copied leaves nothing behind: exit code 130', async () => {
  await using emulator = await startEmulator({
    key: 'a-key',
    seed: { records: [{ resource: 'Product', fields: { sku: 'MUG' }, children: {} }] },
  })
  using shop = shopFolder({
    'planogram.yaml': `stores: { live: { base_url: "${emulator.url}", key: "\${SHOP_KEY}" } }\ndefault_store: live\n`,
    'shop.yaml': mug('8.50'),
  })
  emulator.faults.add({ on: { method: 'GET', nth: 3 }, do: { kind: 'delay', ms: 1_000 }, times: 1 })

  const { env, left } = ownTemporaries(shop)

  const child = startBuilt(['rehearse'], { cwd: shop.root, env: { ...env, SHOP_KEY: 'a-key' } })
  await expect.poll(() => emulator.requests().length, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(2)
  child.kill('SIGINT')
  const [exitCode]: unknown[] = await once(child, 'close')

  expect(exitCode).toBe(130)
  expect(left()).toEqual([])
})

test('a preview shows the shop with the new price and the pictures of the store until a signal; then nothing of it is left', async () => {
  using shop = await mugShop({
    'images/mug.png': tinyPng(1),
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50, image: images/mug.png }\n',
  })
  shop.write('shop.yaml', 'products:\n  MUG: { title: Mug, price: 8.60 }\n')

  const { env, left } = ownTemporaries(shop)

  const child = startBuilt(['preview'], { cwd: shop.root, env })
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const told: string[] = []
  lines.on('line', (line) => told.push(line))
  await expect.poll(() => told.find((line) => line.startsWith('admin')), { timeout: 20_000, interval: 20 }).toBeDefined()
  const url = told.find((line) => line.startsWith('shop'))?.slice(7) ?? ''
  const page = await (await fetch(`${url}_shop/products`)).text()
  const picture = await fetch(new URL(/src="([^"]*mug\.png[^"]*)"/.exec(page)?.[1] ?? 'none', url))
  child.kill('SIGINT')
  const [exitCode]: unknown[] = await once(child, 'close')
  const live = await planogram(shop.root, ['plan'])

  expect(page).toContain('8.60')
  expect(picture.status).toBe(200)
  expect(exitCode).toBe(0)
  expect(live.stdout).toMatch(/8\.50.+8\.60/)
  expect(left()).toEqual([])
})
