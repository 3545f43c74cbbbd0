/** A count with thousands separators: `1,284`. `toLocaleString` takes 10 ms when it is called first. */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A count with its noun: `1 request`, `1,284 requests`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
