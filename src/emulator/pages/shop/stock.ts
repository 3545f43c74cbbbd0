import type { RecordTree } from '../../../resources/record-tree.ts'

/** The displayed stock of a product or variant. */
interface Stock {
  readonly text: string
  readonly kind: 'in' | 'out' | 'unknown'
}

/** The stock of a product or variant; `stock_message` if it is out of stock (platform.md, "Inventory"). */
export function stockOf({ children }: RecordTree): Stock {
  const fields = children.Inventory?.[0]?.fields
  const quantity = fields?.['quantity'] ?? ''
  if (fields === undefined || quantity === '') return { text: 'Stock is not tracked', kind: 'unknown' }
  if (Number(quantity) > 0) return { text: `${quantity} in stock`, kind: 'in' }
  return { text: fields['stock_message'] || 'Out of stock', kind: 'out' }
}
