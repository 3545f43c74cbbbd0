import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import { isHidden } from '../../../src/records/named-fields.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'

const blank = fc.constantFrom('', ' ', '\t', '\n')
const anyCase = fc.constantFrom('true', 'TRUE', 'True', 'tRuE', '1', 'false', 'FALSE', '0', 'yes', 'on', 'Y', '2', '1.0', '-1', 'truee')
const flagText = fc.oneof(
  fc.tuple(blank, anyCase, blank).map((parts) => parts.join('')),
  fc.string({ maxLength: 6 }),
)

function differsFromOn(text: string): boolean {
  const want = desired('Product', { sku: 'TEE', advanced_pricing: 'true' })
  const changes = diffRoot(
    { desired: want, live: live('Product', { sku: 'TEE', advanced_pricing: text }), base: undefined },
    diffContext(knownCapabilities),
  )
  return changes.length > 0
}

test('law: a flag that the differ calls equal to `true` is on for pricing and for everybody else, and no other is', () => {
  const seen = { on: 0, off: 0 }

  fc.assert(
    fc.property(flagText, (text) => {
      const isEqual = !differsFromOn(text)
      seen[isEqual ? 'on' : 'off'] += 1

      expect(pricedSku(live('Product', { sku: 'TEE', advanced_pricing: text }), 'TEE')?.advanced).toBe(isEqual)
      expect(isHidden(live('Product', { sku: 'TEE', inactive: text }))).toBe(isEqual)
      expect(isHidden(live('Cat', { code: 'tees', hide: text }))).toBe(isEqual)
    }),
    { numRuns: 1000 },
  )

  expect(seen.on).toBeGreaterThan(100)
  expect(seen.off).toBeGreaterThan(100)
})
