import { array, assert, constantFrom, integer, property, record as anyRecord, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'
import { optionCombinations } from '../../../src/rules/option-combinations.ts'
import { optionValuesUnused } from '../../../src/rules/option-values-unused.ts'
import { record, shop } from './desired-shop.ts'
import { isWhole } from '../../support/whole.ts'

const numRuns = isWhole ? 12_000 : 1_200
const sizes = ['s', 'm', 'l']
const colours = ['red', 'navy']
const everyPair = sizes.flatMap((size) => colours.map((colour) => ({ size, colour })))

/** All combinations, or some of them, in any order, each with its options in any order; then some are damaged. */
const anyVariants = anyRecord({
  pairs: shuffledSubarray(everyPair, { minLength: 4, maxLength: 6 }),
  swapped: integer({ min: 0, max: 63 }),
  damages: array(anyRecord({ at: integer({ min: 0, max: 5 }), kind: constantFrom('lost', 'twice', 'unknown', 'other', 'copy') }), {
    maxLength: 2,
  }),
})

type Chosen = readonly (readonly [option: string, value: string])[]

function damaged(chosen: Chosen, kind: string, first: Chosen): Chosen {
  const [[option, value] = ['', ''], ...rest] = chosen
  if (kind === 'lost') return rest
  if (kind === 'twice') return [[option, 'm'], ...chosen]
  if (kind === 'unknown') return [[option, 'x'], ...rest]
  return kind === 'other' ? [['glaze', value], ...rest] : first
}

test('law: no problem exactly where each combination is that of one variant, whatever the order of variants and options', () => {
  const counts = { whole: 0, wrong: 0, fewer: 0 }
  assert(
    property(anyVariants, ({ pairs, swapped, damages }) => {
      const all = pairs.map(({ size, colour }, index): Chosen => {
        const chosen = [
          ['size', size],
          ['colour', colour],
        ] as const
        return (swapped >> index) & 1 ? chosen.toReversed() : chosen
      })
      const chosen = damages.reduce<Chosen[]>(
        (some, { at, kind }) => some.map((each, index) => (index === at % some.length ? damaged(each, kind, some[0] ?? []) : each)),
        all,
      )
      const variants = chosen.map((rows, index) => {
        const options = rows.map(([option, value]) =>
          record('VariantOptions', { sku: 'A', variant_code: `A-${index}`, o_group: option, o_value: value }),
        )
        return record('Variants', { code: `A-${index}`, sku: 'A' }, { VariantOptions: options })
      })
      const options = [
        record('Options', { code: 'A-size', sku: 'A', o_group: 'size', o_value: 's=S,m=M,l=L' }),
        record('Options', { code: 'A-colour', sku: 'A', o_group: 'colour', o_value: 'red=Red,navy=Navy' }),
      ]
      const fields = { sku: 'A', option_type: 'Matrix', options_advanced: 'true' }
      const context = shop({ Product: [record('Product', fields, { Options: options, Variants: variants })] })

      const maps = chosen.map((rows) => new Map(rows))
      const areKnown = maps.every((map) => sizes.includes(map.get('size') ?? '') && colours.includes(map.get('colour') ?? ''))
      const fit = areKnown && maps.every((map) => map.size === 2)
      const seen = new Set(maps.map((map) => `${map.get('size')} ${map.get('colour')}`))
      const used = (option: string): number => new Set(maps.map((map) => map.get(option))).size
      const isWrong = !fit || seen.size < maps.length || seen.size < used('size') * used('colour')
      // A value for an option that the product does not have hides no unused value of those it has.
      const isUnused = areKnown && used('size') * used('colour') < everyPair.length

      expect(optionCombinations.check(context).length > 0).toBe(isWrong)
      expect(optionValuesUnused.check(context).length > 0).toBe(isUnused)
      counts[isWrong ? 'wrong' : isUnused ? 'fewer' : 'whole'] += 1
    }),
    { numRuns, seed: 5 },
  )
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(20)
})
