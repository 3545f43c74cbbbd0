import { collapseCategory } from './collapse/collapse-category.ts'
import { collapseGroup } from './collapse/collapse-group.ts'
import { collapseProduct } from './collapse/collapse-product.ts'
import type { VariantStyle } from './collapse/collapse-variants.ts'
import type { Collapsing } from './collapse/collapsing.ts'
import type { DocumentMap } from '../yaml/document-value.ts'
import { inNavigationOrder } from './collapse/category-order.ts'
import { byCode } from '../source/by-code.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { keyOfRoot, type LiveRecords, type RecordSection } from './live-records.ts'

/** A live record as an entry of its section. */
export function collapseLive(
  context: Collapsing,
  { section, record, style }: { readonly section: RecordSection; readonly record: RecordTree; readonly style?: VariantStyle },
): DocumentMap {
  switch (section) {
    case 'groups':
      return collapseGroup(record)
    case 'categories':
      return collapseCategory(context, record)
    case 'products':
      return collapseProduct(context, record, style)
    default:
      return section satisfies never
  }
}

/** Where things stand in the shop: the same for every order of the store's answers. */
export interface ShopOrder {
  /** Categories as a shopper meets them. */
  readonly categories: readonly RecordTree[]
  readonly placeOf: (category: string) => number
  /** The first category of a product, as a shopper meets them. */
  readonly firstPlaceOf: (product: RecordTree) => string | undefined
  /** Groups by code; products by their first category, the position in it, and sku. */
  readonly inOrder: (section: RecordSection, records: readonly RecordTree[]) => readonly RecordTree[]
}

/** The order of a store. */
export function shopOrderOf(live: LiveRecords): ShopOrder {
  const categories = inNavigationOrder(live.categories)
  const places = new Map(categories.map((record, index) => [keyOfRoot(record), index]))
  const placeOf = (code: string): number => places.get(code) ?? places.size
  const firstRow = (product: RecordTree): RecordTree | undefined =>
    (product.children.ProdCat ?? []).toSorted((a, b) => placeOf(codeOf(a)) - placeOf(codeOf(b)) || byCode(codeOf(a), codeOf(b)))[0]
  const rankOf = (product: RecordTree): readonly [number, number] => {
    const row = firstRow(product)
    return [row ? placeOf(codeOf(row)) : places.size + 1, Number(row?.fields['sort'] ?? '') || 0]
  }
  const byRank = (records: readonly RecordTree[]): RecordTree[] => {
    const ranked = records.map((record) => ({ record, rank: rankOf(record) }))
    return ranked
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || byCode(keyOfRoot(a.record), keyOfRoot(b.record)))
      .map(({ record }) => record)
  }
  return {
    categories,
    placeOf,
    firstPlaceOf: (product) => {
      const row = firstRow(product)
      return row && codeOf(row)
    },
    inOrder: (section, records) => {
      if (section === 'products') return byRank(records)
      if (section === 'categories') return records.toSorted((a, b) => placeOf(keyOfRoot(a)) - placeOf(keyOfRoot(b)))
      return records.toSorted((a, b) => byCode(keyOfRoot(a), keyOfRoot(b)))
    },
  }
}

function codeOf({ fields }: RecordTree): string {
  return fields['cat_code'] ?? ''
}
