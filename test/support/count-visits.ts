type Method = (this: unknown, ...given: unknown[]) => unknown

/** Array methods that call a function for each element that they look at. */
const walks = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'reduceRight',
  'some',
] as const
/** Array methods that search, copy or move the elements, and iterators that do not go through `Symbol.iterator`. A sort counts each element once. */
const passes = [
  'concat',
  'entries',
  'flat',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'reverse',
  'shift',
  'slice',
  'sort',
  'splice',
  'toReversed',
  'toSorted',
  'toSpliced',
  'unshift',
  'with',
] as const

function replaced(prototype: object, name: PropertyKey, wrap: (original: Method) => Method): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name)
  if (before === undefined) throw new Error(`${String(name)} is not a method of this prototype`)
  Object.defineProperty(prototype, name, { ...before, value: wrap(before.value as Method) })
  return () => Object.defineProperty(prototype, name, before)
}

/**
 * How many elements a synchronous function looks at: every call that an array method makes of its callback, every element that is
 * iterated, copied, moved or searched through, and every lookup in a Map or Set. The built-in methods count while `act` runs.
 */
export function countVisits(act: () => unknown): number {
  let visits = 0
  // The wrappers iterate nothing themselves: that would be counted.
  const walking = (original: Method): Method =>
    function (this: unknown, ...given) {
      const callback = given[0] as Method
      given[0] = (a: unknown, b: unknown, c: unknown, d: unknown): unknown => {
        visits += 1
        return callback(a, b, c, d)
      }
      return Reflect.apply(original, this, given)
    }
  const passing = (original: Method): Method =>
    function (this: unknown, ...given) {
      visits += (this as readonly unknown[]).length
      return Reflect.apply(original, this, given)
    }
  const iterating = (): Method =>
    function (this: unknown) {
      const elements = this as readonly unknown[]
      let index = 0
      const iterator = {
        next: (): IteratorResult<unknown> => {
          if (index >= elements.length) return { done: true, value: undefined }
          visits += 1
          index += 1
          return { done: false, value: elements[index - 1] }
        },
        [Symbol.iterator]: (): unknown => iterator,
      }
      return iterator
    }
  const looking = (original: Method): Method =>
    function (this: unknown, ...given) {
      visits += 1
      return Reflect.apply(original, this, given)
    }
  const spreading = (original: Method): Method =>
    function (this: unknown, ...given) {
      visits += (this as ReadonlySet<unknown>).size
      return Reflect.apply(original, this, given)
    }
  const restore = [
    ...walks.map((name) => replaced(Array.prototype, name, walking)),
    ...passes.map((name) => replaced(Array.prototype, name, passing)),
    ...[Map.prototype, Set.prototype].flatMap((prototype) => [
      replaced(prototype, 'has', looking),
      replaced(prototype, Symbol.iterator, spreading),
    ]),
    replaced(Map.prototype, 'get', looking),
    replaced(Array.prototype, Symbol.iterator, iterating),
  ]
  visits = 0
  try {
    act()
    return visits
  } finally {
    for (let index = restore.length - 1; index >= 0; index -= 1) restore[index]?.()
  }
}

/** Visits for 250 and for 2,500 elements. `make` builds the input, uncounted. */
export function visitsOf<Input>(make: (size: number) => Input, act: (input: Input) => unknown): { few: number; growth: number } {
  const [few = 0, many = 0] = [250, 2_500].map((size) => {
    const input = make(size)
    return countVisits(() => act(input))
  })
  return { few, growth: many / few }
}
