import { expect, test } from 'vitest'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { Pair } from '../../../src/diff/compare-fields.ts'
import { withLeftOvers } from '../../../src/diff/left-overs.ts'
import { withoutMoves } from '../../../src/diff/moved-rows.ts'
import { parentsFirst } from '../../../src/diff/parents-first.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { visitsOf } from '../../support/count-visits.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'
import { changesOf, offGrid, onGrid, product, stored } from '../../support/planned-changes.ts'

/** The numbers from 0 to just below `size`, as text of four digits. */
function numbers(size: number): string[] {
  return Array.from({ length: size }, (_, index) => String(index).padStart(4, '0'))
}

function pair(want: DesiredRecord, have: RecordTree): Pair {
  return { desired: want, live: have, base: undefined }
}

function pictures(size: number): Pair {
  const wanted = numbers(size).map((number) => desired('ExtraImages', { code: `hash-${number}`, sku: 'TEE', image: `new-${number}.jpg` }))
  const there = numbers(size).map((number) => live('ExtraImages', { code: `hash-${number}`, sku: 'TEE', image: `new-${number}9.jpg` }))
  return pair(product('TEE', {}, { ExtraImages: wanted }), stored('TEE', {}, { ExtraImages: there }))
}

/** New pictures whose codes are those of pictures that stay. */
function picturesWithTakenCodes(size: number): Pair {
  const codes = numbers(size)
  const kept = codes.map((number) => ({ code: `hash-${number}`, sku: 'TEE', image: `kept-${number}.jpg` }))
  const added = codes.map((number) => desired('ExtraImages', { code: `hash-${number}`, sku: 'TEE', image: `new-${number}.jpg` }))
  const wanted = [...kept.map((fields, index) => desired('ExtraImages', { ...fields, code: `own-${index}` })), ...added]
  return pair(
    product('TEE', {}, { ExtraImages: wanted }),
    stored('TEE', {}, { ExtraImages: kept.map((fields) => live('ExtraImages', fields)) }),
  )
}

function doubledRows(size: number): Pair {
  const rows = numbers(size).map(() => live('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' }))
  const wanted = numbers(size).map(() => desired('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' }))
  return pair(product('TEE', {}, { ProdAccessGroup: wanted }), stored('TEE', {}, { ProdAccessGroup: rows }))
}

function newPrices(size: number): Pair {
  const entries = numbers(size).map((number) => ({ sku: 'TEE', group_code: `g${number}`, start: '0', end: '9999999' }))
  return pair(
    product('TEE', onGrid, { PricingAdvanced: entries.map((fields) => desired('PricingAdvanced', { ...fields, price: '3' })) }),
    stored('TEE', onGrid, {
      PricingAdvanced: entries.map((fields, index) => live('PricingAdvanced', { ...fields, uid: String(index), price: '2' })),
    }),
  )
}

/** One cell that the store holds again and again, each time with another price. */
function doubledPrices(size: number): Pair {
  const cell = { sku: 'TEE', group_code: '', start: '0', end: '9999999' }
  return pair(
    product('TEE', onGrid, {
      PricingAdvanced: numbers(size)
        .map((number) => desired('PricingAdvanced', { ...cell, price: `${Number(number) + 1}` }))
        .toReversed(),
    }),
    stored('TEE', onGrid, {
      PricingAdvanced: numbers(size).map((number) => live('PricingAdvanced', { ...cell, uid: number, price: `${Number(number) + 1}.5` })),
    }),
  )
}

function variants(size: number): Pair {
  const wanted = numbers(size).map((number) => desired('Variants', { code: `TEE-${number}`, sku: 'TEE', price: '1' }))
  const there = numbers(size).map((number) => live('Variants', { code: `TEE-${Number(number) * 2}`, sku: 'TEE', price: '2' }))
  return pair(product('TEE', offGrid, { Variants: wanted }), stored('TEE', offGrid, { Variants: there }))
}

function attributes(size: number): Pair {
  const wanted = numbers(size).map((label) => desired('ProductAttributes', { sku: 'TEE', label, value: 'new', sort: label }))
  const there = numbers(size).map((label) => live('ProductAttributes', { sku: 'TEE', label, value: 'old', sort: label }))
  return pair(product('TEE', {}, { ProductAttributes: wanted }), stored('TEE', {}, { ProductAttributes: there }))
}

