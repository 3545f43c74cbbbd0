import { currencyOf } from './in-currency.ts'
import { listPrice } from './list-price.ts'
import { priceChanges } from './price-changes.ts'
import type { PriceStep } from './price-step.ts'
import type { PricedSku } from './priced-sku.ts'
import type { PriceQuery } from './price-query.ts'

/** The price of one piece, and how it is calculated. */
export interface PriceAnswer {
  /** Shortest plain decimal, at most two places; `null` where there is no price: the last step has the reason. */
  readonly price: string | null
  /** `null`: the default currency, where the config does not name it. */
  readonly currency: string | null
  readonly steps: readonly PriceStep[]
}

/**
 * The price of one piece: list price (entry of the group, forced currency or rate), simple options, promotion, customer
 * discount, rounded half up to two places after each step. Without tax.
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
