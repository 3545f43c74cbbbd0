import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Filter, formatFilters, type ListQuery, parseFilters } from '../../../src/wire/filters.ts'

const nothing: ListQuery = { filters: [], match: 'all', search: null, results: null, start: null, fields: null, key: null }

test.each<[string, Partial<ListQuery>]>([
  ['', {}],
  ['integrated=0', { filters: [{ field: 'integrated', values: ['0'] }] }],
  [
    'sku=A&brand=B&sku=C',
    {
      filters: [
        { field: 'sku', values: ['A', 'C'] },
        { field: 'brand', values: ['B'] },
      ],
    },
  ],
  [
    'sku=A&brand=B&_match=any',
    {
      filters: [
        { field: 'sku', values: ['A'] },
        { field: 'brand', values: ['B'] },
      ],
      match: 'any',
    },
  ],
  ['sku=TEE%25', { filters: [{ field: 'sku', values: ['TEE%'] }] }],
  ['sku=TEE%', { filters: [{ field: 'sku', values: ['TEE%'] }] }],
  ['sku=%', { filters: [{ field: 'sku', values: ['%'] }] }],
  ['title=two+words%20or%2Bmore', { filters: [{ field: 'title', values: ['two words or+more'] }] }],
  ['brand=', { filters: [{ field: 'brand', values: [''] }] }],
  ['brand', { filters: [{ field: 'brand', values: [''] }] }],
  ['sku=%ABC', { filters: [{ field: 'sku', values: ['\uFFFDC'] }] }],
  ['_results=50&_start=0', { results: 50, start: 0 }],
  ['_fields=sku,title|Inventory:quantity', { fields: 'sku,title|Inventory:quantity' }],
  ['_search=price%20%3E%2010%20AND%20NOT%20inactive', { search: 'price > 10 AND NOT inactive' }],
  ['_key=abc', { key: 'abc' }],
])('?%s', (text, seen) => {
  const query = parseFilters(text)

  expect(query).toEqual({ ...nothing, ...seen })
})

test.each([
  ['_result=10&_fild=a&sku=A', 'unknown', ['_result', '_fild']],
  ['_start=1&_start=2', 'repeated', ['_start']],
  ['_results=0', 'value', ['_results']],
  ['_results=ten&_start=-1&_match=some', 'value', ['_match', '_results', '_start']],
  ['_start=1.5', 'value', ['_start']],
  ['_start=', 'value', ['_start']],
])('?%s is refused', (text, fault, names) => {
  const query = parseFilters(text)

  expect(query).toEqual({ fault, names })
})

test('a query is written without its question mark; commas and colons are not encoded', () => {
  const text = formatFilters({
    filters: [{ field: 'sku', values: ['A 1', '50%', 'a+b', 'ø&='] }],
    match: 'any',
    results: 2000,
    start: 0,
    fields: 'sku,title|Inventory:quantity',
  })

  expect(text).toBe(
    'sku=A%201&sku=50%25&sku=a%2Bb&sku=%C3%B8%26%3D&_match=any&_results=2000&_start=0&_fields=sku,title%7CInventory:quantity',
  )
})

test('every query survives format and parse', () => {
  const word = fc.string({ unit: 'grapheme' })
  const field = fc.stringMatching(/^[a-z][a-z0-9_]{0,11}$/)
  const values = fc.array(word, { minLength: 1, maxLength: 4 })
  const filters = fc.uniqueArray(fc.record<Filter>({ field, values }), { maxLength: 4, selector: (filter) => filter.field })
  const queries = fc.record<ListQuery>({
    filters,
    match: fc.constantFrom('all', 'any'),
    search: fc.option(word),
    results: fc.option(fc.integer({ min: 1, max: 9999 })),
    start: fc.option(fc.nat(1_000_000)),
    fields: fc.option(word),
    key: fc.option(word),
  })

  fc.assert(
    fc.property(queries, (query) => {
      expect(parseFilters(formatFilters(query))).toEqual(query)
    }),
  )
})
