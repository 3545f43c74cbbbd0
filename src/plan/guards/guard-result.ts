import type { GuardName } from '../../records/guard-limits.ts'
import type { SourcePlace } from '../../source/source.ts'

/** The row of a grid that a price is in; an empty group is the default price, an empty currency the default currency. */
export interface PricedRow {
  readonly group_code: string
  readonly currency_code: string
  /** The quantity from which it applies. */
  readonly start: string
}

/** A price that stops an apply, as a customer pays it. */
export interface StoppedPrice {
  readonly sku: string
  /** `simple`: the same for everybody; `option`: with the most changed value of an option; `discount`: of the cheapest sku, discounted. */
  readonly of: 'grid' | 'simple' | 'option' | 'discount'
  readonly row: PricedRow | null
  /** `null`: a price that customers did not pay before. */
  readonly before: string | null
  readonly after: string
  /** The price of the smaller quantity that costs less, for `tier_inversion`. */
  readonly smaller?: { readonly start: string; readonly price: string }
}

/** One thing that a guard found. */
export interface GuardCase {
  readonly address: string
  readonly source: SourcePlace | null
  readonly price?: StoppedPrice
  /** The record that keeps the slug which this one gets, for `same_slug`. */
  readonly owner?: { readonly address: string; readonly slug: string; readonly source: SourcePlace | null }
  /** Records of this case where it is more than one: removed rows, added price entries. */
  readonly count?: number
}

/** A guard that stops the apply of a plan. */
export interface GuardResult {
  readonly guard: GuardName
  /** As in the config. */
  readonly limit: string
  /** How many records, prices or price entries were found; for `max_plan_age` the age in units of its limit. */
  readonly found: number
  /** The number of existing managed root records that a percentage is of. */
  readonly of?: number
  /** The worst ones first, at most `mostCases`. */
  readonly cases: readonly GuardCase[]
}

/** The most cases of a guard that a plan names. */
export const mostCases = 5
