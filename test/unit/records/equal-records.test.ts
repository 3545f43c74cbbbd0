import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EqualRecords, openEqualRecords } from '../../../src/records/equal-records.ts'

/** A collection of products with these digests, in this order; the sku of each is its digest in lower case. */
function collection(digests: readonly string[]): EqualRecords {
  const equal = openEqualRecords()
  for (const digest of digests) {
    const children = { ProdCat: Array.from({ length: digest.length }, () => ({ resource: 'ProdCat', fields: {}, children: {} }) as const) }
    equal.add({ resource: 'Product', fields: { sku: digest.toLowerCase() }, children, digest })
  }
  return equal
}

const manyDigests = Array.from({ length: 1_000 }, (_, index) => `D${index}`)

function foundOf(equal: EqualRecords, digests: readonly string[]): readonly string[] {
  return digests.flatMap((digest) => (equal.find('Product', digest) ? [digest] : []))
}

test('equal records are found in the order of before, with changed and missing ones in between, as often as the store is read', () => {
  const equal = collection(manyDigests)
  const answered = manyDigests.flatMap((digest, at) => (at % 100 === 7 ? [`changed ${at}`] : at % 10 === 3 ? [] : [digest]))

  const reads = [foundOf(equal, answered), foundOf(equal, answered)]

  const left = answered.filter((digest) => !digest.startsWith('changed'))
  expect(left).toHaveLength(890)
  expect(reads).toEqual([left, left])
})

test('of a store that answers in another order, at most one record in 64 is not found before all of them are looked up', () => {
  const equal = collection(manyDigests)

  const found = foundOf(equal, manyDigests.toReversed())

  expect(found.length).toBeGreaterThanOrEqual(manyDigests.length - Math.ceil(manyDigests.length / 64))
  expect(foundOf(equal, manyDigests.toReversed())).toEqual(manyDigests.toReversed())
})

test('a record that is added after all were looked up is found', () => {
  const equal = collection(manyDigests.slice(0, 40))
  foundOf(equal, ['other'])

  equal.add({ resource: 'Product', fields: { sku: 'd' }, children: {}, digest: 'D' })

  expect(foundOf(equal, ['D', 'D0'])).toEqual(['D', 'D0'])
  expect(equal.size).toBe(41)
})

test('law: what is found is the record with this digest and its number of rows, whatever was asked for before', () => {
  const digest = fc.stringMatching(/^[A-D]{1,2}$/)
  const seen = { found: 0, others: 0 }

  fc.assert(
    fc.property(fc.uniqueArray(digest, { maxLength: 40 }), fc.array(digest, { maxLength: 80 }), (added, asked) => {
      const equal = collection(added)
      for (const each of asked) {
        const found = equal.find('Product', each)
        const known = { resource: 'Product', fields: { sku: each.toLowerCase() }, children: {}, rows: new Map([['ProdCat', each.length]]) }
        expect(found).toEqual(added.includes(each) ? known : undefined)
        seen[found ? 'found' : 'others'] += 1
      }
    }),
    { numRuns: 600 },
  )

  expect(Math.min(seen.found, seen.others)).toBeGreaterThan(500)
})
