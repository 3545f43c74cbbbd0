import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { CacheOptions } from '../../../src/catalogue/cache/document-cache.ts'
import { loadCatalogue } from '../../../src/catalogue/load-catalogue.ts'
import { packCatalogue } from '../../../src/catalogue/pack-catalogue.ts'
import { readCatalogue } from '../../../src/catalogue/read-catalogue.ts'
import type { ReadProduct } from '../../../src/catalogue/products/read-product.ts'
import { inCatalogue, png } from '../../support/written-catalogue.ts'

const example = resolve(import.meta.dirname, '../../../catalog.example')

const shop = {
  'prices.yaml': 'price_lists: { tees: { breaks: [0], prices: { default: [5] } } }\n',
  'products.yaml': [
    'products:',
    '  A: { title: A, pricing: tees, image: a.png, comment: { file: a.html } }',
    '  B: { title: B, price: 1, slug: a b }',
    '  C: { title: C, price: 2, images: x }',
    '  D: [wrong]',
    '  E: { title: E, variants: { list: { E-1: { description: E, price: 3 } } } }',
  ].join('\n'),
  'a.png': png('a'),
  'a.html': '<p>A</p>',
}

test('products come one by one, each with what it uses and what is wrong in it', async () => {
  const seen = await inCatalogue(shop, (root) => {
    using reading = readCatalogue({ root, env: {} })
    return Array.from(reading.products(), ({ key, file, isDigest, uses, problems, record }) => ({
      key,
      file,
      isDigest,
      uses: [uses.priceLists, uses.pictures.map(({ from }) => from), uses.texts.map(({ path }) => path)],
      problems: problems.map(({ rule }) => rule),
      title: record.fields['title'],
    }))
  })

  const plain = { file: 'products.yaml', isDigest: false, uses: [[], [], []], problems: [] }
  expect(seen).toEqual([
    { ...plain, key: 'A', title: 'A', uses: [['tees'], ['a.png'], ['a.html']] },
    { ...plain, key: 'B', title: 'B' },
    { ...plain, key: 'C', title: 'C', problems: ['unknown-key'] },
    { ...plain, key: 'E', title: 'E' },
  ])
})

test.each([0, 1])('a reading finds the same problems when only %s products are walked', async (count) => {
  await inCatalogue(shop, async (root) => {
    using reading = readCatalogue({ root, env: {} })
    const walked = Iterator.from(reading.products()).take(count).toArray()

    const { catalogue, definesProducts } = await reading.finish()

    const whole = await loadCatalogue({ root, env: {} })
    expect(catalogue.problems).toEqual(whole.catalogue.problems)
    expect(catalogue.problems.length).toBeGreaterThan(2)
    expect(catalogue.contentHash).toBe(whole.catalogue.contentHash)
    expect([walked.length, definesProducts, catalogue.desired.roots.Product]).toEqual([count, true, []])
  })
})

function isWhole({ isDigest }: ReadProduct): boolean {
  return !isDigest
}

test('with a cache, products that are not asked for come as digests', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-read-')))
  cpSync(example, root, { recursive: true })
  const cache: CacheOptions = { folder: join(root, '.planogram/cache'), scratch: tmpdir(), version: '1', secret: () => 's', leastBytes: 0 }
  await loadCatalogue({ root, env: {}, cache, only: [] })

  const read = (only: readonly string[]): readonly ReadProduct[] => {
    using reading = readCatalogue({ root, env: {}, cache, only })
    return [...reading.products()]
  }
  const none = read([])
  const [first] = none.filter(({ isDigest }) => isDigest)
  const one = read([first?.key ?? ''])
  rmSync(root, { recursive: true })

  expect(none.length).toBeGreaterThan(10)
  expect(none.filter(isWhole).length).toBeLessThan(none.length / 2)
  expect(none.filter(({ isDigest, record }) => isDigest && 'description' in record.fields)).toEqual([])
  expect(one.filter(isWhole).map(({ key }) => key)).toEqual(none.filter((each) => isWhole(each) || each === first).map(({ key }) => key))
})

test('only some products are kept as records, by sku or variant code', async () => {
  const kept = await inCatalogue(shop, async (root) => {
    const load = async (only: readonly string[]): Promise<unknown> => {
      const { catalogue } = await loadCatalogue({ root, env: {}, only })
      return catalogue.desired.roots.Product?.map(({ fields }) => fields['sku'])
    }
    return [await load([]), await load(['B']), await load(['E-1', 'none'])]
  })

  expect(kept).toEqual([[], ['B'], ['E']])
})

test('a catalogue prints whole as JSON', async () => {
  const { catalogue } = await loadCatalogue({ root: example, env: {}, everyStore: true, trace: true, mentionsOf: ['images'] })

  expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  expect([catalogue.trace.history, catalogue.trace.texts, catalogue.trace.priced, catalogue.mentions, catalogue.documents]).toEqual(
    Array.from({ length: 5 }, () => expect.arrayContaining([expect.anything()])),
  )
})

test('the places that name a file are collected for the files that are asked for', async () => {
  const files = { ...shop, 'over/b.yaml': 'products: { A: { thumb: gone.png } }\n' }
  const config = 'stores: { plain: { emulator: true }, shop: { emulator: true, catalogue: over } }\ndefault_store: plain\n'

  const mentions = await inCatalogue({ ...files, 'planogram.yaml': config }, async (root) => {
    const load = async (mentionsOf: readonly string[]): Promise<unknown> => {
      const { catalogue } = await loadCatalogue({ root, env: {}, only: [], everyStore: true, mentionsOf })
      return [...new Set(catalogue.mentions.map(({ path, at }) => `${path} in ${at.file}`))]
    }
    return [await load([]), await load(['a.html']), await load(['gone.png']), await load(['copy']), await load([''])]
  })

  const html = 'a.html in products.yaml'
  const gone = 'gone.png in over/b.yaml'
  expect(mentions).toEqual([[], [html], [gone], [], ['a.png in products.yaml', html, gone]])
})

test('packed products are the products, as often as they are read', async () => {
  await inCatalogue(shop, async (root) => {
    const { catalogue } = await loadCatalogue({ root, env: {} })
    using packed = await packCatalogue({ root, env: {} }, tmpdir())

    const products = packed.desired.roots.Product ?? []

    expect([...products]).toEqual(catalogue.desired.roots.Product)
    expect([...products]).toEqual(catalogue.desired.roots.Product)
    expect('get' in products && products.get('E')).toEqual(catalogue.desired.roots.Product?.at(-1))
    expect(packed.catalogue).toEqual({ ...catalogue, desired: { ...catalogue.desired, roots: { Product: [] } } })
  })
})
