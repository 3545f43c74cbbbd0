import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import { bare } from '../../../support/bare-records.ts'
import { overlayBetween } from '../../../support/overlay-between.ts'
import { twoStores } from '../../../support/overlaid-catalogue.ts'
import { loadWritten } from '../../../support/written-catalogue.ts'
import { isWhole } from '../../../support/whole.ts'

const timeoutMs = isWhole ? 300_000 : 20_000
const runs = isWhole ? 2_000 : 40

const word = fc.constantFrom('a', 'b', 'c', '1', '7.5', '0', 'true', '!remove', '&x', '*x', "it's: fine")
const price = fc.constantFrom('1', '2.5', '19.95')
const map = <T>(keys: readonly string[], value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.shuffledSubarray([...keys]).chain((some) => fc.record(Object.fromEntries(some.map((key) => [key, value]))))

const grid = fc.constantFrom([0], [0, 10]).chain((breaks) =>
  map(['default', 'dealer'], fc.array(price, { minLength: breaks.length, maxLength: breaks.length })).map((prices) => ({
    breaks,
    prices: { default: breaks.map(() => '9'), ...prices },
  })),
)

const priced = fc.oneof(
  fc.record({ price }),
  fc.record({ pricing: fc.constant('tees') }),
  fc.record({ pricing: grid }),
  fc.record({ price, pricing: grid }),
  fc.constant({}),
)

const variants = fc.record(
  { list: map(['V1', 'V2', 'V3'], fc.record({ weight: price }, { requiredKeys: [] })), each: priced },
  { requiredKeys: ['list'] },
)

const product = fc
  .tuple(
    fc.record(
      {
        title: word,
        brand: word,
        weight: price,
        attributes: map(['Fit', 'Care', 'Origin'], word),
        categories: map(['c1', 'c2', 'c3'], fc.constantFrom('10', '20')),
        access: fc.shuffledSubarray(['dealer', 'vip']),
        inventory: fc.record({ quantity: fc.constantFrom('1', '2'), stock_message: word }, { requiredKeys: [] }),
        variants,
      },
      { requiredKeys: [] },
    ),
    priced,
  )
  .map(([fields, slot]) => ({ ...fields, ...slot }))

/** A catalogue as values; keys come in any order, since the order of a map may mean something. */
const document = fc.record({
  groups: map(['dealer', 'vip'], fc.record({ title: word })),
  categories: map(['c1', 'c2', 'c3'], fc.record({ name: word, hide: fc.constantFrom('true', 'false') }, { requiredKeys: [] })),
  price_lists: grid.map((tees) => ({ tees })),
  products: map(['P1', 'P2', 'P3'], product),
})

/** The records of a catalogue without their places, the roots by key. */
async function recordsOf(files: Readonly<Record<string, string>>): Promise<unknown> {
  const { desired, problems } = await loadWritten({ 'planogram.yaml': twoStores, 'over/empty.yaml': '', ...files })
  const cut = ['yaml-broken', 'yaml-tag', 'unknown-key', 'wrong-type', 'missing-key', 'overlay-target', 'unique-keys', 'null-value']
  const roots = Object.entries(desired.roots).map(([name, rows]) => [name, rows.toSorted(byKey).map(bare)])
  return { roots, wrong: problems.filter(({ rule }) => cut.includes(rule)).map(({ message }) => message) }
}

function byKey(a: DesiredRecord, b: DesiredRecord): number {
  return JSON.stringify(a.fields) < JSON.stringify(b.fields) ? -1 : 1
}

test('an empty overlay changes nothing', { timeout: timeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom('', '{}\n', 'products: {}\n', 'price_lists: {}\n'), async (base, over) => {
      const alone = await recordsOf({ 'base.yaml': stringify(base) })
      const overlaid = await recordsOf({ 'base.yaml': stringify(base), 'over/shop.yaml': over })

      expect(overlaid).toEqual(alone)
    }),
    { numRuns: runs, seed: 4711 },
  )
})

test('a catalogue with the overlay that leads to another one is that other one', { timeout: timeoutMs }, async () => {
  let overlays = 0
  await fc.assert(
    fc.asyncProperty(document, document, async (base, wanted) => {
      const over = overlayBetween(base, wanted)
      overlays += over.length > 3 ? 1 : 0

      const overlaid = await recordsOf({ 'base.yaml': stringify(base), 'over/shop.yaml': over })
      const written = await recordsOf({ 'base.yaml': stringify(wanted) })

      expect(overlaid).toEqual(written)
    }),
    { numRuns: runs, seed: 4711 },
  )
  expect(overlays).toBeGreaterThan(runs / 2)
})
