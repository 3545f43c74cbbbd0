/** Most bytes of the target of a request (path and query): servers and proxies commonly limit a request line to 8,192. */
export const longestTarget = 6_000

/** The bytes that one parameter adds to a target: `&field=value`, percent-encoded. */
export function parameterBytes(field: string, value: string): number {
  return field.length + 2 + encodeURIComponent(value).length
}
