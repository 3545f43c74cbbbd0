/** The currencies of a shop: its own, and what one unit of it is worth in others (the API shows no rates). */
export interface Currencies {
  /** `null`: the config does not say. */
  readonly default: string | null
  /** Decimal texts by currency code. */
  readonly rates: Readonly<Record<string, string>>
}

/** Who buys what, and when: everything besides the sku that decides a price (semantics.md 11). */
export interface PriceQuery {
  /** Codes of the customer's groups; none = a visitor. */
  readonly groups: readonly string[]
  /** Pieces of this one sku, from 1: quantities of different variants do not add up. */
  readonly quantity: number
  /** `null`: the default currency. */
  readonly currency: string | null
  readonly currencies: Currencies
  /** `YYYY-MM-DD HH:MM:SS` in the time zone of the shop; `null`: at no special time, so that no timed promotion runs. */
  readonly at: string | null
  /** The chosen value of each simple option, by its o_group. */
  readonly options: Readonly<Record<string, string>>
  /** Per cent off everything for this customer, such as `20`; `null`: none. */
  readonly customerDiscount: string | null
}

/** One piece for a visitor, in the default currency, at no special time: the query that others start from. */
export const plainQuery: PriceQuery = {
  groups: [],
  quantity: 1,
  currency: null,
  currencies: { default: null, rates: {} },
  at: null,
  options: {},
  customerDiscount: null,
}
