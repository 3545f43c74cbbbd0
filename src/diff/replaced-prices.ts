import { linked } from '../records/row-identity.ts'
import { keyOf } from '../records/named-fields.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Replaced } from './carried-rows.ts'
import type { TurnedGrid } from './change.ts'
import { discountOf } from './paid-moves.ts'
import { prepareForeign } from './prepare-pair.ts'

/** What decides the price of a sku in the store now, outside timed promotions. */
export interface StoredPrice extends TurnedGrid {
  /** That of its product; empty where it has none. */
  readonly discount: string
  /** False for a product with variants: customers buy these. */
  readonly isBought: boolean
}

/** What customers pay now for a sku that gets another key. */
export interface ReplacedPrices extends StoredPrice {
  /** What the sku that takes its place has in the store; absent for a new one. */
  readonly own?: StoredPrice & { readonly product: string }
}

/**
 * The prices of old products and their variants, by the sku or code that takes their place. `live`: old and new products of the store, with
 * everything that decides their prices.
 */
export function replacedPrices(
  replaced: readonly Replaced[],
  live: readonly RecordTree[],
  capabilities: Capabilities,
): ReadonlyMap<string, ReplacedPrices> {
  const products = new Map(live.map((root) => [keyOf(root), root]))
  return new Map(
    replaced.flatMap(({ live: { resource }, from, to }): (readonly [string, ReplacedPrices])[] => {
      const [old, own] = [products.get(from), products.get(to)]
      if (resource !== 'Product' || old === undefined) return []
      const there = new Map(own && pricesOf(own, capabilities))
      return [...pricesOf(old, capabilities)].flatMap(([sku, prices]) => {
        if (!sku.startsWith(from)) return []
        const target = `${to}${sku.slice(from.length)}`
        const now = there.get(target)
        return [[target, { ...prices, ...(now && { own: { ...now, product: to } }) }] as const]
      })
    }),
  )
}

/** The prices of a product and of its variants. */
function pricesOf(root: RecordTree, capabilities: Capabilities): readonly (readonly [sku: string, prices: StoredPrice])[] {
  const discount = discountOf(root.children.Merchandising?.[0]?.fields ?? {})
  const variants = (root.children.Variants ?? []).map((row) => linked(row, root))
  return [root, ...variants].map((row) => {
    const { ownerBefore, grid } = prepareForeign({ row, isDuplicate: false, origin: 'git' }, capabilities)
    return [keyOf(row), { ownerBefore, rows: grid.live, discount, isBought: row !== root || variants.length === 0 }]
  })
}
