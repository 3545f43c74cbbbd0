import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { drift } from '../../../src/workspace/drift.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import type { Progress } from '../../../src/workspace/progress.ts'
import { pull } from '../../../src/workspace/pull.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { startSite } from '../../support/site.ts'

function product(sku: string, price: string): RecordTree {
  return { resource: 'Product', fields: { sku, title: sku, price }, children: {} }
}

const stocked = { seed: { records: [product('MUG', '9'), product('CUP', '4')] } }
const before = 'products:\n  MUG: { title: MUG, price: 8.50 }\n'
const env = { PATH: process.env['PATH'] }

test('a catalogue and a store are enough: new records are added, changed values are edited, and a plan is empty', async () => {
  using shop = shopFolder({ 'shop.yaml': before })
  await using site = await startSite(stocked)
  const { store } = site
  const seen: Progress['kind'][] = []

  const onProgress = ({ kind }: Progress): void => void seen.push(kind)
  const pulled = await pull({ catalogue: await loadCatalogue({ root: shop.root }), store, layout: 'flat', force: true, onProgress })
  const planned = await plan({ catalogue: await loadCatalogue({ root: shop.root }), store })

  const texts = Object.fromEntries(['shop.yaml', 'products.yaml'].map((file) => [file, readFileSync(join(shop.root, file), 'utf8')]))
  expect(texts).toEqual({
    'shop.yaml': 'products:\n  MUG: { title: MUG, price: 9.00 }\n',
    'products.yaml': 'products:\n  CUP:\n    title: CUP\n    price: 4\n',
  })
  expect(Object.fromEntries(pulled.documents.map(({ path, text }) => [path, text]))).toEqual(texts)
  expect(pulled).toMatchObject({ added: { products: 1 }, leftOut: [], vanished: [], open: [], problems: [] })
  expect(planned.changes).toEqual([])
  expect([seen[0], new Set(seen)]).toEqual([
    'reading-store',
    new Set(['reading-store', 'finding-pictures', 'merging', 'checking', 'formatting-documents', 'recording']),
  ])
})

test('a dry run returns the same texts and writes nothing; unsaved work is refused without force', async () => {
  using shop = shopFolder({ 'shop.yaml': before })
  await using site = await startSite(stocked)
  const catalogue = await loadCatalogue({ root: shop.root })

  const tried = await pull({ catalogue, store: site.store, dryRun: true, env })
  const refused = pull({ catalogue, store: site.store, env })

  expect(tried.documents.map(({ path, isNew }) => [path, isNew])).toEqual([
    ['shop.yaml', false],
    ['products/without-category.yaml', true],
  ])
  await expect(refused).rejects.toMatchObject({ code: 'work-unsaved' })
  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(before)
  expect(existsSync(join(shop.root, 'products'))).toBe(false)
})

test('an abort while the result is checked changes no document and leaves no temporary file, at once', async () => {
  using shop = shopFolder({ 'shop.yaml': before })
  await using site = await startSite(stocked)
  const catalogue = await loadCatalogue({ root: shop.root })
  const stop = new AbortController()
  const home = join(shop.root, '.planogram')
  const copies = (): string[] => readdirSync(home).filter((name) => name.startsWith('pull-'))
  let seen: readonly string[][] = []

  const pulled = pull({
    catalogue,
    store: site.store,
    force: true,
    stop: stop.signal,
    onProgress: ({ kind }) => {
      if (kind !== 'checking' || stop.signal.aborted) return
      const then = copies()
      stop.abort()
      seen = [then, copies()]
    },
  })

  await expect(pulled).rejects.toMatchObject({ code: 'interrupted', message: 'The pull was stopped; no document was changed.' })
  expect(seen.map((names) => names.length)).toEqual([1, 0])
  expect(readFileSync(join(shop.root, 'shop.yaml'), 'utf8')).toBe(before)
  expect(copies()).toEqual([])
})

test('a catalogue with errors is refused before the store is read', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { titel: MUG }\n' })
  await using site = await startSite(stocked)

  const pulled = pull({ catalogue: await loadCatalogue({ root: shop.root }), store: site.store })

  await expect(pulled).rejects.toMatchObject({
    code: 'catalogue-invalid',
    message: 'The catalogue has 1 error; nothing was sent to a store.',
  })
  expect(site.emulator.requests()).toEqual([])
})

test('a pull reports each stage from its start, and its counts after each 100 records at most; so does drift of what was pulled', async () => {
  using shop = shopFolder({ 'shop.yaml': 'groups: {}\n' })
  await using site = await startSite({ seed: { records: Array.from({ length: 250 }, (_, number) => product(`SKU-${number}`, '9')) } })
  const { store } = site
  const counts = new Map<string, number[]>()
  const onProgress = (progress: Progress): void => {
    if (!('records' in progress)) return
    const stage = [
      progress.kind,
      ...('part' in progress ? [progress.part] : []),
      ...('resource' in progress ? [progress.resource] : []),
    ].join(' ')
    counts.set(stage, [...(counts.get(stage) ?? []), progress.records])
  }

  await pull({ catalogue: await loadCatalogue({ root: shop.root }), store, layout: 'flat', force: true, onProgress })
  await drift({ catalogue: await loadCatalogue({ root: shop.root }), store, onProgress })

  const stages = [
    'finding-pictures',
    'merging price-lists',
    'merging order',
    'merging entries',
    'merging differences',
    'recording',
    'reading-base',
  ]
  expect(stages.filter((stage) => !counts.get(stage)?.join().includes('0,100,200'))).toEqual([])
  expect(counts.get('reading-store Product')).toEqual([100, 200, 250, 0, 100, 200, 250])
})
