import { compareDecimals, roundHalfUp } from '../records/decimal.ts'

/** The kinds of steps, in their order. `none`: there is no price; its text is the reason. */
export const stepKinds = ['simple', 'entry', 'forced', 'rate', 'option', 'promotion', 'customer', 'none'] as const

/** A step of the calculation of a price. */
export interface PriceStep {
  readonly kind: (typeof stepKinds)[number]
  /** The reason, such as `entry of group dealer from quantity 48`. Contains unescaped texts of the catalogue or the store. */
  readonly text: string
  /** The price after this step, rounded; `null` where there is none. */
  readonly amount: string | null
  /** The assumptions of the step that docs/api.md does not show, as sentences. */
  readonly assumed: readonly string[]
  /** The index of the entry in the PricingAdvanced rows; `null` where the step has no entry. */
  readonly row: number | null
}

interface StepResult {
  readonly kind: PriceStep['kind']
  readonly text: string
  /** The price before rounding. */
  readonly exact: string
  readonly assumed?: readonly string[]
  readonly row?: number
}

/** Decimal places of a price after each step. */
const pricePlaces = 2

/** A step with its amount rounded half up, and at least 0; each of these changes is an assumption of the step. */
export function endStep({ kind, text, exact, assumed = [], row }: StepResult): PriceStep {
  const isNegative = (compareDecimals(exact, '0') ?? 0) < 0
  const amount = isNegative ? '0' : (roundHalfUp(exact, pricePlaces) ?? exact)
  const isRounded = !isNegative && compareDecimals(amount, exact) !== 0
  const all = [
    ...assumed,
    ...(isNegative ? ['a price is at least 0'] : []),
    ...(isRounded ? [`prices are rounded half up to ${pricePlaces} places after each step`] : []),
  ]
  return { kind, text, amount, assumed: all, row: row ?? null }
}

/** The last step of a calculation without a price; `text` is the reason. */
export function noPrice(text: string): PriceStep {
  return { kind: 'none', text, amount: null, assumed: [], row: null }
}

/** The step with one more assumption. */
export function alsoAssumed(step: PriceStep, assumption: string): PriceStep {
  return { ...step, assumed: [...step.assumed, assumption] }
}
