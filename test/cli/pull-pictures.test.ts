import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { stored } from '../support/any-store.ts'
import { openShop } from '../support/open-shop.ts'
import { png } from '../support/written-catalogue.ts'

test('two pictures of the store that were one file part ways when only one changed', async () => {
  const product = stored('Product', { sku: 'A', title: 'A', image: 'x.png', thumb: 'x.png', image_large: '' })
  await using shop = await openShop([product], { 'shop.yaml': 'products:\n  A: { title: A, image: images/x.png, thumb: images/x.png }\n' })
  await shop.put('images/items/x.png', png('one'))
  await shop.put('images/thumb/x.png', png('two'))
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images', 'x.png'), png('one'))

  const { exitCode, stdout } = await shop.run('pull', '--images', '--force')
  const planned = await shop.run('plan', '--detailed-exitcode')

  const { 'images/x.png': image, 'images/thumb/x.png': thumb, 'shop.yaml': document } = shop.files()
  expect([exitCode, planned.exitCode]).toEqual([0, 0])
  expect([image?.endsWith('one'), thumb?.endsWith('two')]).toEqual([true, true])
  expect(document).toBe('products:\n  A: { title: A, image: images/x.png, thumb: images/thumb/x.png }\n')
  expect(stdout).toContain('pictures   1 file\n')
})

test('names that differ only in case are never written to one file, in any order', async () => {
  const names = ['b.png', 'B.png', 'Tee.png', 'tee.png']
  await using shop = await openShop(names.map((image, index) => stored('Product', { sku: `P${index}`, title: 'P', price: '1', image })))
  for (const name of names) await shop.put(`images/items/${name}`, png(name))

  const { exitCode } = await shop.run('pull', '--images', '--layout', 'flat')

  expect(exitCode).toBe(0)
  expect(Object.keys(shop.files()).filter((path) => path.startsWith('images/'))).toEqual([
    'images/B.png',
    'images/Tee.png',
    'images/items/b.png',
    'images/items/tee.png',
  ])
})

function place(sku: string, cat_code: string): RecordTree {
  return stored('ProdCat', { sku, cat_code, sort: '1' })
}

test('products of categories that differ only by case share a file', async () => {
  const products = [
    stored('Product', { sku: 'P', title: 'P', price: '1' }, { ProdCat: [place('P', 'Tees')] }),
    stored('Product', { sku: 'Q', title: 'Q', price: '1' }, { ProdCat: [place('Q', 'tees')] }),
  ]
  await using shop = await openShop([...['Tees', 'tees'].map((code) => stored('Cat', { code, name: code })), ...products])

  const { exitCode } = await shop.run('pull')

  expect(exitCode).toBe(0)
  expect(Object.keys(shop.files())).toEqual(['categories.yaml', 'products/Tees.yaml'])
})

test('a reason that many records share is reported once', async () => {
  const hangers = ['A', 'B', 'C', 'D', 'E'].map((sku) =>
    stored('Product', { sku, title: sku, option_type: '' }, { Variants: [stored('Variants', { code: `${sku}-1`, sku, price: '1' })] }),
  )
  await using shop = await openShop(hangers)

  const { stdout } = await shop.run('pull')

  expect(stdout).toContain(`Left to the store:
  product.A, product.B, product.C (and 2 more), options: option_type is empty in the store, which no document can express: it would be "Matrix"
`)
})

test('without --images a picture that differs in the store is kept and reported', async () => {
  const product = stored('Product', { sku: 'A', title: 'A', image: 'x.png' })
  await using shop = await openShop([product], { 'shop.yaml': 'products:\n  A: { title: A, image: images/x.png }\n' })
  await shop.put('images/items/x.png', png('another'))
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images', 'x.png'), png('mine'))

  const { exitCode, stdout } = await shop.run('pull')

  expect(exitCode).toBe(0)
  expect(shop.files()['images/x.png']?.endsWith('mine')).toBe(true)
  expect(stdout).toContain(
    'Pictures that differ in the store; a plan replaces them with those of the catalogue. To download them, run `planogram pull --images`:\n  images/items/x.png\n',
  )
})

