import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

function picture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, `../scenarios/prune-files/live/images/${name}.png`))
}

function shopOf(name: string): string {
  return `products:\n  TEE: { title: Tee, price: 10, image: images/${name}.png }\n`
}

async function actionsOf(shop: Shop, ...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await shop.run('plan', '--format', 'json', ...options)
  const { changes }: Plan = JSON.parse(stdout)
  return changes.map(({ action, address }) => `${action} ${address}`)
}

async function statusOf({ emulator: { filesUrl, site, key } }: Shop, name: string): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  return (await fetch(`${filesUrl}/${site}/images/items/${name}.png`, { headers })).status
}

test('the pictures of a commit are ours: those that left since are removed, also without a state and with `--changed`', async () => {
  const shop = await openShop([], { '.gitignore': '.planogram/\n', 'shop.yaml': shopOf('tee') })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const config = join(shop.root, 'planogram.yaml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}manage: { prune: { files: delete } }\n`)
  git(shop.root, 'init', '--quiet')
  const first = commit(shop.root, { 'images/tee.png': picture('tee'), 'images/cap.png': picture('cap') })
  await shop.run('apply', '--auto-approve')
  rmSync(join(shop.root, '.planogram'), { recursive: true })
  await shop.put('images/items/theirs.png', picture('top'))
  commit(shop.root, { 'shop.yaml': shopOf('cap') })

  const without = await actionsOf(shop)
  const changed = await actionsOf(shop, '--base', first, '--changed', first)
  const applied = await shop.run('apply', '--auto-approve', '--base', first)

  const written = ['update product.TEE', 'create file.images/items/cap.png']
  expect([without, changed]).toEqual([written, [...written, 'remove file.images/items/tee.png']])
  expect(applied.exitCode).toBe(0)
  expect(await Promise.all(['tee', 'cap', 'theirs'].map((name) => statusOf(shop, name)))).toEqual([404, 200, 200])
})
