import { effectivePrice, type PriceAnswer } from '../../../pricing/effective-price.ts'
import type { PriceQuery } from '../../../pricing/price-query.ts'
import { pricedSku } from '../../../pricing/priced-sku.ts'
import { shopTime } from '../../../pricing/shop-time.ts'
import { compareDecimals } from '../../../records/decimal.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import type { Shop } from './shop.ts'

/** The price query of a viewer. Timed promotions follow the store's clock (assumptions.md R22). */
function priceQuery({ view, sources }: Shop, options: Readonly<Record<string, string>> = {}): PriceQuery {
  return {
    groups: view.group === '' ? [] : [view.group],
    quantity: view.quantity,
    currency: view.currency === '' ? null : view.currency,
    currencies: sources.currencies,
    at: shopTime(sources.context.now(), sources.timezone),
    options,
    customerDiscount: null,
  }
}

/** The price of a product or one of its variants for this viewer. */
export function priceOf(
  shop: Shop,
  product: RecordTree,
  { sku, options = {} }: { sku: string; options?: Readonly<Record<string, string>> },
): PriceAnswer {
  const priced = pricedSku(product, sku)
  if (priced === null) return { price: null, currency: null, steps: [] }
  return effectivePrice(priced, priceQuery(shop, options))
}

/** The step of the promotion in the calculation of a price, and whether it lowers the price; `null` without such a step. */
export function promotionStep({ steps }: PriceAnswer): {
  readonly text: string
  readonly before: string | null
  readonly hasEffect: boolean
} | null {
  const at = steps.findIndex(({ kind }) => kind === 'promotion')
  const [step, before] = [steps[at], steps[at - 1]?.amount ?? null]
  return step === undefined ? null : { text: step.text, before, hasEffect: step.amount !== before }
}

/** The price before a promotion discount, or `null`. */
export function priceBefore(answer: PriceAnswer): string | null {
  const step = promotionStep(answer)
  return answer.price !== null && step?.hasEffect === true ? step.before : null
}

/** True if customers buy the variants of a product, not the product itself (platform.md, "Options"). */
export function sellsVariants({ fields, children }: RecordTree): boolean {
  return fields['option_type'] === 'Matrix' && (children.Variants ?? []).length > 0
}

function isLower(one: PriceAnswer, other: PriceAnswer): boolean {
  return (compareDecimals(one.price ?? '', other.price ?? '') ?? 0) < 0
}

/** The price on a card: the lowest of the variants; `from` if they differ. */
export function cardPrice(shop: Shop, product: RecordTree): { readonly answer: PriceAnswer; readonly from: boolean } {
  const own = product.fields['sku'] ?? ''
  if (!sellsVariants(product)) return { answer: priceOf(shop, product, { sku: own }), from: false }
  const answers = (product.children.Variants ?? []).map(({ fields }) => priceOf(shop, product, { sku: fields['code'] ?? '' }))
  const [first = { price: null, currency: null, steps: [] }, ...others] = answers.filter(({ price }) => price !== null)
  const lowest = others.reduce((best, other) => (isLower(other, best) ? other : best), first)
  return { answer: lowest, from: others.some(({ price }) => price !== first.price) }
}
