/** Each entry with the key of an earlier one, and the first entry with that key. */
export function repeats<T>(entries: readonly T[], keyOf: (entry: T) => string): (readonly [entry: T, first: T])[] {
  return [...Map.groupBy(entries, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((entry) => [entry, first] as const),
  )
}
