import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { diffStore } from '../../../src/diff/diff-store.ts'
import { codeAssigner } from '../../../src/diff/code-assigner.ts'
import type { DesiredRecord, WantedFile } from '../../../src/records/desired.ts'
import { desired, diffContext, knownCapabilities, live, stream } from '../../support/desired-records.ts'

function brief(changes: readonly Change[]): string[] {
  return changes.map(({ action, address }) => `${action} ${address}`)
}

function cat(code: string, parents: readonly string[]): DesiredRecord {
  return desired(
    'Cat',
    { code },
    { children: { CatParent: parents.map((parent_code) => desired('CatParent', { cat_code: code, parent_code })) } },
  )
}

function file(name: string): WantedFile {
  return {
    path: `images/items/${name}.jpg`,
    from: `images/${name}.jpg`,
    size: 10,
    sha256: 'aa',
    source: { file: 'p.yaml', start: 3, end: 4 },
  }
}

test('groups come before categories before products, and parents before what hangs on them', async () => {
  const groups = [desired('UserGroups', { code: 'sub', parent_code: 'top' }), desired('UserGroups', { code: 'top' })]
  const cats = [cat('leaf', ['mid', 'other']), cat('mid', ['root']), cat('root', []), cat('other', ['root'])]
  const want = { roots: { Product: [desired('Product', { sku: 'P' })], Cat: cats, UserGroups: groups }, files: [] }

  const { changes } = await diffStore(want, { Product: stream(), Cat: stream(), UserGroups: stream() }, diffContext())

  const roots = changes.filter(({ address, root }) => address === root.address)
  expect(brief(roots)).toEqual([
    'create group.top',
    'create group.sub',
    'create category.root',
    'create category.mid',
    'create category.other',
    'create category.leaf',
    'create product.P',
  ])
})

test('records that the catalogue does not have are passed over', async () => {
  const want = { roots: { Product: [desired('Product', { sku: 'P', title: 'Tee' })] }, files: [] }
  const foreign = live('Product', { sku: 'OTHER', title: 'Theirs' })

  const { changes } = await diffStore(want, { Product: stream([foreign, live('Product', { sku: 'P', title: 'Tee' })]) }, diffContext())

  expect(changes).toEqual([])
})

test('a managed resource that was not read is a bug, not an empty store', async () => {
  const want = { roots: { Product: [desired('Product', { sku: 'P' })] }, files: [] }

  await expect(diffStore(want, {}, diffContext())).rejects.toThrow('Product is managed and was not read')
})

test('a variant that the store has at another product is not moved; an option moves by being written', async () => {
  const one = desired('Product', { sku: 'ONE' }, { children: { Variants: [], Options: [] } })
  const two = desired(
    'Product',
    { sku: 'TWO' },
    {
      children: {
        Variants: [
          desired(
            'Variants',
            { code: 'V', sku: 'TWO' },
            { children: { PricingAdvanced: [desired('PricingAdvanced', { sku: 'V', price: '1' })] } },
          ),
        ],
        Options: [desired('Options', { code: 'O', sku: 'TWO', o_group: 'size' })],
      },
    },
  )
  const variant = live(
    'Variants',
    { code: 'V', sku: 'ONE' },
    { PricingAdvanced: [live('PricingAdvanced', { uid: '1', sku: 'V', price: '2' })] },
  )
  const at = live(
    'Product',
    { sku: 'ONE' },
    { Variants: [variant], Options: [live('Options', { code: 'O', sku: 'ONE', o_group: 'size' })] },
  )
  const other = live('Product', { sku: 'TWO' }, { Variants: [], Options: [] })

  const { changes } = await diffStore({ roots: { Product: [one, two] }, files: [] }, { Product: stream([other, at]) }, diffContext())

  expect(brief(changes)).toEqual(['create product.TWO/option.size', 'cannot variant.V'])
  expect(changes[0]).toMatchObject({ takenFrom: { address: 'product.ONE', key: 'ONE' } })
  expect(changes[1]).toMatchObject({
    reason: 'The store has V at product.ONE, and the platform has no way to move a variant. Remove it here, apply, then add it again.',
  })
})

test('files differ by size, else by hash; an unknown hash of the same size counts as different', () => {
  const present = [
    { path: 'images/items/same.jpg', size: 10, sha256: 'aa' },
    { path: 'images/items/bytes.jpg', size: 10, sha256: 'bb' },
    { path: 'images/items/size.jpg', size: 11, sha256: null },
    { path: 'images/items/unseen.jpg', size: 10, sha256: null },
  ]

  const changes = diffFiles(['same', 'bytes', 'size', 'unseen', 'new', 'new'].map(file), present, diffContext())
  const refused = diffFiles([file('new')], [], diffContext({ ...knownCapabilities, files: false }))

  expect(brief(changes)).toEqual([
    'update file.images/items/bytes.jpg',
    'create file.images/items/new.jpg',
    'update file.images/items/size.jpg',
    'update file.images/items/unseen.jpg',
  ])
  expect(changes[0]).toMatchObject({
    file: { before: { size: 10, sha256: 'bb' }, after: { size: 10, sha256: 'aa' } },
    source: { file: 'p.yaml', line: 4, column: 1 },
  })
  expect(brief(refused)).toEqual(['cannot file.images/items/new.jpg'])
})

function assign(inUse: readonly string[], code: string, most?: number): string {
  return codeAssigner({ inUse, reserved: [] }, most)(code)
}

test('a code that is in use gets the next free one, counted up and within the limit', () => {
  const codes = [
    assign(['hash-001', 'hash-002'], 'hash-001'),
    assign(['TEE-size'], 'TEE-size'),
    assign(['abcdefgh'], 'abcdefgh', 8),
    assign(['a-999'], 'a-999', 5),
    assign(['n-99999999999999999998', 'n-99999999999999999999'], 'n-99999999999999999998'),
    assign(['hash-001'], 'hash-002'),
  ]

  expect(codes).toEqual(['hash-003', 'TEE-size-2', 'abcdefg2', 'a1000', 'n-100000000000000000000', 'hash-002'])
})

test('codes that are assigned one after the other are all different, each the lowest that is free', () => {
  const next = codeAssigner({ inUse: ['h-1', 'h-2', 'h-5'], reserved: ['h-4'] })

  const codes = ['h-1', 'h-9', 'h-9', 'h-1', 'h-2', 'h-5', 'h-3'].map(next)

  expect(codes).toEqual(['h-3', 'h-9', 'h-10', 'h-6', 'h-7', 'h-8', 'h-11'])
})
