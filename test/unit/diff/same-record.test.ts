import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RootedChange } from '../../../src/diff/change.ts'
import type { Pair } from '../../../src/diff/compare-fields.ts'
import type { DiffContext } from '../../../src/diff/diff-context.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { withPaidMoves } from '../../../src/diff/paid-moves.ts'
import { preparePair } from '../../../src/diff/prepare-pair.ts'
import { recordChanges } from '../../../src/diff/record-changes.ts'
import { type CompareParts, openPartsComparison } from '../../../src/diff/same-parts.ts'
import { isSame } from '../../../src/diff/same-record.ts'
import { unpaidSkus } from '../../../src/diff/unpaid-prices.ts'
import { openDesiredStore } from '../../../src/catalogue/cache/record-store.ts'
import { addressOf } from '../../../src/records/address.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { isHidden, titleOf } from '../../../src/records/named-fields.ts'
import type { Capabilities } from '../../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { anyStore } from '../../support/any-store.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'
import { product, stored } from '../../support/planned-changes.ts'

function wantedOf({ resource, fields, children }: RecordTree): DesiredRecord {
  return desired(resource, fields, { children: mapped(children, (rows) => rows.map(wantedOf)) })
}

function mapped<A, B>(children: Children<A>, rowsOf: (rows: readonly A[]) => readonly B[]): Children<B> {
  return Object.fromEntries(Object.entries(children).map(([name, rows]) => [name, rowsOf(rows)]))
}

/** What happens to the rows of a collection or to the values of a record in the store; numbers choose where. */
const edits: readonly ((record: RecordTree, at: number) => RecordTree)[] = [
  (record) => record,
  (record, at) => withField(record, at, (value) => `${value}1`),
  (record, at) => withField(record, at, (value) => ` ${value} `),
  (record, at) => withField(record, at, () => ''),
  (record, at) => withField(record, at, (value) => (value === 'true' ? '1' : `0${value}`)),
  (record, at) => withoutField(record, at),
  (record) => withRows(record, (rows) => rows.toReversed()),
  (record) => withRows(record, (rows) => rows.slice(1)),
  (record) => withRows(record, (rows) => [...rows, ...rows.slice(0, 1)]),
  (record) => withRows(record, ([first, ...rows]) => (first ? [...rows, rows[0] ?? first] : [])),
  (record, at) => withRows(record, (rows) => rows.map((row) => withField(row, at, (value) => `${value}2`))),
  (record, at) => withRows(record, (rows) => rows.map((row) => withoutField(row, at))),
  (record, at) => withRows(record, (rows) => rows.map((row) => withRows(row, (below) => below.slice(at % 2)))),
]

function withField(record: RecordTree, at: number, change: (value: string) => string): RecordTree {
  const names = Object.keys(record.fields)
  const name = names[at % Math.max(names.length, 1)] ?? ''
  return { ...record, fields: { ...record.fields, [name]: change(record.fields[name] ?? '') } }
}

function withoutField(record: RecordTree, at: number): RecordTree {
  const names = Object.keys(record.fields)
  return { ...record, fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => name !== names[at % names.length])) }
}

function withRows(record: RecordTree, change: (rows: readonly RecordTree[]) => readonly RecordTree[]): RecordTree {
  return { ...record, children: mapped(record.children, change) }
}

const anyEdit = fc.record({ which: fc.nat(edits.length - 1), at: fc.nat(40) })
const capabilities = fc.constantFrom(knownCapabilities, {
  ...knownCapabilities,
  attributes: 'label+value' as const,
  links: 'unknown' as const,
  deletes: 'shown' as const,
})

/** The changes of a record, all of its rows matched: of an unconfirmed one, no collection is left out. */
function changesOfAllRows(pair: Pair & { readonly live: RecordTree }, context: DiffContext): readonly RootedChange[] {
  const { desired: wanted, live: there } = pair
  const prepared = preparePair(pair, { capabilities: context.capabilities, isUnconfirmed: true })
  const key = wanted.fields['sku'] ?? ''
  const root = {
    address: addressOf('Product', wanted.fields),
    resource: 'Product' as const,
    key,
    title: titleOf(wanted) ?? titleOf(there) ?? key,
    ...(isHidden(there) && { isHidden: true as const }),
  }
  return withPaidMoves(recordChanges(prepared, { root, shown: !isHidden(there), context }), there)
}

