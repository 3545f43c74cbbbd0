import type { RootedChange } from '../../diff/change.ts'
import { resourceOf } from '../../resources/registry.ts'

/** The code of the variant that a change is below; `null` where it belongs to its root directly, as a variant itself does. */
export function variantOf(change: RootedChange): string | null {
  if (change.kind === 'grid') return change.grid.owner === 'Variants' ? change.sku : null
  const { skuField, fields } = resourceOf(change.resource)
  if (change.resource === 'Variants' || change.root.resource !== 'Product' || skuField === undefined) return null
  const about = change.key[skuField] ?? ''
  return about !== change.root.key && fields[skuField]?.refersTo?.includes('Variants') === true ? about : null
}
