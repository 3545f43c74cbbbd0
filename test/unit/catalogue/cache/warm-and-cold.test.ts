import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CacheOptions } from '../../../../src/catalogue/cache/document-cache.ts'
import { scenarioCases, scenarioFiles, scenarioNames } from '../../../support/rule-scenarios.ts'
import { sampled } from '../../../support/whole.ts'
import { type FlatCatalogue, inCatalogue, loadFlat, told } from '../../../support/written-catalogue.ts'

const now = new Date('2026-06-15T12:00:00Z')
const example = resolve(import.meta.dirname, '../../../../catalog.example')

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-warm-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function cacheIn(folder: string): CacheOptions {
  return {
    folder: join(realpathSync(folder), '.planogram', 'cache'),
    scratch: tmpdir(),
    version: '1',
    secret: () => 'a secret',
    leastBytes: 0,
  }
}

function loadWhole(folder: string): Promise<FlatCatalogue> {
  return loadFlat({ root: folder, env: {}, now, everyStore: true })
}

function check(folder: string): Promise<FlatCatalogue> {
  return loadFlat({ root: folder, env: {}, now, everyStore: true, only: [], cache: cacheIn(folder) })
}

describe('problems are the same', () => {
  const parts = 4

  test.each(sampled([0, 1, 2, 3], parts))('for rule scenarios, part %i: read whole, checked cold, checked warm', async (part) => {
    const names = scenarioNames().filter((_, index) => index % parts === part)
    let warm = 0

    for (const name of names) {
      for (const kind of scenarioCases(name)) {
        await inCatalogue(scenarioFiles(name, kind), async (folder) => {
          const whole = told(await loadWhole(folder))
          expect(told(await check(folder)), `${name} ${kind}, cold`).toEqual(whole)
          warm += existsSync(cacheIn(folder).folder) ? readdirSync(cacheIn(folder).folder).length : 0
          expect(told(await check(folder)), `${name} ${kind}, warm`).toEqual(whole)
        })
      }
    }

    expect(names.length).toBeGreaterThan(60 / parts)
    expect(warm).toBeGreaterThan(150 / parts)
  })

  const edits: readonly (readonly [file: string, from: string, to: string])[] = [
    ['prices.yaml', 'default: [', 'default: [9, '],
    ['groups.yaml', 'dealer:', 'trader:'],
    ['categories.yaml', 'tees:', 'shirts:'],
    ['categories.yaml', 'name:', 'nam:'],
    ['products/tees.yaml', 'title:', 'titel:'],
    ['products/tees.yaml', 'title: ', 'title: "'],
    ['products/bags.yaml', 'price:', 'slug: classic-tee\n    price:'],
    ['planogram.yaml', 'stores:', 'timezone: Europe/Oslo\nstores:'],
    ['overlays/production/groups.yaml', 'subscribe_text:', 'subscribe_txt:'],
  ]

  // The seal of a cache does not depend on the folder, so each edit begins with a copy of one warm folder.
  let warm = ''
  let before: unknown
  beforeAll(async () => {
    warm = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-warm-')))
    cpSync(example, warm, { recursive: true })
    before = told(await check(warm))
  })
  afterAll(() => rmSync(warm, { recursive: true }))

  test.each(sampled(edits, 3))('after an edit of %s: %s to %s', async (file, from, to) => {
    cpSync(warm, root, { recursive: true })
    const text = readFileSync(join(root, file), 'utf8')
    expect(text).toContain(from)

    writeFileSync(join(root, file), text.replace(from, to))
    const after = told(await check(root))

    expect(readdirSync(cacheIn(warm).folder).length).toBeGreaterThan(1)
    expect(after).not.toEqual(before)
    expect(after).toEqual(told(await loadWhole(root)))
  })

  test('after a move of a document into a folder with other defaults', async () => {
    const files = {
      'categories.yaml': 'categories:\n  tees: { name: Tees, slug: tees }\n',
      'tees/defaults.yaml': 'defaults:\n  products: { categories: [tees], price: 5 }\n',
      'mugs/defaults.yaml': 'defaults:\n  products: { categories: [nowhere], price: 0 }\n',
      'tees/x.yaml': 'products:\n  TEE: { title: Tee }\n',
    }

    await inCatalogue(files, async (folder) => {
      const before = await check(folder)
      renameSync(join(folder, 'tees/x.yaml'), join(folder, 'mugs/x.yaml'))
      const [moved, again] = [await check(folder), await check(folder)]

      expect(before.problems).toEqual([])
      expect(moved.problems.map(({ rule }) => rule).toSorted()).toEqual(['price-zero', 'references-exist'])
      expect(told(moved)).toEqual(told(await loadWhole(folder)))
      expect(told(again)).toEqual(told(moved))
    })
  })

  test('for the same document in two folders with different defaults', async () => {
    const list = 'products:\n  MUG: { title: Mug }\n'
    const files = {
      'a/defaults.yaml': 'defaults:\n  products: { price: 5 }\n',
      'a/x.yaml': list,
      'b/defaults.yaml': 'defaults:\n  products: { price: 0 }\n',
      'b/x.yaml': list,
    }

    await inCatalogue(files, async (folder) => {
      const cold = await check(folder)
      rmSync(join(folder, 'a/x.yaml'))
      const alone = await check(folder)

      expect(cold.problems.map(({ rule }) => rule)).toEqual(['unique-keys'])
      expect(alone.problems.map(({ rule }) => rule)).toEqual(['price-zero'])
      expect(told(alone)).toEqual(told(await loadWhole(folder)))
    })
  })

  test('for values of a remembered product that an edited one repeats', async () => {
    const files = {
      'a.yaml':
        'products:\n  A: { price: 1, title: A, slug: one, gtin: "4006381333931", external_id: e-1, variants: { list: { V: { price: 1, external_id: v-1 } } } }\n',
      'b.yaml': 'products:\n  B: { price: 1, title: B }\n',
      'c.yaml': 'products:\n  C: { price: 1, title: "" }\n',
    }

    await inCatalogue(files, async (folder) => {
      const before = await check(folder)
      writeFileSync(join(folder, 'b.yaml'), files['a.yaml'].replace('A:', 'B:'))
      const after = await check(folder)

      const repeated = ['identifiers-unique', 'identifiers-unique', 'identifiers-unique', 'slugs-unique', 'unique-codes']
      expect(before.problems.map(({ rule }) => rule)).toEqual(['title-missing'])
      expect(after.problems.map(({ rule }) => rule).toSorted()).toEqual([...repeated, 'title-missing'].toSorted())
      expect(told(after)).toEqual(told(await loadWhole(folder)))
    })
  })

  test('for a fault in a price list that products of several parts share', async () => {
    const products = Array.from({ length: 230 }, (_, index) => `  P-${index}: { title: A ${index}, pricing: thin }\n`)
    const files = {
      'prices.yaml': 'price_lists:\n  thin: { breaks: [0, 10], prices: { default: [5] } }\n',
      'products.yaml': `products:\n${products.join('')}`,
    }

    await inCatalogue(files, async (folder) => {
      const [cold, warm] = [await check(folder), await check(folder)]

      expect(cold.problems.map(({ rule, message }) => `${rule}: ${message}`)).toContainEqual(
        'grid-coverage: P-0 has no price for the default group from quantity 10 (and 229 more)',
      )
      expect(told(cold)).toEqual(told(await loadWhole(folder)))
      expect(told(warm)).toEqual(told(cold))
    })
  })
})

test('the catalogue itself is the same from a warm cache', async () => {
  cpSync(example, root, { recursive: true })
  const fresh = await loadFlat({ root, env: {}, now })

  await check(root)
  const warm = await loadFlat({ root, env: {}, now, cache: cacheIn(root) })

  expect(readdirSync(cacheIn(root).folder).length).toBeGreaterThan(1)
  expect(warm.desired).toEqual(fresh.desired)
  expect(told(warm)).toEqual(told(fresh))
})
