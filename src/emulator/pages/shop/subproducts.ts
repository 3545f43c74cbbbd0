import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { variantsOf } from './choices.ts'
import { money } from './money.ts'
import { pictureHtml } from './picture.ts'
import { priceOf } from './prices.ts'
import type { Shop } from './shop.ts'
import { stockOf } from './stock.ts'
import { addressOfRecord } from './view-as.ts'

/** The subproducts of a product, listed for selection (platform.md, "Options"); the link of each selects it. */
export function subproducts(shop: Shop, product: RecordTree, variant: RecordTree | null): Html {
  const withPictures = variantsOf(product).some(({ fields }) => fields['image'])
  const row = (each: RecordTree): Html => {
    const code = each.fields['code'] ?? ''
    const answer = priceOf(shop, product, { sku: code })
    const title = each.fields['description'] || code
    return html`<tr class="${each === variant && 'mine'}">
      ${withPictures && html`<td class="small-picture">${pictureHtml(shop.sources, { folder: 'images/items', name: each.fields['image'] ?? '' }, { alt: '' })}</td>`}
      <th scope="row">
        <a
          href="${addressOfRecord(product, shop.view, { variant: code })}"
          data-swap
          id="variant-${code}"
          ${each === variant && html`aria-current="true"`}
          >${title}</a
        >
        <small class="code">${code}</small>
      </th>
      <td class="amount">${answer.price === null ? 'No price' : money(answer.price, answer.currency ?? '')}</td>
      <td>${stockOf(each).text}</td>
    </tr>`
  }
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Subproducts">
    <table class="subproducts">
      <caption>
        Choose one
      </caption>
      <thead>
        <tr>
          ${withPictures && html`<td></td>`}
          <th scope="col">Product</th>
          <th scope="col" class="amount">Price</th>
          <th scope="col">Stock</th>
        </tr>
      </thead>
      <tbody>
        ${variantsOf(product).map(row)}
      </tbody>
    </table>
  </div>`
}
