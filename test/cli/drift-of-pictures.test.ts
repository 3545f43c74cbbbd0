import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

function picture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, `../scenarios/prune-files/live/images/${name}.png`))
}

const text = 'products:\n  TEE: { title: Tee, price: 10, image: images/tee.png }\n  MUG: { title: Mug, price: 8, image: images/mug.png }\n'

/** A shop to which two pictures were applied, and in which somebody replaced that of TEE since. */
async function replacedIn(manage: string): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': text, 'images/tee.png': '', 'images/mug.png': '' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  for (const name of ['tee', 'mug']) writeFileSync(join(shop.root, `images/${name}.png`), picture(name))
  appendFileSync(join(shop.root, 'planogram.yaml'), manage)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  await shop.put('images/items/tee.png', picture('top'))
  return shop
}

async function planned(shop: Shop): Promise<Pick<Plan, 'changes' | 'untouched' | 'guards'>> {
  const { stdout } = await shop.run('plan', '--format', 'json')
  return JSON.parse(stdout)
}

async function stored({ emulator: { filesUrl, site, key } }: Shop, name: string): Promise<Buffer> {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  const answer = await fetch(`${filesUrl}/${site}/images/items/${name}.png`, { headers })
  return Buffer.from(await answer.arrayBuffer())
}

function origins(changes: readonly Plan['changes'][number][]): unknown {
  return changes.map(({ action, address, origin }) => [action, address, origin])
}

test('a plan says that a picture was replaced in the store, and whether the catalogue changed it too', async () => {
  const shop = await replacedIn('')

  const { stdout } = await shop.run('plan')
  const markdown = await shop.run('plan', '--format', 'markdown')
  const { changes } = await planned(shop)
  writeFileSync(join(shop.root, 'images/tee.png'), picture('cap'))
  writeFileSync(join(shop.root, 'images/mug.png'), picture('back'))
  const both = await planned(shop)

  expect(stdout).toMatch(/~ file images\/items\/tee\.png .* changed in the store /)
  expect(markdown.stdout).toContain('file images/items/tee.png was changed in the store and is overwritten.')
  expect(origins(changes)).toEqual([['update', 'file.images/items/tee.png', 'store']])
  expect(origins(both.changes)).toEqual([
    ['update', 'file.images/items/mug.png', 'git'],
    ['update', 'file.images/items/tee.png', 'both'],
  ])
})

test('drift: keep leaves a replaced picture and lists it; one that the catalogue changed too is written', async () => {
  const shop = await replacedIn('manage: { drift: keep }\n')

  const { changes, untouched } = await planned(shop)
  const { exitCode, stdout } = await shop.run('apply', '--auto-approve')
  const left = await stored(shop, 'tee')
  writeFileSync(join(shop.root, 'images/tee.png'), picture('cap'))
  const later = await shop.run('apply', '--auto-approve')

  expect([changes, origins(untouched.drift)]).toEqual([[], [['update', 'file.images/items/tee.png', 'store']]])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Changed in the store, and kept (1):\n  file.images/items/tee.png\n')
  expect(left).toEqual(picture('top'))
  expect(later.exitCode).toBe(0)
  expect(await stored(shop, 'tee')).toEqual(picture('cap'))
})

test('drift: fail stops the apply that would overwrite a replaced picture', async () => {
  const shop = await replacedIn('manage: { drift: fail }\n')

  const stopped = await shop.run('apply', '--auto-approve')
  const left = await stored(shop, 'tee')
  const hash = /--override drift=(\w+)/.exec(stopped.stderr)?.[1] ?? ''
  const allowed = await shop.run('apply', '--auto-approve', '--override', `drift=${hash}`)

  expect([stopped.exitCode, allowed.exitCode]).toEqual([3, 0])
  expect(stopped.stderr).toContain('1 file was changed in the store')
  expect(left).toEqual(picture('top'))
  expect(await stored(shop, 'tee')).toEqual(picture('tee'))
})

test('without a state it is not known who replaced a picture, and it is written as before', async () => {
  const shop = await replacedIn('manage: { drift: keep }\nstate: elsewhere.db\n')
  const config = join(shop.root, 'planogram.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('elsewhere', 'another'))

  const { changes } = await planned(shop)

  expect(origins(changes)).toEqual([['update', 'file.images/items/tee.png', 'adopt']])
})

test('a picture of ours that somebody removed in the store is uploaded again, and with drift: keep it is not', async () => {
  const shop = await replacedIn('')
  const { filesUrl, site, key } = shop.emulator
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  await fetch(`${filesUrl}/${site}/images/items/mug.png`, { method: 'DELETE', headers })

  const { stdout } = await shop.run('plan', '--target', 'file.images/items/mug.png')
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { drift: keep }\n')
  const { changes, untouched } = await planned(shop)

  expect(stdout).toMatch(/\+ file images\/items\/mug.png .* removed in the store /)
  expect([changes, origins(untouched.drift)]).toEqual([
    [],
    [
      ['create', 'file.images/items/mug.png', 'store'],
      ['update', 'file.images/items/tee.png', 'store'],
    ],
  ])
})
