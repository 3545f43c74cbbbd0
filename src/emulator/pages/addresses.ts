/** The address with these path segments, each percent-encoded. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`
}

/** An address with a query of the given values; `null`, `undefined` and empty values are left out. */
export function addressOf(path: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given)).toString()}`
}