test.each([
  ['pictures whose codes stay', pictures],
  ['pictures whose codes are taken', picturesWithTakenCodes],
  ['rows that the store holds many times', doubledRows],
  ['price entries of many groups', newPrices],
  ['price entries of one cell', doubledPrices],
  ['variants, half of them known', variants],
  ['attributes', attributes],
])('comparing %s looks at each row a constant number of times', (_, make) => {
  const { few, growth } = visitsOf(make, (input) => diffRoot(input, diffContext()))

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})

/** Options that each product gets from the next one. */
function movedOptions(size: number): Parameters<typeof withoutMoves>[0] {
  return numbers(size).flatMap((number, index) => {
    const optionAt = (at: number): Fields => ({ code: `o-${at}`, sku: `P-${number}`, o_group: `g-${at}` })
    return changesOf(
      product(`P-${number}`, {}, { Options: [desired('Options', optionAt(index))] }),
      stored(`P-${number}`, {}, { Options: [live('Options', optionAt((index + 1) % size))] }),
    )
  })
}

/** Categories below the next two, which come later. */
function categoriesBelowLaterOnes(size: number): DesiredRecord[] {
  return numbers(size).map((_, index) => {
    const parents = [index + 1, index + 2, 0].map((at) => desired('CatParent', { parent_code: `c${at}` }))
    return desired('Cat', { code: `c${index}` }, { children: { CatParent: parents } })
  })
}

test('finding options that moved to another product looks at each change a constant number of times', () => {
  const { few, growth } = visitsOf(movedOptions, withoutMoves)

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})

function variantOf(number: string): Fields {
  return { code: `TEE-${number}`, sku: 'TEE', price: '1' }
}

function pictureOf(number: string): Fields {
  return { code: `TEE-${number}`, sku: 'TEE', image: `${number}.jpg` }
}

/** Rows of many kinds that a removed product has left, and the product that is created again with as many rows. */
function leftOversOfOneProduct(size: number): LeftOverCase {
  const want = product(
    'TEE',
    {},
    {
      Variants: numbers(size).map((number) => desired('Variants', variantOf(`${number}0`))),
      ExtraImages: numbers(size).map((number) => desired('ExtraImages', pictureOf(number))),
      ProdCat: numbers(size).map((cat_code) => desired('ProdCat', { sku: 'TEE', cat_code })),
    },
  )
  const rows = numbers(size).flatMap((number) => [
    live('Variants', variantOf(number)),
    live('PricingAdvanced', { uid: number, sku: `TEE-${number}`, start: '0', end: '9999999', price: '1' }),
    live('VariantOptions', { code: number, sku: 'TEE', variant_code: `TEE-${number}`, o_group: 'size', o_value: 's' }),
    live('ExtraImages', { ...pictureOf(number), image: `old-${number}.jpg` }),
    live('ProdCat', { sku: 'TEE', cat_code: number }),
    live('ProdAccessGroup', { sku: 'TEE', group_code: number }),
  ])
  return { changes: changesOf(want), rows }
}

function leftOversOfManyProducts(size: number): LeftOverCase {
  const rows = numbers(size).flatMap((number) => [
    live('Inventory', { sku: `P-${number}`, quantity: '5' }),
    live('Merchandising', { sku: `P-${number}`, discount: '5' }),
    live('ProductAttributes', { sku: `P-${number}`, label: 'Material', value: 'Wool' }),
  ])
  return { changes: numbers(size).flatMap((number) => changesOf(product(`P-${number}`, {}))), rows }
}

interface LeftOverCase {
  readonly changes: Parameters<typeof withLeftOvers>[0]
  readonly rows: readonly RecordTree[]
}

test.each([
  ['one product', leftOversOfOneProduct],
  ['many products', leftOversOfManyProducts],
])('settling what removed records have left under the keys of %s looks at each row a constant number of times', (_, make) => {
  const { few, growth } = visitsOf(make, ({ changes, rows }) => withLeftOvers(changes, rows, knownCapabilities))

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})

test('ordering categories after their parents looks at each a constant number of times', () => {
  const { few, growth } = visitsOf(categoriesBelowLaterOnes, parentsFirst)

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})