test('a record that is found to be the same has no change, and no collection that is left out has one', () => {
  const found = { same: 0, other: 0, unchanged: 0 }
  fc.assert(
    fc.property(anyStore('broken'), fc.array(anyEdit, { maxLength: 2 }), capabilities, ({ products }, chosen, able) => {
      for (const record of products) {
        const wanted = wantedOf(record)
        const there = chosen.reduce((edited, { which, at }) => edits[which]?.(edited, at) ?? edited, record)

        const pair = { desired: wanted, live: there, base: undefined }

        const changes = diffRoot(pair, diffContext(able))

        const same = isSame(wanted, there, able)
        expect(changes).toEqual(changesOfAllRows(pair, diffContext(able)))
        expect(same ? changes : []).toEqual([])
        found[same ? 'same' : changes.length > 0 ? 'other' : 'unchanged'] += 1
      }
    }),
    { numRuns: 400, seed: 1 },
  )

  expect(found.same).toBeGreaterThan(100)
  expect(found.other).toBeGreaterThan(100)
  expect(found.unchanged).toBeLessThan(found.same)
})

/** The record with values and rows that are written on create, on every level. */
function withOnCreate(record: DesiredRecord): DesiredRecord {
  const row = desired('Inventory', { quantity: '"1"\\' })
  return {
    ...record,
    children: mapped(record.children, (rows) => rows.map(withOnCreate)),
    onCreate: { fields: { comment: 'new "\\' }, children: { Inventory: [row, row], Merchandising: [] } },
  }
}

/** What the comparison of parts says of a record of the catalogue, packed, and one of the store. */
function compared(wanted: DesiredRecord, there: RecordTree, able: Capabilities): ReturnType<CompareParts> | undefined {
  using store = openDesiredStore(null)
  store.add(withOnCreate(wanted))
  const parts = store.placed?.partsAt?.(0)
  return parts && openPartsComparison(able)(parts, there)
}

/** What is to be found of a record that is the same. */
function declaredOf({ fields, children }: DesiredRecord): ReturnType<CompareParts> {
  return { fields: Object.keys(fields), children: Object.fromEntries(Object.keys(children).map((name) => [name, true])) }
}

test('of packed records, those that are found to be the same are so, and customers pay their prices', () => {
  const found = { same: 0, other: 0, unknown: 0 }
  fc.assert(
    fc.property(anyStore('broken'), fc.array(anyEdit, { maxLength: 2 }), capabilities, ({ products }, chosen, able) => {
      for (const record of products) {
        const wanted = wantedOf(record)
        const there = chosen.reduce((edited, { which, at }) => edits[which]?.(edited, at) ?? edited, record)

        const result = compared(wanted, there, able)

        const isEqual = isSame(wanted, there, able) && unpaidSkus(wanted, there).length === 0
        expect(isEqual ? [declaredOf(wanted), 'unsure'] : ['other', 'unsure']).toContainEqual(result)
        found[typeof result === 'object' ? 'same' : isEqual ? 'unknown' : 'other'] += 1
      }
    }),
    { numRuns: 400, seed: 1 },
  )

  expect(found.same).toBeGreaterThan(100)
  expect(found.other).toBeGreaterThan(100)
  expect(found.unknown).toBeLessThan(found.same / 10)
})

const tee: Fields = { sku: 'TEE' }

test.each<[string, DesiredRecord, RecordTree]>([
  [
    'other rows',
    product('TEE', {}, { ProdCat: [desired('ProdCat', { ...tee, cat_code: 'a' })] }),
    stored('TEE', {}, { ProdCat: [live('ProdCat', { ...tee, cat_code: 'b' })] }),
  ],
  ['a row too many', product('TEE', {}, { ProdCat: [] }), stored('TEE', {}, { ProdCat: [live('ProdCat', { ...tee, cat_code: 'b' })] })],
  [
    'a row of another product',
    product('TEE', {}, { Variants: [desired('Variants', { code: 'V' })] }),
    stored('TEE', {}, { Variants: [live('Variants', { code: 'V', sku: 'MUG' })] }),
  ],
  [
    'equal rows',
    product('TEE', {}, { ProdCat: [desired('ProdCat', { ...tee, cat_code: 'a' }), desired('ProdCat', { ...tee, cat_code: 'a' })] }),
    stored('TEE', {}, { ProdCat: [live('ProdCat', { ...tee, cat_code: 'a' }), live('ProdCat', { ...tee, cat_code: 'a' })] }),
  ],
  ['rows that were not read', product('TEE', {}, { ProdCat: [] }), stored('TEE', {})],
])('a record with %s is left to the differ', (_, wanted, there) => {
  expect(isSame(wanted, there, knownCapabilities)).toBe(false)
})

