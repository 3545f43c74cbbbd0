import { compareDecimals, roundHalfUp } from '../records/decimal.ts'

/** What a step of a price does, in the order in which steps follow each other. `none`: there is no price, and why. */
export const stepKinds = ['simple', 'entry', 'forced', 'rate', 'option', 'promotion', 'customer', 'none'] as const

/** One step on the way to a price. */
export interface PriceStep {
  readonly kind: (typeof stepKinds)[number]
  /** The reason in words, such as `entry of group dealer from quantity 48`. Holds texts of the catalogue or the store as they are. */
  readonly text: string
  /** The price after this step, rounded; `null` where there is none. */
  readonly amount: string | null
  /** What of it platform.md does not show, in words, several joined by `; `; `null` where it shows all. */
  readonly assumed: string | null
  /** The position of the entry among the PricingAdvanced rows; `null` where the step is about none. */
  readonly row: number | null
}

interface Made {
  readonly kind: PriceStep['kind']
  readonly text: string
  /** The price before rounding. */
  readonly exact: string
  readonly assumed?: readonly string[]
  readonly row?: number
}

/** No single assumption holds it. */
const between = '; '

/** Places that a price has after every step (semantics.md 11). */
const pricePlaces = 2

/** Ends a step: never below 0, rounded half up; what that changed is said as an assumption. */
export function endStep({ kind, text, exact, assumed = [], row }: Made): PriceStep {
  const isNegative = (compareDecimals(exact, '0') ?? 0) < 0
  const amount = isNegative ? '0' : (roundHalfUp(exact, pricePlaces) ?? exact)
  const isRounded = !isNegative && compareDecimals(amount, exact) !== 0
  const said = [
    ...assumed,
    ...(isNegative ? ['a price does not fall below 0'] : []),
    ...(isRounded ? [`prices are rounded half up to ${pricePlaces} places after each step`] : []),
  ]
  return { kind, text, amount, assumed: said.length === 0 ? null : said.join(between), row: row ?? null }
}

/** The end of a price that does not come about. */
export function noPrice(text: string): PriceStep {
  return { kind: 'none', text, amount: null, assumed: null, row: null }
}

/** The step with one more assumption. */
export function alsoAssumed(step: PriceStep, assumption: string): PriceStep {
  return { ...step, assumed: [...assumptionsOf(step), assumption].join(between) }
}

/** The assumptions of a step, one by one. */
export function assumptionsOf({ assumed }: PriceStep): readonly string[] {
  return assumed === null ? [] : assumed.split(between)
}
