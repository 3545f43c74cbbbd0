import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/catalogue/load-catalogue.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const now = new Date('2026-11-20T12:00:00Z')
const productOf = (dates: string, index: number): string =>
  `  MUG-${index}: { title: Mug, price: 9, merchandising: { discount: 10%, timed_promotion: true, ${dates} } }\n`

test.each([
  ['no promotion', [], null],
  ['a promotion that has ended', ['end_date: 2026-11-19'], null],
  ['one that ends today', ['end_date: 2026-11-20'], '2026-11-20 23:59:59'],
  ['the first of two to end', ['end_date: 2026-12-24', 'end_date: 2026-12-01 10:00:00'], '2026-12-01 10:00:00'],
  ['a long one with a start', ['start_date: 2026-01-01, end_date: 2030-01-01'], '2030-01-01 23:59:59'],
  ['a long one that began some time, whose warning ends some day', ['end_date: 2030-01-01'], '2026-11-20 12:00:00'],
])('%s: the problems are the same until then', async (_, dates, until) => {
  using shop = shopFolder({ 'shop.yaml': `products:\n  CUP: { title: Cup, price: 8 }\n${dates.map(productOf).join('')}` })

  const { catalogue } = await loadCatalogue({ root: shop.root, env: {}, now })

  expect(catalogue.judgedUntil).toBe(until)
})

test('no other rule reads the clock', () => {
  const rules = resolve(import.meta.dirname, '..', '..', '..', 'src', 'rules')

  const reading = readdirSync(rules).filter((file) => /[{,.]\s*now\b/.test(readFileSync(join(rules, file), 'utf8')))

  expect(reading.toSorted()).toEqual(['promotion-dates.ts', 'promotion-length.ts', 'promotion-over.ts'])
})
