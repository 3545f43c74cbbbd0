import type { PriceAnswer } from '../../../pricing/effective-price.ts'
import { pricedSku } from '../../../pricing/priced-sku.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { breakTable } from './break-table.ts'
import { money } from './money.ts'
import { priceBefore } from './prices.ts'
import { groupTitle, type Shop } from './shop.ts'

function whoPays(shop: Shop): string {
  const { group, quantity } = shop.view
  return `${groupTitle(shop, group)}, ${quantity} ${quantity === 1 ? 'piece' : 'pieces'}`
}

function reasonHtml({ steps, currency }: PriceAnswer, own: string): Html {
  // Steps are in the default currency until a rate converts the price, unless it is forced in the other currency.
  const converted = steps.findIndex(({ kind }) => kind === 'rate' || kind === 'forced')
  const currencyAt = (at: number): string => (converted < 0 || at < converted ? own : (currency ?? ''))
  return html`<details class="reason" id="reason">
    <summary>How this price is calculated</summary>
    <ol>
      ${steps.map(
        ({ text, amount, assumed }, at) =>
          html`<li>
            <span class="step-text">${text}</span>
            <span class="step-amount">${amount === null ? 'no price' : money(amount, currencyAt(at))}</span>
            ${assumed.length > 0 && html`<small>Assumed: ${assumed.join('; ')}</small>`}
          </li>`,
      )}
    </ol>
  </details>`
}

/** The price for this viewer and how it is calculated. */
export function pricePanel(shop: Shop, answer: PriceAnswer, total: string | null): Html {
  const { price, steps } = answer
  const currency = answer.currency ?? ''
  const before = priceBefore(answer)
  const own = shop.sources.currencies.default ?? ''
  const [list] = steps
  return html`<div class="price-panel">
    <p class="price" data-announce>
      ${price === null ? 'No price' : html`<span>${money(price, currency)}</span>`}
      ${before !== null && html`<s><span class="sr">instead of </span>${money(before, currency)}</s>`}
      <small>per piece, for ${whoPays(shop)}${total !== null && html`; total ${money(total, currency)}`}</small>
    </p>
    ${price === null ? html`<p class="why none">${steps.at(-1)?.text}</p>` : html`<p class="why">${list?.text}</p>`}
    ${steps.length > 0 && reasonHtml(answer, own)}
  </div>`
}

/** The quantity breaks of a sku, if its price is determined by entries. */
export function breaksOf(shop: Shop, product: RecordTree, { sku, answer }: { sku: string; answer: PriceAnswer }): Html | null {
  const priced = pricedSku(product, sku)
  if (!priced?.advanced || !priced.entries?.length) return null
  // An entry that cannot be converted into the currency of the viewer is no price.
  const won = answer.price === null ? null : (answer.steps.find(({ row }) => row !== null)?.row ?? null)
  return breakTable(shop, priced.entries, won)
}
