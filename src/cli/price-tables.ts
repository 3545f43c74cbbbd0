import { pricedSku } from '../pricing/priced-sku.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { type PriceTable, tableRows } from '../report/price-table.ts'
import type { FoundRoots, PricedSide } from './priced-sides.ts'

/**
 * The tables that `price --table` prints: that of the sku, or, for a product that customers buy as variants, one for each set of
 * variants with the same prices.
 */
export function priceTables(roots: FoundRoots, sides: readonly PricedSide[], query: PriceQuery): readonly PriceTable[] {
  const skuOf = (id: PricedSide['id']): PriceTable['desired'] => sides.find((side) => side.id === id)?.sku ?? null
  const isRead = sides.some(({ id }) => id === 'live')
  const bought = sides.flatMap(({ sku }) => sku ?? [])
  const own: PriceTable = { skus: [bought[0]?.sku ?? ''], desired: skuOf('desired'), live: isRead ? skuOf('live') : 'not read' }
  if (!bought.some(({ hasVariants }) => hasVariants)) return [own]
  const codes = new Set([roots.desired, roots.live].flatMap((root) => codesOf(root ?? null)))
  const tables = [...codes].map((code): PriceTable => ({
    skus: [code],
    desired: of(roots.desired, code),
    live: isRead ? of(roots.live ?? null, code) : 'not read',
  }))
  const alike = Map.groupBy(tables, (table) => JSON.stringify([tableRows(table, query), table.desired === null, table.live === null]))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, skus: [first, ...others].flatMap(({ skus }) => skus) }] : [],
  )
}

function codesOf(root: RecordTree | null): string[] {
  return (root?.children.Variants ?? []).map(({ fields }) => fields['code'] ?? '')
}

function of(root: RecordTree | null, code: string): PriceTable['desired'] {
  return root === null ? null : pricedSku(root, code)
}
