import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageChange, PageRecord } from '../../../../src/report/html/data/page-data.ts'
import { facets, indexFacets } from '../../../../src/report/html/find/facets.ts'
import { type Chosen, filterRecords } from '../../../../src/report/html/find/filter-records.ts'
import { searchText } from '../../../../src/report/html/find/search-text.ts'

const causes = [
  { key: 'price list tees', title: 'price list tees', roots: 2 },
  { key: 'defaults', title: 'defaults', roots: 1 },
]
const findings = ['slip', 'removal'].map((kind) => ({ kind, sentence: kind, isStop: false }))

const anyChange: fc.Arbitrary<PageChange> = fc.record({
  address: fc.constantFrom('a', 'b'),
  action: fc.constantFrom('create', 'update', 'remove'),
  kind: fc.constantFrom('product', 'variant'),
  name: fc.constant(''),
  place: fc.constantFrom('', 'a.yaml:1', 'b.yaml:2', 'a.yaml:3'),
  causes: fc.subarray([0, 1]),
  findings: fc.subarray([0, 1]),
})
const anyRecord: fc.Arbitrary<PageRecord> = fc.record({
  address: fc.constantFrom('product.A', 'product.B'),
  action: fc.constant('update'),
  kind: fc.constant('product'),
  key: fc.constantFrom('TEE', 'MUG', 'Tee-long'),
  title: fc.constant(''),
  place: fc.constant(''),
  summary: fc.constant(''),
  changes: fc.array(anyChange, { minLength: 1, maxLength: 3 }),
})
const anyChosen: fc.Arbitrary<Chosen> = fc.record(
  {
    action: fc.subarray(['create', 'update']).map((values) => new Set(values)),
    kind: fc.subarray(['product', 'variant']).map((values) => new Set(values)),
    file: fc.subarray(['a.yaml', '(not in the catalogue)']).map((values) => new Set(values)),
    cause: fc.subarray(['defaults']).map((values) => new Set(values)),
    finding: fc.subarray(['slip']).map((values) => new Set(values)),
  },
  { requiredKeys: [] },
)

/** The values of a change, read without an index. */
function valuesOf(change: PageChange, facet: string): readonly string[] {
  const byFacet: Readonly<Record<string, readonly string[]>> = {
    action: [change.action],
    kind: [change.kind],
    group: [],
    file: [change.place === '' ? '(not in the catalogue)' : change.place.slice(0, -2)],
    cause: (change.causes ?? []).map((index) => causes[index]?.key ?? ''),
    finding: (change.findings ?? []).map((index) => findings[index]?.kind ?? ''),
  }
  return byFacet[facet] ?? []
}

function isIn(change: PageChange, chosen: Chosen, except = ''): boolean {
  return facets.every((facet) => {
    const wanted = chosen[facet]
    return facet === except || wanted === undefined || wanted.size === 0 || valuesOf(change, facet).some((value) => wanted.has(value))
  })
}

test('a filter finds the records with a change that matches, and counts each value under the choice of the other facets', () => {
  fc.assert(
    fc.property(
      fc.array(anyRecord, { maxLength: 8 }),
      anyChosen,
      fc.constantFrom('', 'tee', 'MUG', 'tee long', 'zzz'),
      (records, chosen, words) => {
        const index = indexFacets({ records, causes, findings })

        const found = filterRecords(index, records.map(searchText), { words, chosen })

        const isNamed = ({ key }: PageRecord): boolean => words.split(' ').every((word) => key.toLowerCase().includes(word.toLowerCase()))
        const named = records.filter(isNamed).flatMap(({ changes }) => changes)
        expect(found.records).toEqual(
          records.flatMap((record, at) => (isNamed(record) && record.changes.some((change) => isIn(change, chosen)) ? [at] : [])),
        )
        expect(found.changes).toBe(named.filter((change) => isIn(change, chosen)).length)
        for (const facet of facets) {
          const counted = index.names[facet].map(
            (name) => named.filter((change) => isIn(change, chosen, facet) && valuesOf(change, facet).includes(name)).length,
          )
          expect([facet, found.counts[facet]]).toEqual([facet, counted])
        }
      },
    ),
  )
})

test('a value that no change has finds nothing', () => {
  const record: PageRecord = {
    address: 'product.A',
    action: 'update',
    kind: 'product',
    key: 'A',
    title: '',
    place: '',
    summary: '',
    changes: [],
  }
  const index = indexFacets({ records: [record], causes, findings })

  const found = filterRecords(index, [''], { words: '', chosen: { file: new Set(['other.yaml']) } })

  expect([found.records, found.changes]).toEqual([[], 0])
})
