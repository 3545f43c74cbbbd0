import { isHidden } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** Counts the products in each category that customers see, during a read of the products. */
interface PlaceCount {
  /** Counts the places of a record. */
  readonly add: (record: RecordTree) => void
  /** The number of products by the code of the category; those of which no place was read are not counted. */
  readonly counts: ReadonlyMap<string, number>
}

/** An empty count; only the codes of categories are stored. */
export function openPlaceCount(): PlaceCount {
  const counts = new Map<string, number>()
  return {
    add: (record) => {
      if (isHidden(record)) return
      for (const { fields } of record.children.ProdCat ?? []) {
        const code = fields['cat_code'] ?? ''
        counts.set(code, (counts.get(code) ?? 0) + 1)
      }
    },
    counts,
  }
}
