import { compareDecimals, multiplyDecimals } from '../records/decimal.ts'

/** The factors by which a misplaced decimal point changes a price. */
const factors = ['10', '100', '1000'] as const

/** A price that is exactly this many times another one, or exactly that part of it. */
export interface DecimalSlip {
  readonly factor: (typeof factors)[number]
  readonly isHigher: boolean
}

/** How far the decimal point is misplaced if two prices differ in nothing else; `null` where they differ otherwise, or one is 0. */
export function decimalSlip(before: string, after: string): DecimalSlip | null {
  const ratio = Number(after) / Number(before)
  // A fast path: nearly all prices move by less, and rounding cannot bring a factor of 10 below 9.
  if (ratio < 9 && ratio > 1 / 9) return null
  if (isZero(before) || isZero(after)) return null
  for (const factor of factors) {
    if (isTimes(after, before, factor)) return { factor, isHigher: true }
    if (isTimes(before, after, factor)) return { factor, isHigher: false }
  }
  return null
}

function isTimes(high: string, low: string, factor: string): boolean {
  return compareDecimals(multiplyDecimals(low, factor) ?? '', high) === 0
}

function isZero(text: string): boolean {
  return compareDecimals(text, '0') === 0
}
