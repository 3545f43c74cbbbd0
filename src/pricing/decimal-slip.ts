import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'

/** The factors by which a misplaced decimal point changes a price. */
const factors = ['10', '100', '1000'] as const

/** How far a price may be from such a factor, as a part of it: a price is often changed a little at the same time. */
const tolerance = 0.05

/** A price that is about this many times another one, or about that part of it. */
export interface DecimalSlip {
  readonly factor: (typeof factors)[number]
  readonly isHigher: boolean
  /** True where nothing but the decimal point differs. */
  readonly isExact: boolean
}

/** How far the decimal point seems to be misplaced between two prices; `null` where they differ otherwise, or one is 0. */
export function decimalSlip(before: string, after: string): DecimalSlip | null {
  const ratio = Number(after) / Number(before)
  // A fast path: nearly all prices move by less, and those that have no ratio do not pass it either.
  if (!(ratio >= 9 || (ratio > 0 && ratio <= 1 / 9)) || !Number.isFinite(ratio)) return null
  const isHigher = ratio > 1
  const times = isHigher ? ratio : 1 / ratio
  const factor = factors.find((each) => Math.abs(times / Number(each) - 1) <= tolerance + 1e-9)
  if (factor === undefined) return null
  return { factor, isHigher, isExact: isHigher ? isTimes(after, before, factor) : isTimes(before, after, factor) }
}

function isTimes(high: string, low: string, factor: string): boolean {
  return compareDecimals(multiplyDecimals(low, factor) ?? '', high) === 0
}
