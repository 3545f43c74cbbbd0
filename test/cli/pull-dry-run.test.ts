import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { openShop } from '../support/open-shop.ts'

const records = [stored('Product', { sku: 'A', title: 'A', price: '3' }), stored('Product', { sku: 'B', title: 'B', price: '1' })]
const files = { 'shop.yaml': 'products:\n  A: { title: A, price: 2.00 } # since May\n' }

test('a dry run writes nothing and names the files; a second one and a pull after it do the same', async () => {
  await using shop = await openShop(records, files)

  const first = await shop.run('pull', '--dry-run')
  const second = await shop.run('pull', '-n')
  const left = shop.files()

  expect([first.exitCode, second.exitCode]).toEqual([0, 0])
  expect(first.stdout).toBe(`Dry run: pulling store shop would change the catalogue. Nothing was written.
  new        1 product
  to write   products/without-category.yaml
  to change  shop.yaml

The catalogue would be valid and match the store.
`)
  expect(second.stdout).toBe(first.stdout)
  expect(left).toEqual(files)
  expect(existsSync(join(shop.root, '.planogram', 'pulled.json'))).toBe(false)
  expect(readdirSync(join(shop.root, '.planogram')).filter((name) => name.startsWith('pull'))).toEqual([])
})

test('with --verbose it shows each file as a diff, also files that a pull would not overwrite', async () => {
  await using shop = await openShop(records, files)

  const { stdout } = await shop.run('pull', '--dry-run', '--verbose')

  expect(stdout).toContain(`--- shop.yaml
+++ shop.yaml
@@ -1,2 +1,2 @@
 products:
-  A: { title: A, price: 2.00 } # since May
+  A: { title: A, price: 3.00 } # since May
`)
  expect(stdout).toContain('+  B:\n+    title: B\n+    price: 1\n')
})

test('a dry run with pictures is refused', async () => {
  await using shop = await openShop(records)

  const { exitCode, stderr } = await shop.run('pull', '--dry-run', '--images')

  expect(exitCode).toBe(64)
  expect(stderr).toContain('`--dry-run` cannot be combined with `--images`.')
})
