/** Loads a value at its first use; later uses return the same value. */
export function onFirstUse<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined
  return () => (loaded ??= { value: load() }).value
}
