import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../html.ts'
import { accessGroups, mayAccess } from './badges.ts'
import { type Chosen, variantsOf } from './choices.ts'
import { groupTitle, type Shop } from './shop.ts'

function slugTwins({ sources }: Shop, { fields }: RecordTree): readonly string[] {
  const slug = fields['slug'] ?? ''
  if (slug === '') return []
  const rows = sources.context.statements.rows('SELECT sku FROM Product WHERE slug = ? AND sku != ? ORDER BY sku LIMIT 5', [
    slug,
    fields['sku'] ?? '',
  ])
  return rows.map(([sku]) => String(sku))
}

function countNotes({ children }: RecordTree, way: Chosen['way']): readonly string[] {
  const { Options: { length: options } = [], Variants: { length: variants } = [] } = children
  const unseen = `It has ${variants} variants, but option_type`
  switch (way) {
    case 'plain':
      return [
        ...(options > 0 ? [`It has ${options} options, but option_type is empty: a customer sees none of them.`] : []),
        ...(variants > 0 ? [`${unseen} is not Matrix: a customer cannot choose one.`] : []),
      ]
    case 'simple':
      return variants > 0 ? [`${unseen} is Simple: a customer cannot choose one.`] : []
    case 'advanced':
      return options > 0 ? [] : ['Its options are advanced, but it has no Options rows: the first variant is shown.']
    case 'subproducts':
      return []
    default:
      return way satisfies never
  }
}

function variantNotes(product: RecordTree, { way, variant }: Chosen): readonly string[] {
  if (way !== 'advanced') return []
  const unplaced = variantsOf(product).filter(({ children }) => (children.VariantOptions ?? []).length === 0)
  const codes = unplaced.map(({ fields }) => fields['code']).join(', ')
  return [
    ...(variant === null ? ['No variant has this combination of options.'] : []),
    ...(unplaced.length > 0 ? [`These variants have no VariantOptions rows, so no choice leads to them: ${codes}.`] : []),
  ]
}

/** What a customer would not be told: why the product is hidden from some or all, and what does not fit together. */
export function productNotes(
  shop: Shop,
  product: RecordTree,
  { chosen, leftOut }: { chosen: Chosen; leftOut: readonly string[] },
): Html | null {
  const groups = accessGroups(product)
  const twins = slugTwins(shop, product)
  const notes = [
    ...(product.fields['inactive'] === 'true' ? ['It is inactive: hidden from the website, for every customer.'] : []),
    ...(mayAccess(product, shop.view.group)
      ? []
      : [
          `${groupTitle(shop, shop.view.group)} would not see it where access restriction is on: it is kept for ${groups.map((code) => groupTitle(shop, code)).join(', ')}.`,
        ]),
    ...((product.children.ProdCat ?? []).length === 0
      ? ['It is in no category: customers find it by its address or by searching only.']
      : []),
    ...countNotes(product, chosen.way),
    ...variantNotes(product, chosen),
    ...(twins.length > 0 ? [`Its slug is also that of ${twins.join(', ')}; the address shows only one of them.`] : []),
    ...(leftOut.length > 0 ? [`Its description holds elements that are not shown here: ${leftOut.join(', ')}.`] : []),
  ]
  if (notes.length === 0) return null
  return html`<aside class="notes" aria-label="For the developer">
    <h2>For the developer</h2>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </aside>`
}
