import { formatMove } from '../amounts.ts'

/** The median of some numbers, that of an even count in the middle between two; 0 where there are none. */
export function medianOf(numbers: Float64Array): number {
  if (numbers.length === 0) return 0
  const copy = numbers.slice()
  const middle = Math.floor(copy.length / 2)
  const upper = selected(copy, middle)
  return copy.length % 2 === 1 ? upper : (copy.subarray(0, middle).reduce((a, b) => Math.max(a, b)) + upper) / 2
}

/** The number that has this index when the numbers are sorted. It is brought there, and none before it is larger (C. A. R. Hoare, Algorithm 65: Find, 1961). */
function selected(numbers: Float64Array, index: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const [left, right] = partitioned(numbers, numbers[index] ?? 0, { low, high })
    if (right < index) low = left
    if (index < left) high = right
  }
  return numbers[index] ?? 0
}

/** Brings the numbers in a range that are less than a pivot before those that are greater. Returns where the latter begin and the former end. */
function partitioned(
  numbers: Float64Array,
  pivot: number,
  { low, high }: { low: number; high: number },
): readonly [left: number, right: number] {
  let [left, right] = [low, high]
  while (left <= right) {
    while ((numbers[left] ?? pivot) < pivot) left += 1
    while ((numbers[right] ?? pivot) > pivot) right -= 1
    if (left > right) break
    const moved = numbers[left] ?? 0
    numbers[left] = numbers[right] ?? 0
    numbers[right] = moved
    left += 1
    right -= 1
  }
  return [left, right]
}

/** A logarithm of after / before as `▼3.0 %`; `no change` for 0. */
export function percentOfLog(log: number): string {
  return formatMove('1', String(Math.exp(log))) || 'no change'
}
