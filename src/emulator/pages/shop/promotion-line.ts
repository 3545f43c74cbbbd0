import type { PriceAnswer } from '../../../pricing/effective-price.ts'
import { percentIn } from '../../../pricing/price-changes.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import type { Fields } from '../../../resources/resource.ts'
import { isOn, shortestDecimal } from '../../../resources/scalar.ts'
import { html, type Html } from '../../markup/html.ts'
import { money } from './money.ts'
import { promotionStep } from './prices.ts'
import type { Shop } from './shop.ts'

/** The promotion of a product as customers see it; one that has no effect on the price is marked, with the reason. */
export function promotionLine(shop: Shop, { children }: RecordTree, answer: PriceAnswer): Html | null {
  const fields = children.Merchandising?.[0]?.fields
  const discount = fields?.['discount'] ?? ''
  if (fields === undefined || discount === '') return null
  const step = promotionStep(answer)
  if (step?.hasEffect === false) return html`<p class="promotion idle">${step.text}</p>`
  return html`<p class="promotion">${discountText(shop, discount)} off${periodText(fields)}</p>`
}

/** A percentage as it is, an amount in the currency of the store. */
function discountText({ sources }: Shop, discount: string): string {
  const amount = percentIn(discount) === null ? shortestDecimal(discount) : undefined
  return amount === undefined ? discount : money(amount, sources.currencies.default ?? '')
}

function periodText(fields: Fields): string {
  if (!isOn(fields['timed_promotion'])) return ''
  const dates = [
    fields['start_date'] && ` from ${fields['start_date'].slice(0, 10)}`,
    fields['end_date'] && ` to ${fields['end_date'].slice(0, 10)}`,
  ]
  return dates.filter(Boolean).join('')
}
