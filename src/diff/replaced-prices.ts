import { keyOf } from '../records/named-fields.ts'
import { linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Replaced } from './carried-rows.ts'
import type { GridDiff } from './change.ts'
import { prepareForeign } from './prepare-pair.ts'

/** What customers pay now for a sku that gets another key. */
export type ReplacedPrices = Pick<GridDiff, 'ownerBefore' | 'before'>

/** The prices of old products and their variants, by the sku or code that takes their place. */
export function replacedPrices(replaced: readonly Replaced[], capabilities: Capabilities): ReadonlyMap<string, ReplacedPrices> {
  const pricesOf = (row: RecordTree): ReplacedPrices => {
    const { ownerBefore, grid } = prepareForeign({ row, isDuplicate: false, origin: 'git' }, capabilities)
    return { ownerBefore, before: grid.live }
  }
  return new Map(
    replaced.flatMap(({ live, from, to }): [string, ReplacedPrices][] => {
      if (live.resource !== 'Product') return []
      const variants = (live.children.Variants ?? []).map((row) => linked(row, live)).filter((row) => keyOf(row).startsWith(from))
      return [live, ...variants].map((row) => [`${to}${keyOf(row).slice(from.length)}`, pricesOf(row)])
    }),
  )
}
