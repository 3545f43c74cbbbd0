import { multiplyDecimals } from '../../../records/decimal.ts'
import type { PriceAnswer } from '../../../pricing/effective-price.ts'
import { noPrice } from '../../../pricing/price-step.ts'
import { skuOf } from '../../../records/named-fields.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { type Chosen, variantsOf } from './choices.ts'
import { priceOf } from './prices.ts'
import type { Shop } from './shop.ts'

/** What a customer would add to the cart: the product itself or one of its variants. */
export interface Bought {
  readonly record: RecordTree
  /** The sku of the product or the code of the variant. */
  readonly sku: string
  /** The variant, or `null` if the product itself is bought. */
  readonly variant: RecordTree | null
  /** True if no variant has the chosen options. */
  readonly unavailable: boolean
  readonly answer: PriceAnswer
  /** The price of all pieces; `null` without a price or for one piece. */
  readonly total: string | null
}

function totalOf({ price }: PriceAnswer, quantity: number): string | null {
  return price === null || quantity === 1 ? null : (multiplyDecimals(price, String(quantity)) ?? null)
}

/** What this viewer would buy with the choices of a product page. */
export function boughtOf(shop: Shop, product: RecordTree, { type, variant, choices, values }: Chosen): Bought {
  if (type === 'advanced' && choices.length > 0 && variant === null) {
    const answer = { price: null, currency: null, steps: [noPrice('no variant has this combination')] }
    return { record: product, sku: skuOf(product), variant: null, unavailable: true, answer, total: null }
  }
  const first = type === 'plain' || type === 'simple' ? null : (variantsOf(product)[0] ?? null)
  const taken = variant ?? first
  const record = taken ?? product
  const answer = priceOf(shop, product, { sku: skuOf(record), options: values })
  return { record, sku: skuOf(record), variant: taken, unavailable: false, answer, total: totalOf(answer, shop.view.quantity) }
}