test('a picture is downloaded only if a document names it, which excludes fields that are left out', async () => {
  const product = stored('Product', { sku: 'A', title: 'A', price: '1', image: 'x.png' })
  await using shop = await openShop([product], { 'shop.yaml': 'products:\n  A: { title: A, price: 1 }\n' })
  await shop.put('images/items/x.png', png('one'))

  const unmanaged = await shop.run('pull', '--images', '--force')
  const before = shop.files()
  writeFileSync(join(shop.root, 'shop.yaml'), "products:\n  A: { title: A, price: 1, image: '' }\n")
  const managed = await shop.run('pull', '--images', '--force')

  expect([unmanaged.exitCode, managed.exitCode]).toEqual([0, 0])
  expect(unmanaged.stdout).toBe('The catalogue already matches store shop.\n')
  expect(before).toEqual({ 'shop.yaml': 'products:\n  A: { title: A, price: 1 }\n' })
  expect(shop.files()['shop.yaml']).toBe('products:\n  A: { title: A, price: 1, image: images/x.png }\n')
  expect(Object.keys(shop.files())).toContain('images/x.png')
})

test('--images of a store whose Files API is not known is refused before anything is read or written', async () => {
  await using shop = await openShop([stored('Product', { sku: 'A', title: 'A', image: 'x.png' })])
  const config = readFileSync(join(shop.root, 'planogram.yaml'), 'utf8')
  writeFileSync(join(shop.root, 'planogram.yaml'), config.replace(/files_url: "[^"]+", site_name: \w+, /, ''))

  const refused = await shop.run('pull', '--images')
  const plain = await shop.run('pull')

  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    'error[files-fault]: Store shop has no files_url, so that its pictures cannot be downloaded.\n' +
      '  help: Set `files_url` and `site_name` of the store in planogram.yaml, or pull without `--images`.\n',
  ])
  expect([plain.exitCode, Object.keys(shop.files())]).toEqual([0, ['products/without-category.yaml']])
})

test('a wrong site_name is named where the store has none of the pictures, and not where one of them is missing', async () => {
  const products = ['x', 'y'].map((name) => stored('Product', { sku: name, title: name, image: `${name}.png` }))
  await using right = await openShop(products)
  await using wrong = await openShop(products)
  await right.put('images/items/x.png', png('one'))
  const config = readFileSync(join(wrong.root, 'planogram.yaml'), 'utf8')
  writeFileSync(join(wrong.root, 'planogram.yaml'), config.replace(/site_name: \w+/, 'site_name: acme'))

  const [one, none] = await Promise.all([right, wrong].map((shop) => shop.run('pull', '--images')))

  const hint = 'Check `files_url` and `site_name` in planogram.yaml; then undo this pull and run it again:'
  expect(one?.stdout).toContain('\nPictures:\n  images/items/y.png is named by a record, but the store has no such file\n')
  expect(none?.stdout).toContain(`\nPictures: the store has none of them. ${hint}\n  images/items/x.png is named by a record`)
})

test('a picture whose name has Unicode form D on the disk is that of the store', async () => {
  const [onDisk, inStore] = ['caf\u0065\u0301.png', 'caf\u00e9.png']
  const product = stored('Product', { sku: 'A', title: 'A', image: inStore })
  await using shop = await openShop([product], { 'shop.yaml': `products:\n  A: { title: A, image: images/${onDisk} }\n` })
  await shop.put(`images/items/${inStore}`, png('one'))
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images', onDisk), png('one'))

  const dry = await shop.run('pull', '--dry-run', '--force')
  const pulled = await shop.run('pull', '--images', '--force')

  expect([dry.exitCode, dry.stdout]).toEqual([0, expect.not.stringContaining('differ')])
  expect([pulled.exitCode, pulled.stdout]).toEqual([0, expect.not.stringContaining('pictures')])
})