test('rows in another order, values in another form and rows that leave out their product are the same', () => {
  const wanted = product(
    'TEE',
    { price: '1.50', inactive: 'false' },
    {
      ProdCat: [desired('ProdCat', { ...tee, cat_code: 'a' }), desired('ProdCat', { ...tee, cat_code: 'b' })],
      PricingAdvanced: [desired('PricingAdvanced', { ...tee, start: '0', end: '9999999', price: '2' })],
    },
  )
  const there = stored(
    'TEE',
    { price: '01.5', inactive: '' },
    {
      ProdCat: [live('ProdCat', { ...tee, cat_code: 'b', sort: '3' }), live('ProdCat', { ...tee, cat_code: 'a', sort: '1' })],
      PricingAdvanced: [live('PricingAdvanced', { ...tee, start: '', end: '', price: '2.00', uid: '7' })],
    },
  )

  expect(isSame(wanted, there, knownCapabilities)).toBe(true)
})

const codes = Array.from({ length: 40 }, (_, index) => `c${index}`)
const wantedPlaces = codes.map((cat_code) => desired('ProdCat', { ...tee, cat_code }))
const placesThere = codes.map((cat_code) => live('ProdCat', { ...tee, cat_code, sort: '1' }))
const [first, second] = placesThere

test.each<[string, DesiredRecord, RecordTree]>([
  ['40 rows in the same order', product('TEE', {}, { ProdCat: wantedPlaces }), stored('TEE', {}, { ProdCat: placesThere })],
  [
    '30 rows in another order',
    product('TEE', {}, { ProdCat: wantedPlaces.slice(0, 30) }),
    stored('TEE', {}, { ProdCat: placesThere.slice(0, 30).toReversed() }),
  ],
  ['a value in another form', product('TEE', { price: '1.50' }), stored('TEE', { price: '01.5' })],
  [
    'quotes and backslashes',
    product('TEE', { comment: '"\\', meta_x: 'a\\', meta_y: '","' }),
    stored('TEE', { comment: '"\\', meta_x: 'a\\', meta_y: '","' }),
  ],
  [
    'rows that leave out their product',
    product('TEE', {}, { ProdCat: [desired('ProdCat', { cat_code: 'a' })] }),
    stored('TEE', {}, { ProdCat: [live('ProdCat', { ...tee, cat_code: 'a' })] }),
  ],
])('of packed records, one with %s is found to be the same', (_, wanted, there) => {
  expect(compared(wanted, there, knownCapabilities)).toEqual(declaredOf(wanted))
})

const variant = { code: 'V', price: '2' }

test.each<[string, 'other' | 'unsure', DesiredRecord, RecordTree]>([
  [
    '40 rows in another order',
    'unsure',
    product('TEE', {}, { ProdCat: wantedPlaces }),
    stored('TEE', {}, { ProdCat: first ? [...placesThere.slice(1), first] : [] }),
  ],
  [
    'one row twice',
    'other',
    product('TEE', {}, { ProdCat: wantedPlaces.slice(0, 2) }),
    stored('TEE', {}, { ProdCat: second ? [second, second] : [] }),
  ],
  ['a quote for two values', 'other', product('TEE', { comment: 'a', meta_x: 'b' }), stored('TEE', { comment: 'a","b', meta_x: 'b' })],
  ['a text that JSON writes so', 'other', product('TEE', { comment: '\n' }), stored('TEE', { comment: '\\n' })],
  ['a simple price that nobody pays', 'unsure', product('TEE', { price: '2' }), stored('TEE', { price: '2', advanced_pricing: 'true' })],
  [
    'a simple price of a variant that nobody pays',
    'unsure',
    product('TEE', {}, { Variants: [desired('Variants', variant)] }),
    stored('TEE', {}, { Variants: [live('Variants', { ...variant, advanced_pricing: '1' })] }),
  ],
])('of packed records, one with %s is %s', (_, result, wanted, there) => {
  expect(compared(wanted, there, knownCapabilities)).toBe(result)
})
