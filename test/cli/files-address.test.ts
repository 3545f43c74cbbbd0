import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'

test('a store that gets a Files API keeps its base, its runs and its undo', async () => {
  const shop = await openShop([], { 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 7 }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const path = join(shop.root, 'planogram.yaml')
  const config = `${readFileSync(path, 'utf8')}manage: { prune: { products: retire } }\n`
  writeFileSync(path, config.replace(/files_url: "[^"]+", site_name: \w+, /, ''))
  const first = await shop.run('apply', '--auto-approve')
  writeFileSync(join(shop.root, 'shop.yaml'), 'products:\n  MUG: { title: Mug, price: 8 }\n')
  const { stdout: runs } = await shop.run('runs', '--format', 'json')
  const [run = ''] = /\d{8}-\d{6}-[0-9a-f]{4}/.exec(runs) ?? []

  writeFileSync(path, config)
  const planned = await shop.run('plan')
  const drift = await shop.run('drift')
  const undone = await shop.run('undo', run, '--auto-approve')

  expect([first.exitCode, planned.exitCode, drift.exitCode, undone.exitCode]).toEqual([0, 0, 0, 0])
  expect(planned.stdout).toContain('~ product CUP "Cup"  inactive, no longer in the catalogue')
  expect(undone.stdout).toContain(`Run ${run} is undone.`)
})
