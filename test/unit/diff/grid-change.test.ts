import { expect, test } from 'vitest'
import type { GridChange } from '../../../src/diff/change.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { type Capabilities, documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

type Row = readonly [group: string, start: string, end: string, price: string]

function fieldsOf([group_code, start, end, price]: Row): Fields {
  return { sku: 'TEE', group_code, start, end, price }
}

const onGrid: Fields = { advanced_pricing: 'true', price: '20' }

function stored(rows: readonly Row[], fields: Fields = onGrid): RecordTree {
  const grid = rows.map((row, index) => live('PricingAdvanced', { ...fieldsOf(row), uid: String(index + 1) }))
  return live('Product', { sku: 'TEE', ...fields }, { PricingAdvanced: grid })
}

function wayOf(
  rows: readonly Row[],
  have: RecordTree | undefined,
  fields: Fields = onGrid,
  capabilities: Capabilities = knownCapabilities,
): Pick<GridChange, 'action' | 'grid' | 'fields'> | undefined {
  const PricingAdvanced = rows.map((row) => desired('PricingAdvanced', fieldsOf(row)))
  const want = desired('Product', { sku: 'TEE', ...fields }, { children: { PricingAdvanced } })
  const changes = diffRoot({ desired: want, live: have, base: undefined }, diffContext(capabilities))
  const change = changes.find(({ kind }) => kind === 'grid')
  return change?.kind === 'grid' ? { action: change.action, grid: change.grid, fields: change.fields } : undefined
}

const whole: readonly Row[] = [['', '0', '9999999', '20']]
const cut: readonly Row[] = [
  ['', '0', '11', '20'],
  ['', '12', '9999999', '17.5'],
]

test('the same rows in another order and form are the same grid', () => {
  const have = stored([
    ['', '12', '9999999', '17.50'],
    ['', '0', '11', '20.00'],
  ])

  expect(wayOf(cut, have)).toBeUndefined()
})

test('a moved price and a new group stay in place: rows keep their uid, the rest is inserted', () => {
  const difference = wayOf(
    [...cut, ['vip', '0', '9999999', '15']],
    stored([
      ['', '0', '11', '19'],
      ['', '12', '9999999', '17.5'],
    ]),
  )

  expect(difference).toEqual({
    action: 'update',
    grid: {
      owner: 'Product',
      ownerBefore: { price: '20', on: true },
      way: 'in-place',
      before: [
        { uid: '1', group_code: '', currency_code: '', start: '0', end: '11', price: '19' },
        { uid: '2', group_code: '', currency_code: '', start: '12', end: '9999999', price: '17.5' },
      ],
      after: [
        { uid: '1', group_code: '', currency_code: '', start: '0', end: '11', price: '20' },
        { uid: '2', group_code: '', currency_code: '', start: '12', end: '9999999', price: '17.5' },
        { group_code: 'vip', currency_code: '', start: '0', end: '9999999', price: '15' },
      ],
      bridgePrice: null,
      onSale: true,
    },
    fields: [],
  })
})

test('a break that moves takes the bridge, at the highest price of both grids', () => {
  const difference = wayOf(
    cut,
    stored([['', '0', '9999999', '21.5']], { advanced_pricing: 'true', price: '0' }),
    onGrid,
    documentedCapabilities,
  )

  expect(difference?.grid).toMatchObject({ way: 'bridge', bridgePrice: '21.5', onSale: true })
  expect(difference?.grid.after.map(({ uid }) => uid)).toEqual([undefined, undefined])
  expect(difference?.fields).toEqual([{ field: 'price', before: '0', after: '20', base: null }])
})

