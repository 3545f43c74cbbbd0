import { countBelow } from './count-below.ts'

/** How the elements of a list are made from what is kept of them. */
export interface Runs<Run, T> {
  /** What is kept: of one element or of several that follow each other. */
  readonly all: readonly Run[]
  /** The number of elements of a run. */
  readonly count: (run: Run) => number
  /** Makes all elements of a run, each time the same. */
  readonly elements: (run: Run) => readonly T[]
}

/**
 * A read-only list whose elements are made whenever they are read: what can be calculated does not have to be in memory. Those of the run in which one was last
 * looked up by its index are remembered. It prints as JSON like any other list.
 */
export function derivedList<Run, T>(runs: Runs<Run, T>): readonly T[] {
  const { length, elementAt } = openRuns(runs)
  // A loop reads run by run; a proxy would look up each element by the text of its index.
  function* iterate(): Generator<T, void> {
    for (const run of runs.all) if (runs.count(run) > 0) for (const element of runs.elements(run)) yield element
  }
  const indexOf = (name: string | symbol): number => (typeof name === 'string' && isIndex.test(name) ? Number(name) : length)
  const places: T[] = []
  places.length = length
  return new Proxy(places, {
    get(target, name): unknown {
      if (name === Symbol.iterator) return iterate
      const index = indexOf(name)
      return index < length ? elementAt(index) : Reflect.get(target, name)
    },
    has: (target, name) => indexOf(name) < length || Reflect.has(target, name),
    ownKeys: () => [...Array.from({ length }, (_, index) => String(index)), 'length'],
    getOwnPropertyDescriptor(target, name) {
      const index = indexOf(name)
      return index < length
        ? { value: elementAt(index), enumerable: true, configurable: true, writable: false }
        : Reflect.getOwnPropertyDescriptor(target, name)
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  })
}

const isIndex = /^(?:0|[1-9]\d*)$/

/** Finds elements by their index in the whole list. */
function openRuns<Run, T>({
  all,
  count,
  elements,
}: Runs<Run, T>): { readonly length: number; readonly elementAt: (index: number) => T | undefined } {
  const starts: number[] = []
  let length = 0
  for (const run of all) {
    starts.push(length)
    length += count(run)
  }
  starts.push(length)
  let [place, made]: [number, readonly T[]] = [-1, []]
  return {
    length,
    elementAt(index) {
      const start = starts[place]
      if (start === undefined || index < start || index >= (starts[place + 1] ?? 0)) {
        place = placeOf(index, starts, place + 1)
        const run = all[place]
        made = run === undefined ? [] : elements(run)
      }
      return made[index - (starts[place] ?? 0)]
    },
  }
}

/** The last place whose start is not after the index; `likely` is looked at first. */
function placeOf(index: number, starts: readonly number[], likely: number): number {
  const isAtLikely = index >= (starts[likely] ?? Infinity) && index < (starts[likely + 1] ?? 0)
  return isAtLikely ? likely : countBelow(starts, index + 1) - 1
}
