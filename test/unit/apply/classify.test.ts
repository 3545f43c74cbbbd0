import { expect, test } from 'vitest'
import { classify, type Reading } from '../../../src/apply/classify.ts'
import type { Image, Target } from '../../../src/plan/operation.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'

const grid: Target = { kind: 'grid', sku: 'TEE' }

function rows(resource: ResourceName, fields: Fields): Target {
  return { kind: 'rows', resource, fields }
}

function image(...list: readonly Fields[]): Image {
  return { rows: list, mode: 'exact' }
}

function price(breaks: string, amount: string, more: Fields = {}): Fields {
  const [start = '', end = ''] = breaks.split('-')
  return { sku: 'TEE', start, end, price: amount, ...more }
}

function reading(target: Target, images: readonly [Image, Image], seen: readonly Fields[]): Reading {
  return classify({ target, before: images[0], after: images[1], seen }, documentedCapabilities)
}

/** The differences between an image and the rows of the store. */
function problems(target: Target, wanted: Image, seen: readonly Fields[]): readonly string[] {
  return reading(target, [null, wanted], seen).differences
}

const tee = rows('Product', { sku: 'TEE' })

test('a value that the store wrote in another form is as it was sent', () => {
  const sent = { sku: 'TEE', title: 'Tee\r\nshirt', price: '19.5', inactive: 'true', weight: '' }
  const stored = { sku: 'TEE', title: ' Tee\nshirt ', price: '019.50', inactive: '1' }

  expect(reading(tee, [image(), image(sent)], [stored])).toMatchObject({ verdict: 'after', differences: [], rewritten: [] })
})

test('what differs, is cut, is missing or is there twice is named with record and field', () => {
  const sent = { sku: 'TEE', title: 'Classic tee', description: 'Heavy 😀 cotton', price: '19.95' }
  const place = { sku: 'TEE', cat_code: 'sale' }

  expect(problems(tee, image(sent), [{ ...sent, description: 'Heavy 😀' }])).toEqual([
    'product.TEE: description was cut by the store: it kept 7 of 14 characters',
  ])
  expect(problems(tee, image(sent), [{ ...sent, title: 'Other', price: '19.9' }])).toEqual([
    'product.TEE: title is "Other" instead of "Classic tee"',
    'product.TEE: price is "19.9" instead of "19.95"',
  ])
  expect(problems(tee, image({ sku: 'TEE', title: 'x'.repeat(50) }), [{ sku: 'TEE', title: '' }])).toEqual([
    `product.TEE: title is empty instead of "${'x'.repeat(40)}…"`,
  ])
  expect(problems(tee, image(sent), [])).toEqual(['product.TEE is missing in the store'])
  expect(problems(rows('ProdCat', place), image(place), [place, place])).toEqual([
    'product.TEE/category.sale is in the store 2 times instead of once',
  ])
})

test('a store may round a weight and rewrite text, but no price, no flag and no code', () => {
  const sent = { sku: 'TEE', title: 'Salt & pepper', weight: '0.2345', price: '19.955', inactive: 'false' }

  const accepted = reading(tee, [image(), image(sent)], [{ ...sent, title: 'Salt &amp; pepper', weight: '0.23' }])
  const refused = reading(tee, [image(), image(sent)], [{ ...sent, price: '19.96' }])

  expect(accepted).toMatchObject({
    verdict: 'after',
    rewritten: [
      { resource: 'Product', key: { sku: 'TEE' }, field: 'title', sent: 'Salt & pepper', stored: 'Salt &amp; pepper' },
      { resource: 'Product', key: { sku: 'TEE' }, field: 'weight', sent: '0.2345', stored: '0.23' },
    ],
  })
  expect(refused).toMatchObject({ verdict: 'other', differences: ['product.TEE: price is "19.96" instead of "19.955"'] })
  expect(
    problems(rows('Variants', { code: 'TEE-s' }), image({ code: 'TEE-s', weight: '1.5' }), [{ code: 'TEE-s', weight: '3' }]),
  ).toHaveLength(1)
})

test('a value from before that could pass for what the store makes of the new one is not that', () => {
  const [before, sent] = [
    { sku: 'TEE', title: 'Salt &amp; pepper', weight: '3' },
    { sku: 'TEE', title: 'Salt & pepper', weight: '3.5' },
  ]

  expect(reading(tee, [image(before), image(sent)], [before]).verdict).toBe('before')
  expect(reading(tee, [image(before), image(sent)], [sent]).verdict).toBe('after')
  expect(reading(tee, [image({ ...before, weight: '2' }), image(sent)], [before]).verdict).toBe('after')
})

test('a grid is an exact multiset', () => {
  const wanted = image(price('0-9', '5'), price('10-9999999', '4', { group_code: 'dealer' }))
  const first = price('0-9', '5.00', { uid: '1', group_code: '', currency_code: '' })
  const second = price('10-9999999', '4', { uid: '2', group_code: 'dealer', currency_code: '' })

  expect(problems(grid, wanted, [second, first])).toEqual([])
  expect(problems(grid, wanted, [first])).toEqual(['grid.TEE for group dealer from quantity 10 is missing in the store'])
  expect(problems(grid, wanted, [first, second, first])).toEqual([
    'grid.TEE for the default group from quantity 0 to 9 is in the store 2 times instead of once',
  ])
  expect(problems(grid, wanted, [first, second, price('0-9', '3', { currency_code: 'EUR' })])).toEqual([
    'grid.TEE for the default group from quantity 0 to 9 in EUR is in the store and was not written by this plan',
  ])
  expect(problems(grid, image(price('0-9', '5'), price('0-9', '6')), [price('0-9', '6'), price('0-9', '5')])).toEqual([])
})

test('an insert is before, after, in part, twice or something else', () => {
  const [old, one, two] = [price('0-9', '9'), price('10-99', '5'), price('100-9999999', '4')]
  const images = [image(old), image(old, one, two)] as const
  const verdict = (...seen: readonly Fields[]): string => reading(grid, images, seen).verdict

  expect(verdict(old)).toBe('before')
  expect(verdict(old, one, two)).toBe('after')
  expect(verdict(old, two)).toBe('part')
  expect(verdict(old, one, two, one, two)).toBe('twice')
  expect(verdict(one, two)).toBe('other')
  expect(verdict(old, { ...one, price: '50' }, two)).toBe('other')
  expect([...reading(grid, images, [old, two]).pending]).toEqual(['["TEE","","","10","99"]'])
})

test('a removal takes all equal rows, whatever their number; where nothing is known before, everything counts as before', () => {
  const place = { sku: 'TEE', cat_code: 'sale' }
  const target = rows('ProdCat', place)
  const removal = [{ rows: [place], mode: 'some' }, image()] as const

  expect([[place], [place, place], []].map((seen) => reading(target, removal, seen).verdict)).toEqual(['before', 'before', 'after'])
  expect(
    [[{ sku: 'TEE', title: 'Any' }], []].map((seen) => reading(tee, [null, image({ sku: 'TEE', title: 'New' })], seen).verdict),
  ).toEqual(['before', 'before'])
})
