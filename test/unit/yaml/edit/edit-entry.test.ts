import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentValue } from '../../../../src/yaml/document-value.ts'
import { addEntries } from '../../../../src/yaml/edit/add-entries.ts'
import { editEntry } from '../../../../src/yaml/edit/edit-entry.ts'
import { writtenDocument } from '../../../../src/yaml/edit/written-entries.ts'
import { oddTexts } from '../../../support/odd-texts.ts'

const shop = `# The shop
products:
  # The first
  TEE: # our best
    title: &name Classic tee   # what people call it
    description: *name
    categories: { tees: 10, sale: 3 } # in this order
    comment: |
      <p>One</p>
    # nobody else sees it
    access:
      - dealer # big ones
      - vip
    attributes:
      Material: Cotton # soft
      Fit: Regular
    price: 19.950

  MUG: { title: Mug, price: 8.50 } # blue
`

function edited(field: string, value: DocumentValue | undefined, entry = 'TEE'): string {
  return editEntry(shop, { section: 'products', key: entry, field }, value) ?? 'cannot'
}

/** The lines that went and came. */
function difference(after: string): string[] {
  const before = shop.split('\n')
  const now = after.split('\n')
  return [
    ...before.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !before.includes(line)).map((line) => `+${line}`),
  ]
}

test('a value changes in place: comment and anchor stay, the rest of the text too', () => {
  expect(difference(edited('title', 'Better tee'))).toEqual([
    '-    title: &name Classic tee   # what people call it',
    '+    title: &name Better tee   # what people call it',
  ])
})

test('an alias is replaced, and never its anchor', () => {
  expect(difference(edited('description', 'Own words'))).toEqual(['-    description: *name', '+    description: Own words'])
})

test('an equal number in another form, and an equal map in another order, are not changed', () => {
  const sameMap = new Map([
    ['sale', { bare: '3' }],
    ['tees', { bare: '10' }],
  ])

  expect(edited('price', { bare: '19.95' })).toBe(shop)
  expect(edited('categories', sameMap)).toBe(shop)
})

test('one price of a map, one item of a list, one row of many', () => {
  expect(
    difference(
      edited(
        'categories',
        new Map([
          ['tees', { bare: '20' }],
          ['sale', { bare: '3' }],
        ]),
      ),
    ),
  ).toEqual(['-    categories: { tees: 10, sale: 3 } # in this order', '+    categories: { tees: 20, sale: 3 } # in this order'])
  expect(difference(edited('access', ['dealer', 'club']))).toEqual(['-      - vip', '+      - club'])
  expect(
    difference(
      edited(
        'attributes',
        new Map([
          ['Material', 'Cotton'],
          ['Fit', 'Slim'],
          ['Care', 'Cold'],
        ]),
      ),
    ),
  ).toEqual(['-      Fit: Regular', '+      Fit: Slim', '+      Care: Cold'])
  expect(difference(edited('title', 'Cup', 'MUG'))).toEqual([
    '-  MUG: { title: Mug, price: 8.50 } # blue',
    '+  MUG: { title: Cup, price: 8.50 } # blue',
  ])
})

test('text of several lines, of one, and back', () => {
  expect(difference(edited('comment', 'Short'))).toEqual(['-    comment: |', '-      <p>One</p>', '+    comment: Short'])
  expect(difference(edited('title', 'One\nTwo'))).toEqual([
    '-    title: &name Classic tee   # what people call it',
    '+    title: &name |- # what people call it',
    '+      One',
    '+      Two',
  ])
})

test('keys are added and removed, in block style and on one line', () => {
  expect(difference(edited('brand', 'Northwind'))).toEqual(['+    brand: Northwind'])
  expect(difference(edited('comment', undefined))).toEqual(['-    comment: |', '-      <p>One</p>'])
  expect(difference(edited('brand', '1, 2', 'MUG'))).toEqual([
    '-  MUG: { title: Mug, price: 8.50 } # blue',
    "+  MUG: { title: Mug, price: 8.50, brand: '1, 2' } # blue",
  ])
  expect(difference(edited('price', undefined, 'MUG'))).toEqual([
    '-  MUG: { title: Mug, price: 8.50 } # blue',
    '+  MUG: { title: Mug } # blue',
  ])
})

test('an anchor that others may repeat is not taken away', () => {
  expect(edited('title', undefined)).toBe('cannot')
  expect(
    editEntry('products:\n  A: { attributes: { x: &a 1 }, title: *a }\n', { section: 'products', key: 'A', field: 'attributes' }, 'none'),
  ).toBe(null)
})

test('line ends of Windows stay', () => {
  const windows = shop.replaceAll('\n', '\r\n')

  const after = editEntry(windows, { section: 'products', key: 'TEE', field: 'comment' }, 'Two\nlines')

  expect(after?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(writtenDocument(after ?? '').valueAt('products', 'TEE', 'comment')).toBe('Two\nlines')
})

test('entries are added at the end of their section, or with a section of their own', () => {
  const entries = new Map([['NEW', new Map([['title', 'New']])]])

  expect(difference(addEntries(shop, { section: 'products', entries }) ?? '')).toEqual(['+  NEW:', '+    title: New'])
  expect(addEntries('groups: {}\n', { section: 'products', entries })).toBe('groups: {}\n\nproducts:\n  NEW:\n    title: New\n')
  expect(addEntries('products: {}\n', { section: 'products', entries })).toBe('products:\n  NEW:\n    title: New\n')
  expect(addEntries('products: { A: { title: A } }', { section: 'products', entries })).toBe(
    'products: { A: { title: A }, NEW: { title: New } }',
  )
  expect(addEntries('{ products: {} }\n', { section: 'products', entries })).toBe(null)
  expect(addEntries('webhooks:\n- { name: A, url: b }\n', { section: 'webhooks', items: ['x'] })).toBe(
    'webhooks:\n- { name: A, url: b }\n- x\n',
  )
})

test('whatever is set reads back, and every other value stays', () => {
  const value = fc.oneof(
    fc.constantFrom(...oddTexts.map((each) => each.replaceAll(/\r\n?/g, '\n').trim())),
    fc.constantFrom<DocumentValue>(
      ['a', 'b'],
      ['dealer', 'x: y'],
      new Map([
        ['Fit', '1'],
        ['Material', '2'],
      ]),
      new Map([['tees', 'a\nb']]),
      [],
    ),
  )
  const field = fc.constantFrom('title', 'description', 'categories', 'comment', 'access', 'attributes', 'price', 'brand')

  fc.assert(
    fc.property(fc.constantFrom('TEE', 'MUG'), field, value, (entry, name, wanted) => {
      const after = writtenDocument(edited(name, wanted, entry))

      const before = writtenDocument(shop)
      expect(after.valueAt('products', entry, name)).toEqual(plain(wanted))
      // What is anchored takes its alias along; everything else stays.
      const others = before.keysAt('products', entry).filter((other) => other !== name && !(name === 'title' && other === 'description'))
      expect(others.map((other) => after.valueAt('products', entry, other))).toEqual(
        others.map((other) => before.valueAt('products', entry, other)),
      )
    }),
    { numRuns: 400 },
  )
})

function plain(value: DocumentValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]))
  return Array.isArray(value) ? value.map(plain) : value
}
