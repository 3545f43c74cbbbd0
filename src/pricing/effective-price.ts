import { currencyOf } from './in-currency.ts'
import { listPrice } from './list-price.ts'
import { priceChanges } from './price-changes.ts'
import type { PriceStep } from './price-step.ts'
import type { PricedSku } from './priced-sku.ts'
import type { PriceQuery } from './price-query.ts'

/** What a customer pays for one piece, and how it comes about. */
export interface PriceAnswer {
  /** Shortest plain decimal, at most two places; `null` where there is no price: the last step says why. */
  readonly price: string | null
  /** `null`: the default currency, which the config does not name. */
  readonly currency: string | null
  readonly steps: readonly PriceStep[]
}

/**
 * The price of one piece, exactly as semantics.md 11 says: list price (entry of the group, forced currency or rate), simple
 * options, promotion, customer discount, rounded half up to two places at the end of each step. Needs no tax and knows none.
 */
export function effectivePrice(sku: PricedSku, query: PriceQuery): PriceAnswer {
  const steps = [...listPrice(sku, query)]
  for (const change of priceChanges(sku, query)) {
    const before = steps.at(-1)?.amount ?? null
    if (before === null) break
    const step = change(before)
    if (step !== null) steps.push(step)
  }
  return { price: steps.at(-1)?.amount ?? null, currency: currencyOf(query), steps }
}
