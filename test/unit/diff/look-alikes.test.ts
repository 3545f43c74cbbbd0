import { expect, test } from 'vitest'
import { type LookAlike, lookAlikes } from '../../../src/diff/look-alikes.ts'
import { keyOf } from '../../../src/records/named-fields.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { record } from '../../support/apply-bench.ts'

function product(sku: string, fields: Fields, children: RecordTree['children'] = {}): RecordTree {
  return record('Product', { sku, ...fields }, children)
}

function inWords(pairs: readonly LookAlike[]): readonly string[] {
  return pairs.map(({ old, record: created, likeness }) => `${keyOf(old)} ${keyOf(created)} ${likeness}`)
}

const mug = { title: 'Mug', price: '8.50', brand: 'Kiln', weight: '0.4', description: 'A large mug.' }

test('a record is paired with the new one that has its slug, else with the one that has its gtin', () => {
  const leaving = [product('A', { title: 'One', slug: 'one' }), product('B', { title: 'Two', gtin: '4006381333931' })]
  const created = [
    product('C', { title: 'Other', slug: '/One/' }),
    product('D', { title: 'Another', gtin: '4006381333931' }),
    product('E', { title: 'Last', gtin: '4006381333931' }),
  ]

  const pairs = lookAlikes(leaving, created)

  expect(inWords(pairs)).toEqual(['A C slug', 'B D gtin'])
})

test('nine of ten values are enough, fewer are not, and records with few values are not compared', () => {
  const ten = { ...mug, mpn: '1', faqs: 'None.', volume: '2', external_id: 'X', meta_title: 'Mug' }
  const leaving = [product('TEN', ten), product('FIVE', { ...mug, brand: 'Ceramics' }), product('FEW', { title: 'Bag', price: '3' })]
  const created = [
    product('TEN-2', { ...ten, price: '9.50' }),
    product('FIVE-2', { ...mug, brand: 'Ceramics', price: '9.50' }),
    product('FEW-2', { title: 'Bag', price: '3' }),
  ]

  const pairs = lookAlikes(leaving, created)

  expect(inWords(pairs)).toEqual(['TEN TEN-2 values'])
})

test('a slug that changes with the key is none of the values', () => {
  const pairs = lookAlikes(
    [product('MUG', { ...mug, slug: 'mug' }), product('FEW', { title: 'Bag', price: '3', slug: 'bag' })],
    [product('CUP', { ...mug, slug: 'cup' }), product('SACK', { title: 'Bag', price: '3', slug: 'sack' })],
  )

  expect(inWords(pairs)).toEqual(['MUG CUP values'])
})

function rows(sku: string, price: string): RecordTree['children'] {
  return {
    Variants: ['s', 'm', 'l'].map((size) => record('Variants', { code: `${sku}-${size}`, price })),
    ProdCat: [record('ProdCat', { sku, cat_code: 'tees' })],
  }
}

test('codes that begin with the key are compared without it, and spellings of one value are equal', () => {
  const pairs = lookAlikes(
    [product('TEE', { title: 'Tee' }, rows('TEE', '20.00'))],
    [product('SHIRT', { title: 'Tee' }, rows('SHIRT', '20'))],
  )

  expect(inWords(pairs)).toEqual(['TEE SHIRT values'])
})

test('each record is in one pair at most, and only records of one kind are alike', () => {
  const leaving = [product('A', mug), product('B', mug), product('C', mug), record('Cat', { code: 'one', name: 'One', slug: 'one' })]
  const created = [product('D', mug), product('E', { title: 'Pot', slug: 'one' }), product('F', mug)]

  const pairs = lookAlikes(leaving, created)

  expect(inWords(pairs)).toEqual(['A D values', 'B F values'])
})

function numberedMug(number: number): Fields {
  return { ...mug, title: `Mug ${number}`, mpn: `M${number}` }
}

test.each([
  ['of one brand and price', numberedMug],
  ['that are all the same', (): Fields => mug],
])('records are compared with few others: 2,000 that leave and 2,000 new ones %s', (_, fieldsOf) => {
  const leaving = Array.from({ length: 2000 }, (__, number) => product(`OLD-${number}`, fieldsOf(number)))
  const created = Array.from({ length: 2000 }, (__, number) => product(`NEW-${number}`, fieldsOf(number)))
  let compared = 0

  lookAlikes(leaving, created, () => (compared += 1))

  expect(compared).toBeLessThanOrEqual(8 * 2000)
})

test('2,000 records under new keys are all found', () => {
  const leaving = Array.from({ length: 2000 }, (_, number) => product(`OLD-${number}`, numberedMug(number)))
  const created = Array.from({ length: 2000 }, (_, number) => product(`NEW-${number}`, numberedMug(number)))
  let compared = 0

  const pairs = lookAlikes(leaving, created, () => (compared += 1))

  expect([pairs.length, compared]).toEqual([2000, 2000])
  expect(pairs.every(({ old, record: same }) => keyOf(old).slice(3) === keyOf(same).slice(3))).toBe(true)
})
