import type { RecordTree } from '../../../resources/record-tree.ts'

/** What a customer reads of the stock of a product or variant. */
interface Stock {
  readonly text: string
  readonly kind: 'in' | 'out' | 'unknown'
}

/** The stock of a product or variant, with its own message where it is out of stock (platform.md, "Inventory"). */
export function stockOf({ children }: RecordTree): Stock {
  const fields = children.Inventory?.[0]?.fields
  const quantity = fields?.['quantity'] ?? ''
  if (fields === undefined || quantity === '') return { text: 'Stock is not kept', kind: 'unknown' }
  if (Number(quantity) > 0) return { text: `${quantity} in stock`, kind: 'in' }
  return { text: fields['stock_message'] || 'Out of stock', kind: 'out' }
}
