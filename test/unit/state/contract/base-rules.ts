import { expect, test } from 'vitest'
import { baseDigest } from '../../../../src/records/base-digest.ts'
import type { BaseRecord, BaseRow } from '../../../../src/records/base-record.ts'
import type { Fields } from '../../../../src/resources/resource.ts'
import type { AppliedRoot } from '../../../../src/state/base-write.ts'
import { at, ends, type Open, request, run, store } from './sample-journal.ts'

const other = 'https://other.example'

function baseOf(fields: Fields): BaseRecord {
  const row = { resource: 'ProdCat', fields: { cat_code: 'tees', sort: '10' }, children: {} } as const
  return {
    record: { resource: 'Product', fields, children: { ProdCat: [row], Variants: [] }, stored: { weight: '0.2' } },
    source: { file: 'tees.yaml', line: 3, column: 3 },
  }
}

function product(key: string, title: string): AppliedRoot {
  return { resource: 'Product', key, base: baseOf({ sku: key, title, weight: '0.21' }) }
}

/** A product without a value that the store rewrote, but for those of its rows. */
function plain(key: string, children: BaseRow['children'] = {}): AppliedRoot {
  return { resource: 'Product', key, base: { record: { resource: 'Product', fields: { sku: key }, children }, source: null } }
}

