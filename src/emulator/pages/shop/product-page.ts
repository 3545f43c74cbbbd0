import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { addressOf } from '../addresses.ts'
import { richText } from '../rich-text.ts'
import { productBadges } from './badges.ts'
import { type Bought, boughtOf } from './bought.ts'
import { breadcrumbs, deepestCategory } from './category-page.ts'
import { type Chosen, readChoices } from './choices.ts'
import { gallery } from './gallery.ts'
import { optionPicker } from './option-picker.ts'
import { breaksOf, pricePanel } from './price-panel.ts'
import { productNotes } from './product-notes.ts'
import { promotionLine } from './promotion-line.ts'
import type { Shop } from './shop.ts'
import { stockOf } from './stock.ts'
import { subproducts } from './subproducts.ts'

/** The specification of the records that a product page shows. */
export const ofProductPage =
  'Product+ExtraImages+Inventory+Merchandising+PricingAdvanced+ProdAccessGroup+ProductAttributes+Options+ProdCat+(Variants+PricingAdvanced+Inventory+VariantOptions)'

function attributes({ children }: RecordTree): Html | null {
  const rows = (children.ProductAttributes ?? []).toSorted((a, b) => (Number(a.fields['sort']) || 0) - (Number(b.fields['sort']) || 0))
  if (rows.length === 0) return null
  return html`<section>
    <h2>Details</h2>
    <dl class="attributes">
      ${rows.map(
        ({ fields }) =>
          html`<div>
            <dt>${fields['label']}</dt>
            <dd>${fields['value']}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

function longTexts({ comment, faqs }: { comment: Html; faqs: Html }): readonly Html[] {
  return [
    ...(comment.markup.trim() === '' ? [] : [html`<section class="prose">${comment}</section>`]),
    ...(faqs.markup.trim() === ''
      ? []
      : [
          html`<section class="prose">
            <h2>Questions</h2>
            ${faqs}
          </section>`,
        ]),
  ]
}

function facts(product: RecordTree, variant: RecordTree | null): Html {
  const { brand, gtin, mpn } = product.fields
  const sku = product.fields['sku'] ?? ''
  const code = variant?.fields['code']
  const rows = [
    ['Article', code === undefined ? sku : `${code} (of ${sku})`],
    ['Brand', brand],
    ['GTIN', gtin],
    ['MPN', mpn],
  ] as const
  return html`<p class="facts">
    ${rows.map(([name, value]) => value && html`<span>${name} <b>${value}</b></span> `)}
    <a href="${addressOf('/_emulator/inspector/records/Product', { key: sku })}">Records</a>
  </p>`
}

function named(tag: string, text: string | undefined): Html | null {
  return text ? html`<p class="${tag}">${text}</p>` : null
}

function stockLine({ unavailable, record }: Bought): Html {
  const stock = stockOf(record)
  return unavailable
    ? html`<p class="stock out">This combination is not available.</p>`
    : html`<p class="stock ${stock.kind}">${stock.text}</p>`
}

interface Buying {
  readonly shop: Shop
  readonly product: RecordTree
  readonly chosen: Chosen
  readonly bought: Bought
}

function buyBox({ shop, product, chosen, bought }: Buying): Html {
  const { fields } = product
  const { record, sku, variant, answer, total } = bought
  return html`<div class="buy">
    <p class="badges">${productBadges(shop, product)}</p>
    ${named('brand-name', fields['brand'])}
    <h1>${fields['title'] || fields['sku']}</h1>
    ${named('lead', fields['description'])} ${chosen.type === 'subproducts' && named('which', record.fields['description'] || sku)}
    ${pricePanel(shop, answer, total)} ${promotionLine(shop, product, answer)} ${optionPicker({ shop, product, chosen })}
    ${stockLine(bought)} ${chosen.type === 'advanced' && variant !== null && named('which', variant.fields['description'])}
    ${facts(product, variant)}
  </div>`
}

/** The page of a product: pictures, options, the price for this viewer, texts, and notes for developers. */
export function productContent(shop: Shop, product: RecordTree): Html {
  const chosen = readChoices(product, shop.request.query)
  const bought = boughtOf(shop, product, chosen)
  const comment = richText(product.fields['comment'] ?? '')
  const faqs = richText(product.fields['faqs'] ?? '')
  const leftOut = [...new Set([...comment.leftOut, ...faqs.leftOut])]
  const place = deepestCategory(shop, product)
  return html` ${place !== null && breadcrumbs(shop, place, true)}
    <article class="product">${gallery(shop, product, chosen)} ${buyBox({ shop, product, chosen, bought })}</article>
    ${chosen.type === 'subproducts' && subproducts(shop, product, bought.variant)} ${breaksOf(shop, product, bought)}
    ${productNotes(shop, product, { chosen, leftOut })}
    <div class="texts">${longTexts({ comment: comment.html, faqs: faqs.html })}${attributes(product)}</div>`
}