test('a row that leaves, and a cell that the store holds twice, take the bridge where rows cannot be deleted', () => {
  const leaving = wayOf(whole, stored([...whole, ['vip', '0', '9999999', '15']]), onGrid, documentedCapabilities)
  const doubled = wayOf(whole, stored([...whole, ...whole]), onGrid, documentedCapabilities)

  expect([leaving?.grid.way, leaving?.grid.duplicates]).toEqual(['bridge', undefined])
  expect([doubled?.grid.way, doubled?.grid.duplicates]).toEqual(['bridge', true])
})

const withDealers: readonly Row[] = [...cut, ['dealer', '0', '11', '15'], ['dealer', '12', '9999999', '14']]
const moved: readonly Row[] = [
  ['', '0', '9', '20'],
  ['', '10', '9999999', '17.5'],
]
const onlyAtomic: Capabilities = { ...documentedCapabilities, batches: 'atomic' }
const onlyDeletes: Capabilities = { ...documentedCapabilities, deletes: 'generic' }

test.each<[string, readonly Row[], readonly Row[], readonly string[]]>([
  ['a break that moves', moved, cut, ['bridge', 're-cut', 'bridge', 're-cut']],
  ['breaks that merge', whole, cut, ['bridge', 'bridge', 'bridge', 're-cut, 1 aside']],
  ['a group of one row that leaves', whole, [...whole, ['vip', '0', '9999999', '15']], ['bridge', 'bridge', 'single-rows', 'single-rows']],
  ['a group of several rows that leaves', cut, withDealers, ['bridge', 'bridge', 'bridge', 're-cut, 2 aside']],
  ['a group of several rows that joins', withDealers, cut, ['bridge', 'in-place', 'bridge', 'in-place']],
  [
    'a cell that is there twice',
    cut,
    [...cut, ...whole.slice(1), ['', '0', '11', '19']],
    ['bridge', 'bridge', 'single-rows', 'single-rows'],
  ],
  ['prices that move', cut, cut.map(([group, start, end]) => [group, start, end, '9']), ['in-place', 'in-place', 'in-place', 'in-place']],
])('%s, on a store with the documented capabilities, atomic bodies, deletes, and both', (_, want, have, ways) => {
  const stores = [documentedCapabilities, onlyAtomic, onlyDeletes, knownCapabilities]

  const grids = stores.map((capabilities) => wayOf(want, stored(have), onGrid, capabilities)?.grid)

  expect(grids.map((grid) => `${grid?.way}${grid?.aside ? `, ${grid.aside.length} aside` : ''}`)).toEqual(ways)
  expect(grids.flatMap((grid) => (grid?.way === 'bridge' ? [] : [grid?.bridgePrice]))).toEqual(
    ways.flatMap((way) => (way === 'bridge' ? [] : [null])),
  )
})

test('a grid that nobody sees is re-cut in one body, but loses no single rows; one that is turned off takes neither way', () => {
  const hidden = { ...onGrid, inactive: 'true' }

  const cutAgain = wayOf(moved, stored(cut, hidden), hidden)
  const leaving = wayOf(cut, stored(withDealers, hidden), hidden)
  const off = wayOf(moved, stored(cut), { ...onGrid, advanced_pricing: 'false' })

  expect([cutAgain, leaving, off].map((difference) => difference?.grid.way)).toEqual(['re-cut', 'bridge', 'bridge'])
})

test('a grid that the catalogue doubles itself is left as it is', () => {
  const raw = wayOf([...whole, ...whole], stored([...whole, ...whole]))
  const moved = wayOf([...whole, ['', '0', '9999999', '21']], stored([...whole, ...whole]))

  expect(raw).toBeUndefined()
  expect([moved?.grid.way, moved?.grid.duplicates]).toEqual(['in-place', undefined])
})

test('a sku without rows gets them while the simple price of the store applies', () => {
  const difference = wayOf(cut, stored([], { advanced_pricing: 'false', price: '18' }))

  expect(difference?.grid).toMatchObject({ way: 'fresh', bridgePrice: null, onSale: false })
  expect(difference?.fields).toEqual([
    { field: 'advanced_pricing', before: 'false', after: 'true', base: null },
    { field: 'price', before: '18', after: '20', base: null },
  ])
})