/** The rules of what was last applied. */
export function describeBase(opened: Open): void {
  test('what was applied is read back as it was written, for each store by itself; the last write counts', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const second = await state.acquireLease({ ...request, store: other })
    const write = { at: at(1), forgotten: [] }

    await Promise.all([
      state.saveBase(store, fence, { ...write, applied: [product('TEE', 'Tee'), product('MUG', 'Mug')] }),
      state.saveBase(store, fence, { ...write, applied: [product('TEE', 'T-shirt')] }),
      state.saveBase(other, second.fence, { ...write, applied: [product('TEE', 'Théière')] }),
    ])

    expect(await state.baseOf(store, { resource: 'Product', key: 'TEE' })).toEqual(product('TEE', 'T-shirt').base)
    expect(await state.baseOf(other, { resource: 'Product', key: 'TEE' })).toEqual(product('TEE', 'Théière').base)
    expect(await state.baseOf(store, { resource: 'Cat', key: 'TEE' })).toBeNull()
    expect(await state.baseOf('https://none.example', { resource: 'Product', key: 'TEE' })).toBeNull()
    expect(await state.baseDigestOf(store, { resource: 'Product', key: 'TEE' })).toBe(baseDigest(product('TEE', 'T-shirt').base.record))
    expect(await state.baseDigestOf(other, { resource: 'Product', key: 'MUG' })).toBeNull()
    expect(await state.baseDigestOf('https://none.example', { resource: 'Product', key: 'TEE' })).toBeNull()
    expect((await state.baseContents('https://none.example')).size).toBe(0)
  })

  test('each record has the content that it was saved with last, in the order of resources and keys', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const write = { at: at(1), forgotten: [] }
    const quoted = product('A "quoted" \\ key', 'Tee')
    const category: AppliedRoot = { resource: 'Cat', key: 'tees', base: { ...baseOf({ cat_code: 'tees' }), source: null }, content: 'c' }

    await state.saveBase(store, fence, {
      ...write,
      applied: [{ ...product('TEE', 'Tee'), content: 'a' }, category, { ...quoted, content: 'b' }],
    })
    await state.saveBase(store, fence, { ...write, applied: [product('TEE', 'T-shirt'), { ...product('MUG', 'Mug'), content: 'd' }] })

    expect([...(await state.baseContents(store))].map(([resource, contents]) => [resource, [...contents]])).toEqual([
      ['Cat', [['tees', 'c']]],
      [
        'Product',
        [
          [quoted.key, 'b'],
          ['MUG', 'd'],
          ['TEE', null],
        ],
      ],
    ])
  })

  test('a store that is renamed keeps its lease, runs, base and files; others stay', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    await state.startRun(run('r1'))
    await state.saveBase(store, fence, { at: at(1), applied: [product('TEE', 'Tee')], forgotten: [] })
    await state.rememberFiles(store, [{ path: 'a.jpg', sha256: 'ab', size: 2, modified: 'Mon' }])
    await state.rememberFiles(other, [{ path: 'b.jpg', sha256: 'cd', size: 2, modified: 'Mon' }])

    await state.renameStore(store, 'new name')

    expect(await state.stores()).toEqual([other, 'new name'].toSorted())
    expect((await state.leaseOf('new name'))?.fence).toBe(fence)
    expect((await state.runs()).map((each) => each.store)).toEqual(['new name'])
    expect(await state.baseOf('new name', { resource: 'Product', key: 'TEE' })).toEqual(product('TEE', 'Tee').base)
    expect([[...(await state.rememberedFiles('new name')).keys()], (await state.rememberedFiles(store)).size]).toEqual([['a.jpg'], 0])
  })

  test('records are known as rewritten where the store rewrote a value of them or of a row, until they are saved without', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const write = { at: at(1), forgotten: [] }
    const row: BaseRow = { resource: 'Variants', fields: { code: 'BAG-s' }, children: {}, stored: { weight: '0.2' } }
    const keys = async (of: string): Promise<unknown> => [...((await state.rewrittenBase(of)).get('Product') ?? [])].toSorted()

    await state.saveBase(store, fence, { ...write, applied: [product('TEE', 'Tee'), plain('MUG'), plain('BAG', { Variants: [row] })] })
    const first = await keys(store)
    await state.saveBase(store, fence, { ...write, applied: [plain('TEE'), product('MUG', 'Mug')] })

    expect(first).toEqual(['BAG', 'TEE'])
    expect(await keys(store)).toEqual(['BAG', 'MUG'])
    expect(await keys(other)).toEqual([])
  })

  test('a record that is forgotten is gone, and others stay', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    await state.saveBase(store, fence, { at: at(1), applied: [product('TEE', 'Tee'), product('MUG', 'Mug')], forgotten: [] })

    await state.saveBase(store, fence, { at: at(2), applied: [], forgotten: [{ resource: 'Product', key: 'TEE' }] })

    expect(await state.baseOf(store, { resource: 'Product', key: 'TEE' })).toBeNull()
    expect([...((await state.baseContents(store)).get('Product')?.keys() ?? [])]).toEqual(['MUG'])
  })

  test('files that are ours are read back for each store by itself, until they are forgotten; the last write counts', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const first = ['images/items/tee.jpg', 'images/items/mug.jpg'].map((path) => ({ path, sha256: 'a1', size: 4200 }))
    const write = { at: at(1), applied: [], forgotten: [] }
    await state.saveBase(store, fence, { ...write, files: first })

    await state.saveBase(store, fence, { ...write, files: [{ path: 'images/items/tee.jpg', sha256: 'b2', size: 9 }] })
    await state.saveBase(store, fence, { ...write, forgottenFiles: ['images/items/mug.jpg', 'images/items/none.jpg'] })

    expect([...(await state.ownFiles(store))]).toEqual([['images/items/tee.jpg', { path: 'images/items/tee.jpg', sha256: 'b2', size: 9 }]])
    expect((await state.ownFiles(other)).size).toBe(0)
  })

  test('the base is complete with the last catalogue that said so', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)

    const before = await state.baseCatalogue(store)
    await state.saveBase(store, fence, { at: at(1), applied: [], forgotten: [], completeWith: 'aa' })
    await state.saveBase(store, fence, { at: at(2), applied: [product('TEE', 'Tee')], forgotten: [] })

    expect([before, await state.baseCatalogue(store), await state.baseCatalogue(other)]).toEqual([null, 'aa', null])
  })

  test('a base that is complete with a catalogue is complete with none once a record of another catalogue is applied', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const write = { applied: [product('TEE', 'Tee')], forgotten: [] }
    await state.saveBase(store, fence, { at: at(1), applied: [], forgotten: [], completeWith: 'aa' })

    await state.saveBase(store, fence, { ...write, at: at(2), catalogue: 'aa' })
    const same = await state.baseCatalogue(store)
    await state.saveBase(store, fence, { ...write, at: at(3), catalogue: 'bb' })

    expect([same, await state.baseCatalogue(store)]).toEqual(['aa', null])
  })

  test('a base is written under a lease only: with its fence, and before it ends', async () => {
    const state = await opened()
    const { fence } = await state.acquireLease(request)
    const write = { applied: [product('TEE', 'Tee')], forgotten: [] }

    const refused = await ends([
      state.saveBase(store, fence + 1, { ...write, at: at(1) }),
      state.saveBase(store, fence, { ...write, at: at(100) }),
      state.saveBase(other, fence, { ...write, at: at(1) }),
    ])

    expect(refused).toEqual([
      expect.stringContaining(`The lease of ${store} is lost`),
      expect.stringContaining(`The lease of ${store} is lost`),
      expect.stringContaining(`The lease of ${other} is lost`),
    ])
    expect((await state.baseContents(store)).size).toBe(0)
  })
}
