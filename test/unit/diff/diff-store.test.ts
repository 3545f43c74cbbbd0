import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { diffStore } from '../../../src/diff/diff-store.ts'
import { freeCode } from '../../../src/diff/free-code.ts'
import type { DesiredRecord, WantedFile } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

async function* stream(...records: readonly RecordTree[]): AsyncGenerator<RecordTree> {
  yield* records
}

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

  const changes = await diffStore(want, { Product: stream(), Cat: stream(), UserGroups: stream() }, diffContext())

  const roots = changes.filter(({ address, root }) => address === root)
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

  const changes = await diffStore(want, { Product: stream(foreign, live('Product', { sku: 'P', title: 'Tee' })) }, diffContext())

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

  const changes = await diffStore({ roots: { Product: [one, two] }, files: [] }, { Product: stream(other, at) }, diffContext())

  expect(brief(changes)).toEqual(['create option.TWO>size', 'cannot variant.V'])
  expect(changes[1]?.reason).toBe(
    'The store has V at product.ONE, and the platform shows no way to move a variant. Take it out here, apply, then add it again.',
  )
})

test('files differ by size, else by hash; an unknown hash of the same size counts as different', () => {
  const present = [
    { path: 'images/items/same.jpg', size: 10, sha256: 'aa' },
    { path: 'images/items/bytes.jpg', size: 10, sha256: 'bb' },
    { path: 'images/items/size.jpg', size: 11, sha256: null },
    { path: 'images/items/unseen.jpg', size: 10, sha256: null },
  ]
  const known = new Map(present.map((entry) => [entry.path, entry]))

  const changes = diffFiles(['same', 'bytes', 'size', 'unseen', 'new', 'new'].map(file), known, diffContext())
  const refused = diffFiles([file('new')], new Map(), diffContext({ ...knownCapabilities, files: false }))

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

test('the next free code counts up and stays within the limit', () => {
  const codes = [
    freeCode('hash-001', new Set(['hash-001', 'hash-002'])),
    freeCode('TEE-size', new Set(['TEE-size'])),
    freeCode('abcdefgh', new Set(['abcdefgh']), 8),
    freeCode('a-999', new Set(['a-999']), 5),
  ]

  expect(codes).toEqual(['hash-003', 'TEE-size-2', 'abcdefg2', 'a1000'])
})
