/** An empty map says nothing of what hangs on a product or variant; it only keeps away what `defaults` say. */
export function saysSome<T extends object>(given: T | undefined): given is T {
  return given !== undefined && Object.keys(given).length > 0
}
