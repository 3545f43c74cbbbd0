import { isHidden } from '../../../records/named-fields.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { treesByKey } from '../../rows/read/read-trees.ts'
import { mayAccess, productBadges } from './badges.ts'
import { money } from './money.ts'
import { pictureHtml } from './picture.ts'
import { cardPrice, priceBefore } from './prices.ts'
import type { Shop } from './shop.ts'
import { addressOfRecord } from './view-as.ts'

const ofCard = 'Product+Merchandising+PricingAdvanced+ProdAccessGroup+Options+(Variants+PricingAdvanced)'

function priceLine(shop: Shop, product: RecordTree): Html {
  const { answer, from } = cardPrice(shop, product)
  const currency = answer.currency ?? ''
  if (answer.price === null) return html`<p class="price none">No price</p>`
  const before = priceBefore(answer)
  return html`<p class="price">
    ${from && html`<small>from</small> `}<span>${money(answer.price, currency)}</span>
    ${before !== null && html`<s><span class="sr">instead of </span>${money(before, currency)}</s>`}
  </p>`
}

/** The picture of a product in a list: its thumbnail, else its main image. */
export function listPicture({ fields }: Pick<RecordTree, 'fields'>): { folder: string; name: string } {
  const thumb = fields['thumb'] ?? ''
  return thumb === '' ? { folder: 'images/items', name: fields['image'] ?? '' } : { folder: 'images/thumb', name: thumb }
}

function productCard(shop: Shop, product: RecordTree): Html {
  const { fields } = product
  const title = fields['title'] || (fields['sku'] ?? '')
  const dimmed = isHidden(product) || !mayAccess(product, shop.view.group)
  return html`<li class="card ${dimmed && 'dimmed'}">
    <a href="${addressOfRecord(product, shop.view)}">
      <span class="card-picture">${pictureHtml(shop.sources, listPicture(product), { alt: title })}</span>
      <span class="badges">${productBadges(shop, product)}</span>
      <span class="card-title">${title}</span>
    </a>
    <p class="card-text">${fields['description']}</p>
    ${priceLine(shop, product)}
  </li>`
}

/** The cards of the products with these SKUs, in this order. */
export function productCards(shop: Shop, skus: readonly string[]): Html {
  const products = treesByKey(shop.sources.context, ofCard, skus)
  return html`<ul class="cards">
    ${products.map((product) => productCard(shop, product))}
  </ul>`
}
