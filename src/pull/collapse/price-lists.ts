import type { RecordSource } from '../../records/record-source.ts'
import type { GridRow } from '../../pricing/grid-row.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { byCode } from '../../source/by-code.ts'
import { collapseGrid, gridKey, priceRows } from './collapse-grid.ts'
import { isGridOn } from './collapse-pricing.ts'
import type { DocumentMap } from '../../yaml/document-value.ts'

/** Price lists for grids that several skus share. */
export interface PriceLists {
  /** The name of the list with a grid, by `gridKey`. */
  readonly names: ReadonlyMap<string, string>
  /** The lists to add, by name. */
  readonly added: DocumentMap
}

interface Shared {
  readonly rows: readonly GridRow[]
  readonly skus: string[]
  /** The first category of each product with this grid. */
  readonly places: string[]
}

/**
 * Finds a price list for each grid that two or more skus share: an existing list with the same grid, or a new one. A new list has the name
 * of the most frequent first category of its products (`firstPlaceOf`), or else of the first product.
 */
export function priceListsOf(
  products: RecordSource<RecordTree>,
  known: ReadonlyMap<string, string>,
  { taken, firstPlaceOf }: { readonly taken: ReadonlySet<string>; readonly firstPlaceOf: (product: RecordTree) => string | undefined },
): PriceLists {
  const names = new Map(known)
  const used = new Set(taken)
  const added: [string, DocumentMap][] = []
  for (const [key, shared] of sharedGrids(products, firstPlaceOf)) {
    if (names.has(key) || shared.skus.length < 2) continue
    const name = freeName(mostOften(shared.places) ?? shared.skus[0] ?? 'prices', used)
    used.add(name)
    names.set(key, name)
    added.push([name, collapseGrid(shared.rows)])
  }
  return { names, added: new Map(added.toSorted(([a], [b]) => byCode(a, b))) }
}

function sharedGrids(products: RecordSource<RecordTree>, firstPlaceOf: (product: RecordTree) => string | undefined): Map<string, Shared> {
  const grids = new Map<string, Shared>()
  for (const sku of Array.from(products.keys()).toSorted(byCode)) {
    const product = products.get(sku)
    if (!product) continue
    for (const sellable of [
      product,
      ...(product.children.Variants ?? []).toSorted((a, b) => byCode(a.fields['code'] ?? '', b.fields['code'] ?? '')),
    ]) {
      if (!isGridOn(sellable)) continue
      const rows = priceRows(sellable)
      const key = gridKey(rows)
      const shared = grids.get(key) ?? { rows, skus: [], places: [] }
      grids.set(key, shared)
      shared.skus.push(sku)
      shared.places.push(...[firstPlaceOf(product)].filter((place) => place !== undefined))
    }
  }
  return grids
}

function mostOften(places: readonly string[]): string | undefined {
  const counted = [...Map.groupBy(places, (place) => place)].toSorted(([a, left], [b, right]) => right.length - left.length || byCode(a, b))
  return counted[0]?.[0]
}

function freeName(wanted: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!used.has(name) && name !== '__proto__') return name
  }
}
