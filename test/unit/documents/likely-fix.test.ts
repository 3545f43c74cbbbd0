import { expect, test } from 'vitest'
import { likelyFix } from '../../../src/documents/likely-fix.ts'
import { meantKey } from '../../../src/documents/meant-key.ts'

const flag = 'true or false'
const price = 'a price such as 19.95, digits with a point'
const whole = 'a whole number from 0'
const number = 'a number such as 0.2'
const date = 'a date such as 2026-12-01 or 2026-12-01 08:00:00'
const alone = 'alone: a price is in the default currency, and has no sign.'

test.each([
  [flag, 'yes', 'Write true.'],
  [flag, 'OFF', 'Write false.'],
  [flag, 'True', 'Did you mean "true"?'],
  [flag, 'maybe', undefined],
  [price, '8,95', 'Write 8.95.'],
  [price, '1 000.50', 'Write 1000.50.'],
  [price, '1.000,50', 'Write 1000.50.'],
  [price, "1'000.50", 'Write 1000.50.'],
  [price, '$8.95', `Write 8.95 ${alone}`],
  [price, '€ 8,95', `Write 8.95 ${alone}`],
  [price, '8.95 NOK', `Write 8.95 ${alone}`],
  [price, '8,-', 'Write 8.'],
  [price, '0,250', 'Write 0.250.'],
  [price, '1,250', 'Write 1250 if thousands are meant, 1.25 if not.'],
  [price, '1,250.50', 'Write 1250.50.'],
  [price, '1.250.000', 'Write 1250000.'],
  [price, '1,250,000', 'Write 1250000.'],
  [price, '1 250', 'Write 1250.'],
  [price, '1,2,3', undefined],
  [price, 'cheap', undefined],
  [price, '-1', undefined],
  [whole, '1 000', 'Write 1000.'],
  [whole, '40 pcs', 'Write 40.'],
  [whole, '3.00', 'Write 3.'],
  [whole, '40.5', undefined],
  [number, '0,2', 'Write 0.2.'],
  [number, '200g', 'Write the number alone, in the unit that your shop counts in.'],
  ['per cent such as 30%, or off', '30', 'Write 30%.'],
  ['an address such as https://shop.example', 'shop.example', 'Write https://shop.example.'],
  [date, '24.12.2026', 'Write 2026-12-24.'],
  [date, '12/24/2026', 'Write 2026-12-24.'],
  [date, '2026-1-5', 'Write 2026-01-05.'],
  [date, '2026-12-24T10:00', 'Write 2026-12-24 10:00:00.'],
  [date, '01/02/2026', 'Write year, month and day, such as 2026-12-24.'],
  [date, 'Christmas', 'Write year, month and day, such as 2026-12-24.'],
  ['a date that exists', '2026-13-01', 'Months are 01 to 12, and stand in the middle: year-month-day.'],
  ['a date that exists', '2024-02-30', 'Look at the day and the time: 2024-02 ends on the 29th.'],
  ['a list of groups', 'dealer', 'Write [dealer].'],
  ['a map of code: sort, or a list of codes', 'tees', 'Write [tees].'],
  ['a map with quantity and stock_message', '40', 'Write { quantity: 40 }.'],
])('for %s, %j: %s', (expected, found, fix) => {
  expect(likelyFix(found, expected)).toBe(fix)
})

test('a list where a map belongs', () => {
  expect(likelyFix(['plain', 'gold', 'red'], 'a map of value: label')).toBe(
    'Write each as value: label, such as { plain: ..., gold: ... }.',
  )
  expect(likelyFix([{ Material: 'Cotton' }], 'a map of label: value')).toBe(
    'Take the dashes away: each entry is a line of its own, below the key.',
  )
})

const product = {
  own: ['title', 'image', 'extra_images', 'inventory', 'merchandising', 'inactive', 'slug'],
  below: new Map([
    ['inventory', ['quantity', 'stock_message']],
    ['merchandising', ['discount', 'featured']],
  ]),
}

test.each([
  ['titel', 'Did you mean "title"?'],
  ['name', 'Did you mean "title"?'],
  ['Photo', 'Did you mean "image"?'],
  ['images', 'Did you mean "extra_images"?'],
  ['stock', 'Did you mean "inventory"?'],
  ['quantity', 'Write it below inventory: inventory: { quantity: ... }.'],
  ['discount', 'Write it below merchandising: merchandising: { discount: ... }.'],
  ['active', 'Write inactive, which says the contrary: inactive: false where active would be true.'],
  ['sku', 'The sku is the key of the entry, so it stands in front: take this line away.'],
  ['toString', 'Known here: title, image, extra_images, inventory, merchandising, inactive, slug.'],
])('the key %s of a product: %s', (key, words) => {
  expect(meantKey(key, product)).toBe(words)
})
