import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { generateCatalogue } from '../../../bench/generate-catalogue.ts'
import type { CatalogueSize } from '../../../bench/generate-catalogue.ts'
import { spreadOf } from '../../../bench/measure.ts'
import { loadFlat } from '../../support/written-catalogue.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function generate(size: CatalogueSize): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  folders.push(folder)
  generateCatalogue(folder, size)
  return folder
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  for (const path of paths) hash.update(path.slice(folder.length)).update(readFileSync(path))
  return hash.digest('hex')
}

test.each([
  { products: 45, variants: 6, gridCells: 9, files: 7, seed: 1 },
  { products: 21, variants: 5, gridCells: 8, seed: 2 },
  { products: 20, variants: 0, gridCells: 0, seed: 3 },
])('a catalogue of $products products with $variants variants and $gridCells cells is valid, and has just so many', async (size) => {
  const folder = generate(size)

  const { desired, problems, files } = await loadFlat({ root: folder, env: {} })

  const products = desired.roots.Product ?? []
  const counts = products.map(({ children }) => [children.Variants?.length ?? 0, children.PricingAdvanced?.length ?? 0])
  expect(problems).toEqual([])
  expect([products.length, files.pictures]).toEqual([size.products, size.files ?? 0])
  expect(new Set(counts.map(String))).toEqual(new Set([`${size.variants},${size.gridCells}`]))
  expect(new Set(desired.files.map(({ sha256 }) => sha256)).size).toBe(size.files ?? 0)
})

test('the same seed gives the same bytes, another one gives others', () => {
  const size = { products: 25, variants: 4, gridCells: 6, files: 3, seed: 7 }

  const hashes = [generate(size), generate(size), generate({ ...size, seed: 8 })].map(hashOf)

  expect(hashes[1]).toBe(hashes[0])
  expect(hashes[2]).not.toBe(hashes[0])
})

test('the median of an even number of figures lies between the middle two', () => {
  const spreads = [spreadOf([3, 1, 2]), spreadOf([4, 1, 3, 2]), spreadOf([5])]

  expect(spreads).toEqual([
    { median: 2, min: 1, max: 3 },
    { median: 2.5, min: 1, max: 4 },
    { median: 5, min: 5, max: 5 },
  ])
})