test('the pricing of the owner before the plan is a part of the grid, also where it does not change', () => {
  const off = wayOf(cut, stored([], { advanced_pricing: '0', price: '018.50' }), { advanced_pricing: 'true', price: '18.5' })
  const unpriced = wayOf(cut, stored(whole, { advanced_pricing: '1', price: '' }), { advanced_pricing: 'true' })
  const created = wayOf(cut, undefined)

  const before = [off, unpriced, created].map((difference) => difference?.grid.ownerBefore)
  expect(before).toEqual([
    { price: '18.5', on: false },
    { price: null, on: true },
    { price: null, on: false },
  ])
})

test('an empty grid is cleared for the simple price', () => {
  const difference = wayOf([], stored(cut), { advanced_pricing: 'false', price: '9' })

  expect([difference?.action, difference?.grid.way, difference?.grid.bridgePrice]).toEqual(['remove', 'clear', '9'])
  expect(wayOf([], stored([], { advanced_pricing: 'false', price: '9' }), { advanced_pricing: 'false', price: '9' })).toBeUndefined()
})

test('prices that are forced in a currency do not count for the price meanwhile', () => {
  const store = stored([['', '0', '9999999', '21']], { advanced_pricing: 'true', price: '' })
  const euro = live('PricingAdvanced', { sku: 'TEE', currency_code: 'EUR', start: '0', end: '9999999', price: '99', uid: '9' })

  const difference = wayOf(
    cut,
    { ...store, children: { PricingAdvanced: [...(store.children.PricingAdvanced ?? []), euro] } },
    { advanced_pricing: 'true' },
    documentedCapabilities,
  )

  expect(difference?.grid.bridgePrice).toBe('21')
})

test('a grid that is empty while it is on is off while it is filled; one that is off stays at the price of the store', () => {
  const on = wayOf(cut, stored([], { advanced_pricing: 'true', price: '0' }))
  const off = wayOf(cut, stored(whole, { advanced_pricing: 'false', price: '7' }))

  expect([on?.grid.way, on?.grid.bridgePrice, on?.grid.onSale]).toEqual(['fresh', '20', true])
  expect([off?.grid.way, off?.grid.bridgePrice, off?.grid.onSale]).toEqual(['bridge', null, false])
})

test('the price moves with the grid where the grid is switched, also in place', () => {
  const switched = wayOf([['', '0', '9999999', '19']], stored(whole, { advanced_pricing: 'false', price: '7' }))
  const on = wayOf([['', '0', '9999999', '19']], stored(whole, { advanced_pricing: 'true', price: '7' }))

  expect([switched?.grid.way, switched?.fields.map(({ field }) => field)]).toEqual(['in-place', ['advanced_pricing', 'price']])
  expect([on?.grid.way, on?.fields]).toEqual(['in-place', []])
})

test('a group with several rows joins in place only where a body is written whole', () => {
  const group: readonly Row[] = [
    ['vip', '0', '11', '15'],
    ['vip', '12', '9999999', '14'],
  ]
  const one: readonly Row[] = [['vip', '0', '9999999', '15']]

  const ways = (rows: readonly Row[], fields: Fields = {}): (string | undefined)[] =>
    [knownCapabilities, { ...knownCapabilities, batches: 'unknown' as const }].map(
      (capabilities) =>
        wayOf([...cut, ...rows], stored(cut, { advanced_pricing: 'true', price: '20', ...fields }), undefined, capabilities)?.grid.way,
    )

  expect(ways(group)).toEqual(['in-place', 'bridge'])
  expect(ways(one)).toEqual(['in-place', 'in-place'])
  expect(ways(group, { advanced_pricing: 'false' })).toEqual(['in-place', 'in-place'])
  expect(ways(group, { inactive: 'true' })).toEqual(['in-place', 'in-place'])
})
