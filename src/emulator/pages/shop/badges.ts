import { isHidden } from '../../../records/named-fields.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { groupTitle, type Shop } from './shop.ts'

function badge(kind: string, text: Part): Html {
  return html`<span class="badge ${kind}">${text}</span>`
}

/** The codes of the groups that may see a product; none = all customers. */
export function accessGroups(product: RecordTree): readonly string[] {
  return (product.children.ProdAccessGroup ?? []).map(({ fields }) => fields['group_code'] ?? '')
}

/** True if this group would see the product with access restriction enabled (platform.md, "ProdAccessGroup"). */
export function mayAccess(product: RecordTree, group: string): boolean {
  const groups = accessGroups(product)
  return groups.length === 0 || groups.includes(group)
}

/** The badges of a product: its feature label, and what hides it from customers. */
export function productBadges(shop: Shop, product: RecordTree): readonly Html[] {
  const featured = product.children.Merchandising?.[0]?.fields['featured'] ?? ''
  const groups = accessGroups(product)
  const titles = groups.map((code) => groupTitle(shop, code)).join(', ')
  return [
    ...(isHidden(product) ? [badge('hidden', 'Hidden')] : []),
    ...(groups.length > 0 ? [badge('restricted', mayAccess(product, shop.view.group) ? `For ${titles}` : `Only for ${titles}`)] : []),
    ...(featured === '' ? [] : [badge('featured', featured)]),
  ]
}
