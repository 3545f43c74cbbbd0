/** Objects that count how often one of their properties, or a place in their list, is read. */
export interface CountedReads<T> {
  readonly values: readonly T[]
  /** Reads so far. */
  readonly reads: () => number
}

/** A list whose elements and places count their reads: what an algorithm looks at, whatever the machine. */
export function countReads<T extends object>(values: readonly T[]): CountedReads<T> {
  let reads = 0
  const counting = <O extends object>(object: O): O =>
    new Proxy(object, {
      get(target, name, receiver): unknown {
        reads += 1
        return Reflect.get(target, name, receiver)
      },
    })
  return { values: counting(values.map(counting)), reads: () => reads }
}
