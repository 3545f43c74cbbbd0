import { keyOf } from '../records/named-fields.ts'
import { collapseCategory } from './collapse/collapse-category.ts'
import { collapseGroup } from './collapse/collapse-group.ts'
import { collapseProduct } from './collapse/collapse-product.ts'
import type { VariantStyle } from './collapse/collapse-variants.ts'
import type { Collapsing } from './collapse/collapsing.ts'
import type { DocumentMap } from '../yaml/document-value.ts'
import { inNavigationOrder } from './collapse/category-order.ts'
import { byCode } from '../source/by-code.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { RecordSource } from '../records/record-source.ts'
import type { LiveSources, RecordSection } from './live-records.ts'

/** A live record as the entry of a document. */
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

/** The order of records in the shop. It does not depend on the order in the answers of the store. */
export interface ShopOrder {
  /** Categories in the order of the navigation. */
  readonly categories: readonly RecordTree[]
  /** Index of a category in that order. */
  readonly placeOf: (category: string) => number
  /** The category of a product that comes first in that order. */
  readonly firstPlaceOf: (product: RecordTree) => string | undefined
  /** Sorts keys: those of groups by code; of products by their first category, the position in it, and sku. */
  readonly keysInOrder: (section: RecordSection, records: RecordSource<RecordTree>) => readonly string[]
}

/** The order of the records of a store. */
export function shopOrderOf(live: LiveSources): ShopOrder {
  const categories = inNavigationOrder(live.categories)
  const places = new Map(categories.map((record, index) => [keyOf(record), index]))
  const placeOf = (code: string): number => places.get(code) ?? places.size
  const firstRow = (product: RecordTree): RecordTree | undefined =>
    (product.children.ProdCat ?? []).toSorted((a, b) => placeOf(codeOf(a)) - placeOf(codeOf(b)) || byCode(codeOf(a), codeOf(b)))[0]
  const rankOf = (product: RecordTree): readonly [number, number] => {
    const row = firstRow(product)
    return [row ? placeOf(codeOf(row)) : places.size + 1, Number(row?.fields['sort'] ?? '') || 0]
  }
  const byRank = (records: RecordSource<RecordTree>): string[] =>
    Array.from(records, (record) => ({ key: keyOf(record), rank: rankOf(record) }))
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || byCode(a.key, b.key))
      .map(({ key }) => key)
  return {
    categories,
    placeOf,
    firstPlaceOf: (product) => {
      const row = firstRow(product)
      return row && codeOf(row)
    },
    keysInOrder: (section, records) => {
      if (section === 'products') return byRank(records)
      const keys = [...records.keys()]
      return section === 'categories' ? keys.toSorted((a, b) => placeOf(a) - placeOf(b)) : keys.toSorted(byCode)
    },
  }
}

function codeOf({ fields }: RecordTree): string {
  return fields['cat_code'] ?? ''
}
