import { expect, test } from 'vitest'
import { nearestWord } from '../../../src/catalogue/nearest-word.ts'

const fields = ['title', 'price', 'pricing', 'brand', 'slug']

test.each([
  ['titel', 'title'],
  ['Price', 'price'],
  ['pricng', 'pricing'],
  ['brnad', 'brand'],
  ['slugg', 'slug'],
])('%s is probably %s', (word, meant) => {
  expect(nearestWord(word, fields)).toBe(meant)
})

test('a word with the same beginning is near, a short one or a short beginning is not', () => {
  expect(nearestWord('category', ['groups', 'categories', 'price_lists'])).toBe('categories')
  expect(nearestWord('categories', ['category'])).toBe('category')
  expect(nearestWord('sale', ['sales-and-offers'])).toBeUndefined()
  expect(nearestWord('TEE-CLASSIC', ['TEE-TRAIL-LONG'])).toBeUndefined()
})

test('a word that is far from all has no neighbour', () => {
  expect(nearestWord('warehouse', fields)).toBeUndefined()
  expect(nearestWord('', fields)).toBeUndefined()
})
