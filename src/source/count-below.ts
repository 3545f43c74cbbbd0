/** How many of the numbers are below `limit`; `sorted` is in ascending order. Binary search. */
export function countBelow(sorted: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1
    else high = middle
  }
  return low
}
