import { isHidden } from '../../../records/named-fields.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { accessGroups, mayAccess } from './badges.ts'
import { type Chosen, variantsOf } from './choices.ts'
import { groupTitle, type Shop } from './shop.ts'

function skusWithSameSlug({ sources }: Shop, { fields }: RecordTree): readonly string[] {
  const slug = fields['slug'] ?? ''
  if (slug === '') return []
  const rows = sources.context.statements.rows('SELECT sku FROM Product WHERE slug = ? AND sku != ? ORDER BY sku LIMIT 5', [
    slug,
    fields['sku'] ?? '',
  ])
  return rows.map(([sku]) => String(sku))
}

function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

function countNotes({ children }: RecordTree, type: Chosen['type']): readonly string[] {
  const { Options: { length: options } = [], Variants: { length: variants } = [] } = children
  const mismatch = `It has ${countOf(variants, 'variant')}, but option_type`
  switch (type) {
    case 'plain':
      return [
        ...(options > 0 ? [`It has ${countOf(options, 'option')}, but option_type is empty: customers do not see them.`] : []),
        ...(variants > 0 ? [`${mismatch} is not Matrix: customers cannot choose one.`] : []),
      ]
    case 'simple':
      return variants > 0 ? [`${mismatch} is Simple: customers cannot choose one.`] : []
    case 'advanced':
      return options > 0 ? [] : ['It has advanced options, but no Options rows: the first variant is shown.']
    case 'subproducts':
      return []
    default:
      return type satisfies never
  }
}

function variantNotes(product: RecordTree, { type, variant }: Chosen): readonly string[] {
  if (type !== 'advanced') return []
  const unassigned = variantsOf(product).filter(({ children }) => (children.VariantOptions ?? []).length === 0)
  const codes = unassigned.map(({ fields }) => fields['code']).join(', ')
  return [
    ...(variant === null ? ['No variant has this combination of options.'] : []),
    ...(unassigned.length > 0 ? [`These variants have no VariantOptions rows, so no choice selects them: ${codes}.`] : []),
  ]
}

/** Notes for developers: why the product is hidden from customers, and which of its data is inconsistent. */
export function productNotes(
  shop: Shop,
  product: RecordTree,
  { chosen, leftOut }: { chosen: Chosen; leftOut: readonly string[] },
): Html | null {
  const groups = accessGroups(product)
  const sameSlug = skusWithSameSlug(shop, product)
  const notes = [
    ...(isHidden(product) ? ['It is inactive: hidden from the website for all customers.'] : []),
    ...(mayAccess(product, shop.view.group)
      ? []
      : [
          `${groupTitle(shop, shop.view.group)} would not see it with access restriction enabled: only ${groups.map((code) => groupTitle(shop, code)).join(', ')} may access it.`,
        ]),
    ...((product.children.ProdCat ?? []).length === 0
      ? ['It is in no category: customers find it only by its address or by searching.']
      : []),
    ...countNotes(product, chosen.type),
    ...variantNotes(product, chosen),
    ...(sameSlug.length > 0 ? [`Its slug is also used by ${sameSlug.join(', ')}; the address shows only one of them.`] : []),
    ...(leftOut.length > 0 ? [`Its description contains elements that are not shown here: ${leftOut.join(', ')}.`] : []),
  ]
  if (notes.length === 0) return null
  return html`<aside class="notes" aria-label="Notes for developers">
    <h2>Notes for developers</h2>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </aside>`
}
