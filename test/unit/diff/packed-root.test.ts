import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChangeRoot, FieldChange, GridChange, RecordChange, RootedChange, UsedDefinition } from '../../../src/diff/change.ts'
import { createdRowsOf, openRootPacking, unpackRoot } from '../../../src/diff/packed-root.ts'
import { openPackedReader, openPackedWriter } from '../../../src/diff/packed-values.ts'
import { notPlain } from '../../support/not-plain.ts'

const root: ChangeRoot = { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Tee' }
const source = { file: 'products/shirts.yaml', line: 20_000, column: 3 }
const definitions: readonly UsedDefinition[] = [
  { kind: 'defaults', name: 'products', source: { file: 'products/defaults.yaml', line: 1, column: 1 }, fields: ['brand'] },
]

function field(name: string, after: string): FieldChange {
  return { field: name, before: null, after, base: null }
}

const own: RecordChange = {
  kind: 'record',
  address: root.address,
  action: 'create',
  resource: 'Product',
  root,
  key: { sku: 'TEE' },
  fields: [field('sku', 'TEE'), field('title', 'Tee\n"Größe" 👕'), field('description', 'x'.repeat(300)), field('brand', '')],
  origin: 'git',
  source,
  priceLines: [7],
  definitions,
}
const access: RecordChange = {
  kind: 'record',
  address: 'product.TEE/access.vip',
  action: 'create',
  resource: 'ProdAccessGroup',
  root,
  key: { sku: 'TEE', group_code: 'vip' },
  fields: [],
  origin: 'git',
  source: null,
  closesAccess: true,
}
const grid: GridChange = {
  kind: 'grid',
  address: 'grid.TEE',
  action: 'create',
  sku: 'TEE',
  root,
  grid: {
    owner: 'Product',
    ownerBefore: { price: null, on: false },
    way: 'fresh',
    after: [
      { group_code: '', currency_code: '', start: '0', end: '9', price: '19.95' },
      { group_code: 'vip', currency_code: 'EUR', start: '0', end: '9999999', price: '1' },
    ],
    before: [],
    bridgePrice: null,
    onSale: false,
  },
  fields: [field('price', '19.95'), field('advanced_pricing', 'true')],
  origin: 'git',
  definitions,
  source,
  priceLines: [20_001, 0],
}
/** More texts than one character of codes can name. */
const many = Array.from({ length: 200 }, (_, at): RecordChange => ({
  kind: 'record',
  address: `product.TEE/attribute.a${at}`,
  action: 'create',
  resource: 'ProductAttributes',
  root,
  key: { sku: 'TEE', label: `a${at}` },
  fields: [field('value', `value ${at}`)],
  origin: 'git',
  source: { ...source, line: at + 1 },
}))

test('the changes of a new record are the same after they were packed, down to the order of their members', () => {
  const changes = [own, grid, access, ...many]

  const packed = openRootPacking()(changes)
  const unpacked = packed && unpackRoot(packed)

  expect(unpacked).toStrictEqual(changes)
  expect(JSON.stringify(unpacked)).toBe(JSON.stringify(changes))
  expect(unpacked?.map((change) => change.root === root)).toEqual(changes.map(() => true))
  expect([packed?.count, notPlain(unpacked)]).toEqual([203, []])
})

test('what the changes of a new record create is read without them: fields of the key first, then those that are set', () => {
  const packed = openRootPacking()([own, grid, access, ...many])
  const rows = packed && createdRowsOf(packed)

  expect(rows?.slice(0, 4)).toStrictEqual([
    {
      kind: 'record',
      sku: 'TEE',
      resource: 'Product',
      fields: { sku: 'TEE', title: 'Tee\n"Größe" 👕', description: 'x'.repeat(300), brand: '' },
    },
    { kind: 'grid', sku: 'TEE', fields: { price: '19.95', advanced_pricing: 'true' }, entries: grid.grid.after },
    { kind: 'record', sku: 'TEE', resource: 'ProdAccessGroup', fields: { sku: 'TEE', group_code: 'vip' } },
    { kind: 'record', sku: 'TEE', resource: 'ProductAttributes', fields: { sku: 'TEE', label: 'a0', value: 'value 0' } },
  ])
  expect(rows?.at(-1)).toMatchObject({ fields: { label: 'a199', value: 'value 199' } })
  expect(rows).toHaveLength(203)
})

test('several records have layouts in common, and are unpacked in any order', () => {
  const pack = openRootPacking()
  const others = ['HAT', 'CAP'].map((sku): readonly RootedChange[] => {
    const ofRoot = { address: `product.${sku}`, root: { ...root, address: `product.${sku}`, key: sku } }
    return [
      { ...own, ...ofRoot, key: { sku }, fields: [field('sku', sku), field('title', sku), field('description', ''), field('brand', '')] },
    ]
  })

  const packed = [[own], ...others].map(pack)

  expect(new Set(packed.map((each) => each?.layouts.length))).toEqual(new Set([1]))
  for (const at of [2, 0, 1, 0]) expect(packed[at] && unpackRoot(packed[at])).toStrictEqual([[own], ...others][at])
})

function keysOf(changes: readonly RootedChange[]): unknown {
  return changes.map((change) => (change.kind === 'record' ? change.key : null))
}

test('a change that differs from the one before it in one part only is unpacked as it was, with its names in their order', () => {
  const { closesAccess: _, ...plain } = access
  const rows: readonly RootedChange[] = [
    access,
    plain,
    { ...plain, key: { group_code: 'vip', sku: 'TEE' } },
    { ...plain, key: { sku: 'TEE' } },
    { ...plain, fields: [field('sort', '1')] },
    { ...plain, fields: [field('sort', '1'), field('value', '2')] },
    { ...plain, fields: [field('value', '2'), field('sort', '1')] },
    { ...plain, priceLines: [4] },
    { ...plain, priceLines: [4, 5] },
    { ...plain, definitions },
    plain,
    access,
  ]
  const grids: readonly RootedChange[] = [
    { ...grid, priceLines: [1] },
    { ...grid, grid: { ...grid.grid, owner: 'Variants' } },
    { ...grid, grid: { ...grid.grid, way: 'bridge' } },
    { ...grid, fields: [] },
    grid,
  ]
  const all = [own, ...rows.flatMap((row) => [row, plain]), ...grids.flatMap((row) => [row, grid])]

  const packed = openRootPacking()(all)

  expect(packed?.count).toBe(all.length)
  expect(packed && unpackRoot(packed)).toStrictEqual(all)
  expect(JSON.stringify(packed && keysOf(unpackRoot(packed)))).toBe(JSON.stringify(keysOf(all)))
})

const neverPacked: Readonly<Record<string, readonly RootedChange[]>> = {
  'no change': [],
  'another change first': [grid, own],
  'a change of another root': [own, { ...access, root: { ...root } }],
  'a webhook': [{ ...own, resource: 'Webhooks' }],
  'an update': [{ ...own, action: 'update' }],
  'a removal': [own, { ...access, action: 'remove' }],
  'a refusal': [own, { ...access, action: 'cannot', reason: 'The store has no such resource.' }],
  'what was applied before': [{ ...own, origin: 'store' }],
  'a value of the store': [{ ...own, fields: [{ field: 'title', before: 'Old', after: 'Tee', base: null }] }],
  'a value of the base': [{ ...own, fields: [{ field: 'title', before: null, after: 'Tee', base: 'Old' }] }],
  'a field without a value': [{ ...own, fields: [{ field: 'title', before: null, after: null, base: null }] }],
  'an address of two lines': [own, { ...access, address: 'product.TEE/access.a\nb' }],
  'a list without price lines': [{ ...own, priceLines: [] }],
  'the owner of a slug': [{ ...own, slugOwner: { root, keeps: true } }],
  'the new record of a move': [{ ...own, movedFrom: [root] }],
  'a left-over row': [own, { ...access, leftOver: true }],
  'rows that stay': [{ ...own, keeps: ['Inventory'] }],
  'a grid of the store': [own, { ...grid, grid: { ...grid.grid, before: grid.grid.after } }],
  'entries with a uid': [own, { ...grid, grid: { ...grid.grid, after: grid.grid.after.map((row) => ({ ...row, uid: '1' })) } }],
  'a grid that is on': [own, { ...grid, grid: { ...grid.grid, ownerBefore: { price: null, on: true } } }],
  'a grid of an owner with a price': [own, { ...grid, grid: { ...grid.grid, ownerBefore: { price: '1', on: false } } }],
  'a price for the time without a grid': [own, { ...grid, grid: { ...grid.grid, bridgePrice: '2' } }],
  'a grid on sale': [own, { ...grid, grid: { ...grid.grid, onSale: true } }],
  'left-over entries': [own, { ...grid, grid: { ...grid.grid, leftOver: true } }],
}

test.each(Object.entries(neverPacked))('not packed: %s', (_, changes) => {
  expect(openRootPacking()(changes)).toBeNull()
})

test('a record of more codes than a call takes arguments is read as it was written', () => {
  const count = 300_000
  const writer = openPackedWriter()
  for (let value = 0; value < count; value++) writer.number(value)

  const reader = openPackedReader(writer.end())

  const read = Array.from({ length: count }, () => reader.number())
  expect(read.findIndex((value, at) => value !== at)).toBe(-1)
  expect(read.at(-1)).toBe(count - 1)
})

test('law: texts and numbers are read as they were written', () => {
  let values = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'a', 'b'), fc.nat(2 ** 31 - 1), fc.nat(300))),
      (all) => {
        const writer = openPackedWriter()
        for (const value of all) {
          if (typeof value === 'number') writer.number(value)
          else writer.text(value)
        }
        const packed = writer.end()
        const reader = openPackedReader(packed)

        const read = all.map((value) => (typeof value === 'number' ? reader.number() : reader.text()))

        expect(read).toEqual(all)
        expect(/^[\0-\xff]*$/.test(packed.codes)).toBe(true)
        values += all.length
      },
    ),
    { numRuns: 500 },
  )
  expect(values).toBeGreaterThan(1_000)
})
