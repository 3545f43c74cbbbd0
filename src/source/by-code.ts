/** Compares two texts by UTF-16 code units: negative, 0 or positive. The order does not depend on the locale of the machine. */
export function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
