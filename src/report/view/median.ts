import { formatMove } from '../amounts.ts'

/** The median of some numbers, that of an even count in the middle between two; 0 where there are none. */
export function medianOf(numbers: Float64Array): number {
  if (numbers.length === 0) return 0
  const sorted = numbers.toSorted()
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** A logarithm of after / before as `▼3.0 %`; `no change` for 0. */
export function percentOfLog(log: number): string {
  return formatMove('1', String(Math.exp(log))) || 'no change'
}
