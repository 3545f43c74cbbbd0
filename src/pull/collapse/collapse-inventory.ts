import type { RecordTree } from '../../resources/record-tree.ts'
import { collapseFields } from './collapse-fields.ts'
import { type DocumentMap, mapOf, unlessEmpty } from '../../yaml/document-value.ts'

/** `inventory` of a product or variant; `undefined` where it has none. */
export function collapseInventory({ children }: RecordTree): DocumentMap | undefined {
  const [row] = children.Inventory ?? []
  return row && unlessEmpty(mapOf(...collapseFields(row, 'quantity', 'stock_message')))
}
