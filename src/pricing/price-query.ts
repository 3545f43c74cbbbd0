/** The default currency of a shop, and the rates from the config (the API does not show rates). */
export interface Currencies {
  /** `null`: not in the config. */
  readonly default: string | null
  /** The value of one unit of the default currency, as decimal text by currency code. */
  readonly rates: Readonly<Record<string, string>>
}

/** Everything besides the sku that decides a price. */
export interface PriceQuery {
  /** Codes of the groups of the customer; empty = a visitor. */
  readonly groups: readonly string[]
  /** Pieces of this sku, from 1; quantities of different variants are not added. */
  readonly quantity: number
  /** `null`: the default currency. */
  readonly currency: string | null
  readonly currencies: Currencies
  /** `YYYY-MM-DD HH:MM:SS` in the time zone of the shop; `null`: a time without timed promotions. */
  readonly at: string | null
  /** The chosen value of each simple option, by its o_group. */
  readonly options: Readonly<Record<string, string>>
  /** Discount of the customer in per cent, such as `20`; `null`: none. */
  readonly customerDiscount: string | null
}

/** One piece for a visitor, in the default currency, without a time; other queries override parts of it. */
export const plainQuery: PriceQuery = {
  groups: [],
  quantity: 1,
  currency: null,
  currencies: { default: null, rates: {} },
  at: null,
  options: {},
  customerDiscount: null,
}
