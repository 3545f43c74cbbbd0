import { expect, test } from 'vitest'
import type { z } from 'zod'
import { placesDocument } from '../../../src/documents/category-document.ts'
import { choiceOf } from '../../../src/documents/choice-of.ts'
import { inventoryDocument } from '../../../src/documents/inventory-document.ts'
import { likelyFix } from '../../../src/documents/likely-fix.ts'
import * as schemas from '../../../src/documents/scalar-schemas.ts'
import { type ValueForm, valueForms } from '../../../src/documents/value-forms.ts'
import { meantKey } from '../../../src/documents/meant-key.ts'

const forms = {
  flag: formsOf(schemas.flag),
  price: formsOf(schemas.price),
  'whole number': formsOf(schemas.count),
  number: formsOf(schemas.ownDecimal),
  date: formsOf(schemas.timestamp),
  choice: formsOf(choiceOf(['', 'Simple', 'Matrix'])),
  percent: [{ kind: 'percent' }],
  address: [{ kind: 'address' }],
  list: formsOf(placesDocument),
  map: formsOf(inventoryDocument),
} as const satisfies Readonly<Record<string, readonly ValueForm[]>>

function formsOf(schema: z.ZodType): readonly ValueForm[] {
  return valueForms.get(schema)?.forms ?? []
}

const alone = 'alone: a price is in the default currency, and has no sign.'

test.each([
  ['flag', 'yes', 'Write true.'],
  ['flag', 'OFF', 'Write false.'],
  ['flag', 'True', 'Did you mean "true"?'],
  ['flag', 'maybe', undefined],
  ['price', '8,95', 'Write 8.95.'],
  ['price', '\u00a08,95\u200b', 'Write 8.95.'],
  ['price', '\u201c8.95\u201d', 'Write 8.95.'],
  ['number', '\u00a00.2', 'Write 0.2.'],
  ['number', '0.2', undefined],
  ['whole number', '70\u200b', 'Write 70.'],
  ['whole number', '70', undefined],
  ['price', '1 000.50', 'Write 1000.50.'],
  ['price', '1.000,50', 'Write 1000.50.'],
  ['price', "1'000.50", 'Write 1000.50.'],
  ['price', '$8.95', `Write 8.95 ${alone}`],
  ['price', '€ 8,95', `Write 8.95 ${alone}`],
  ['price', '8.95 NOK', `Write 8.95 ${alone}`],
  ['price', '8,-', 'Write 8.'],
  ['price', '0,250', 'Write 0.250.'],
  ['price', '1,250', 'Write 1250 if thousands are meant, 1.25 if not.'],
  ['price', '1,250.50', 'Write 1250.50.'],
  ['price', '1.250.000', 'Write 1250000.'],
  ['price', '1,250,000', 'Write 1250000.'],
  ['price', '1 250', 'Write 1250.'],
  ['price', '1,2,3', undefined],
  ['price', 'cheap', undefined],
  ['price', '-1', undefined],
  ['whole number', '1 000', 'Write 1000.'],
  ['whole number', '40 pcs', 'Write 40.'],
  ['whole number', '3.00', 'Write 3.'],
  ['whole number', '40.5', undefined],
  ['number', '0,2', 'Write 0.2.'],
  ['number', '200g', 'Write the number alone, in the unit that your shop counts in.'],
  ['percent', '30', 'Write 30%.'],
  ['address', 'shop.example', 'Write https://shop.example.'],
  ['date', '24.12.2026', 'Write 2026-12-24.'],
  ['date', '12/24/2026', 'Write 2026-12-24.'],
  ['date', '2026-1-5', 'Write 2026-01-05.'],
  ['date', '2026-12-24T10:00', 'Write 2026-12-24 10:00:00.'],
  ['date', '01/02/2026', 'Write year, month and day, such as 2026-12-24.'],
  ['date', 'Christmas', 'Write year, month and day, such as 2026-12-24.'],
  ['date', '2026-13-01', 'Months are 01 to 12, between year and day: 2026-12-24.'],
  ['date', '2024-02-30', 'Look at the day and the time: 2024-02 ends on the 29th.'],
  ['list', 'tees', 'Write [tees].'],
  ['list', 'tees, mugs', undefined],
  ['choice', 'matrics', 'Did you mean "Matrix"?'],
  ['map', '40', 'Write { quantity: 40 }.'],
] as const)('for a %s, %j: %s', (form, found, fix) => {
  expect(likelyFix(found, forms[form])).toBe(fix)
})

test('a schema that is made of another one accepts the same forms', () => {
  const made = [
    schemas.price.meta({ description: 'What it costs.' }),
    schemas.price.describe('What it costs.'),
    schemas.price.refine((value) => value !== '0', { error: 'a price above 0' }),
  ]

  expect(made.map(formsOf)).toEqual(made.map(() => [{ kind: 'price' }]))
})

test('a list where a map belongs', () => {
  expect(likelyFix(['plain', 'gold', 'red'], [{ kind: 'pairs', key: 'value', value: 'label' }])).toBe(
    'Write each as value: label, such as { plain: ..., gold: ... }.',
  )
  expect(likelyFix([{ Material: 'Cotton' }], [{ kind: 'pairs', key: 'label', value: 'value' }])).toBe(
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
  ['active', 'Write inactive, which has the opposite meaning: inactive: false where active would be true.'],
  ['sku', 'Remove this line: the sku is the key of the entry.'],
  ['toString', 'Expected one of: title, image, extra_images, inventory, merchandising, inactive, slug.'],
])('the key %s of a product: %s', (key, words) => {
  expect(meantKey(key, product)).toBe(words)
})
