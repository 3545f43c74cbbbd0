function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, part]) => [name, sorted(part)]),
  )
}

/** JSON text that is the same for equal values: names in code unit order, no spaces, `undefined` left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}
