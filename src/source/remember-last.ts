/**
 * Calculates a value once for callers that ask for it with the same object or text one after the other, as the rules about each record do with the
 * products of a batch. The last one stays in memory. In a `WeakMap`, all values would survive every collection of young objects.
 */
export function rememberLast<K extends object | string, V>(calculate: (of: K) => V): (of: K) => V {
  let last: { readonly of: K; readonly value: V } | undefined
  return (of) => {
    if (last?.of !== of) last = { of, value: calculate(of) }
    return last.value
  }
}
