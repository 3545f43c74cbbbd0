import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html, type Part } from '../html.ts'
import { groupTitle, type Shop } from './shop.ts'

function badge(kind: string, text: Part): Html {
  return html`<span class="badge ${kind}">${text}</span>`
}

/** The codes of the groups that a product is kept for; none = everybody. */
export function accessGroups(product: RecordTree): readonly string[] {
  return (product.children.ProdAccessGroup ?? []).map(({ fields }) => fields['group_code'] ?? '')
}

/** True where the viewer would see the product, were access restriction on (platform.md, "ProdAccessGroup"). */
export function mayAccess(product: RecordTree, group: string): boolean {
  const groups = accessGroups(product)
  return groups.length === 0 || groups.includes(group)
}

/** What a product carries on its card and its page: its feature label, and what hides it from this viewer. */
export function productBadges(shop: Shop, product: RecordTree): readonly Html[] {
  const featured = product.children.Merchandising?.[0]?.fields['featured'] ?? ''
  const groups = accessGroups(product)
  const titles = groups.map((code) => groupTitle(shop, code)).join(', ')
  return [
    ...(product.fields['inactive'] === 'true' ? [badge('hidden', 'Hidden')] : []),
    ...(groups.length > 0 ? [badge('restricted', mayAccess(product, shop.view.group) ? `For ${titles}` : `Only for ${titles}`)] : []),
    ...(featured === '' ? [] : [badge('featured', featured)]),
  ]
}
