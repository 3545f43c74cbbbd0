/**
 * A read-only list whose elements are made whenever they are read, each time the same: what a plan can calculate from its changes does not have
 * to be in memory. It prints as JSON like any other list.
 */
export function derivedList<T>(makers: readonly (() => T)[]): readonly T[] {
  const makerOf = (name: string | symbol): (() => T) | undefined =>
    typeof name === 'string' && index.test(name) ? makers[Number(name)] : undefined
  const elements: T[] = []
  elements.length = makers.length
  return new Proxy(elements, {
    get(places, name): unknown {
      const make = makerOf(name)
      return make ? make() : Reflect.get(places, name)
    },
    has: (places, name) => makerOf(name) !== undefined || Reflect.has(places, name),
    ownKeys: () => [...makers.keys().map(String), 'length'],
    getOwnPropertyDescriptor(places, name) {
      const make = makerOf(name)
      return make
        ? { value: make(), enumerable: true, configurable: true, writable: false }
        : Reflect.getOwnPropertyDescriptor(places, name)
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  })
}

const index = /^(?:0|[1-9]\d*)$/
