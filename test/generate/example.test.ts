import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shelf, banners } from './picture/shelf.ts'
import { pictureBytes } from './pictures.ts'
import { loadFlat } from '../support/written-catalogue.ts'

const root = resolve(import.meta.dirname, '../../catalog.example')

test('the example has no problems, and is a shop of the size that it says', async () => {
  const { problems, desired, files } = await loadFlat({ root, env: {} })

  const { UserGroups: groups = [], Cat: categories = [], Product: products = [] } = desired.roots
  expect(problems).toEqual([])
  expect({ groups: groups.length, categories: categories.length, products: products.length }).toEqual({
    groups: 3,
    categories: 39,
    products: 75,
  })
  expect(files).toEqual({ documents: 15, pictures: 92 })
})

test('the example has categories on three levels, products of every option type, and every kind of child', async () => {
  const { desired } = await loadFlat({ root, env: {} })

  const { Cat: categories = [], Product: products = [], UserGroups: groups = [] } = desired.roots
  const parents = new Map(
    categories.map(({ fields, children }) => [
      fields['code'] ?? '',
      (children.CatParent ?? []).map((place) => place.fields['parent_code'] ?? ''),
    ]),
  )
  const level = (code: string): number => 1 + Math.max(...(parents.get(code) ?? []).map((parent) => (parent === '0' ? 0 : level(parent))))
  const types = new Set(products.map(({ fields }) => `${fields['option_type']} ${fields['options_advanced']}`))
  const kinds = new Set(products.flatMap(({ children }) => Object.keys(children)))
  expect(new Set([...parents.keys()].map(level))).toEqual(new Set([1, 2, 3]))
  expect([...parents.values()].filter((codes) => codes.length > 1).length).toBeGreaterThan(3)
  expect(types.size).toBeGreaterThanOrEqual(4)
  expect([...kinds].toSorted()).toEqual([
    'ExtraImages',
    'Inventory',
    'Merchandising',
    'Options',
    'PricingAdvanced',
    'ProdAccessGroup',
    'ProdCat',
    'ProductAttributes',
    'Variants',
  ])
  expect(groups.filter(({ fields }) => (fields['parent_code'] ?? '') !== '').length).toBe(1)
})

test('every picture of the example is drawn by the script, and every drawing is used', async () => {
  const { desired } = await loadFlat({ root, env: {} })

  const used = new Set(desired.files.map(({ from }) => from))
  const drawn = new Set([...shelf, ...banners].map(({ name }) => `images/${name}.png`))
  const committed = new Set(readdirSync(join(root, 'images')).map((name) => `images/${name}`))
  expect(used).toEqual(drawn)
  expect(committed).toEqual(drawn)
})

test('pictures are small and no two are alike', async () => {
  const { desired } = await loadFlat({ root, env: {} })

  const sizes = [...new Set(desired.files.map(({ from }) => from))].map((from) => statSync(join(root, from)).size)
  const hashes = new Map(desired.files.map(({ from, sha256 }) => [from, sha256]))
  expect(sizes.filter((size) => size < 3_000 || size > 25_000)).toEqual([])
  expect(new Set(hashes.values()).size).toBe(hashes.size)
})

test('a drawing gives the same bytes every time', () => {
  const [first] = shelf
  const draw = (): Uint8Array[] => (first ? [pictureBytes(first, { width: 60, height: 60 })] : [])

  expect(draw()).toEqual(draw())
  expect(Buffer.from(draw()[0] ?? []).toString('latin1', 1, 4)).toBe('PNG')
})
