import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { withLeftOvers } from '../../../src/diff/left-overs.ts'
import type { Step } from '../../../src/plan/step.ts'
import { longestTarget, parameterBytes } from '../../../src/records/target-bytes.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { knownCapabilities, live } from '../../support/desired-records.ts'
import { changesOf, entries, offGrid, onGrid, planned, product, stored, storedEntries } from '../../support/planned-changes.ts'

/** The bytes of the parameters of a DELETE of prices. */
function bytesOf(skus: readonly string[]): number {
  return skus.reduce((sum, sku) => sum + parameterBytes('sku', sku), 0)
}

function deletesOf(steps: readonly Step[]): (readonly string[])[] {
  return steps.flatMap((step) => (step.kind === 'delete-prices' ? [step.skus] : []))
}

function recut(skus: readonly string[]): readonly Change[] {
  return skus.flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: entries(sku, { '0': '20', '12': '17.5' }) }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, { '0': '25' }) }),
      documentedCapabilities,
    ),
  )
}

function createdWithLeftOvers(skus: readonly string[]): readonly Change[] {
  const changes = skus.flatMap((sku) => changesOf(product(sku, offGrid, { PricingAdvanced: entries(sku, { '0': '20' }) })))
  const orphans = skus.map((sku) => live('PricingAdvanced', { uid: `left-${sku}`, sku, start: '0', end: '9999999', price: '3' }))
  return withLeftOvers(changes, orphans, knownCapabilities)
}

const named = (name: string): string[] => Array.from({ length: 50 }, (_, index) => `${name}${index}`)

test.each([
  ['CJK', named('秋冬新作長袖純棉襯衫藍色大號'), 2],
  ['long', named('a'.repeat(250)), 3],
  ['blank and slash', named('W 1/2" & more '), 1],
])('50 skus with %s names: a DELETE of their prices stays within the bytes of a target', (_, skus, requests) => {
  const plans = [recut(skus), createdWithLeftOvers(skus)].map((changes) => deletesOf(planned(changes).steps))

  for (const deletes of plans) {
    expect(deletes.flat()).toEqual(skus)
    expect(deletes.length).toBe(requests)
    expect(Math.max(...deletes.map(bytesOf))).toBeLessThanOrEqual(longestTarget)
  }
})

test('50 short skus are one DELETE, and one sku over the limit has its own', () => {
  const short = named('P-')
  const endless = '長'.repeat(700)

  const deletes = [recut(short), recut(['A', endless, 'B'])].map((changes) => deletesOf(planned(changes).steps))

  expect(deletes).toEqual([[short], [['A'], [endless], ['B']]])
})
