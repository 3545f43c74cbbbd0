import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop } from '../support/open-shop.ts'

test.each([
  ['declares variants', '  LAMP: { title: Lamp, variants: { list: { LAMP-2: { price: 4 } } } }\n'],
  ['declares none', ''],
])('with --changed, a new product does not get the code of a variant of a product that is not read; the catalogue %s', async (_, lamp) => {
  const text = `products:\n  SHADE: { title: Shade, price: 4 }\n${lamp}`
  const shop = await openShop([], { '.gitignore': '.planogram/\n', 'shop.yaml': text })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  git(shop.root, 'init', '--quiet')
  commit(shop.root)
  await shop.run('apply', '--auto-approve')
  shop.emulator.seed([bareRecord('Variants', { code: 'ERP-1', sku: 'SHADE', price: '9' })])
  const path = join(shop.root, 'shop.yaml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}  ERP-1: { title: Candle, price: 3 }\n`)

  const { stdout } = await shop.run('plan', '--changed', 'HEAD')

  expect(stdout).toContain('The store has variant ERP-1 at SHADE: a product with the same code would get its prices')
})
