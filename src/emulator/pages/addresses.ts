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

/** The address of a style or an icon of the tools. It is below `/_emulator/`, so that no fault meets it in place of a request of a program. */
export function toolAsset(name: string): string {
  return pathOf(['_emulator', 'assets', name])
}
