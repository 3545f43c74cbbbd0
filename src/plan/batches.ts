/** What one item adds to a request. */
export interface Load {
  readonly records: number
  readonly bytes: number
}

/** Splits items into runs as they come. */
export interface OpenBatches<T> {
  /** Adds an item. Returns the run before it where both are over the limits together. */
  readonly add: (item: T) => T[] | undefined
  /** The last run; `undefined` where nothing was added. */
  readonly end: () => T[] | undefined
}

/** Opens runs that stay within the limits, in order; an item over a limit has a run of its own. */
export function openBatches<T>(most: Load, loadOf: (item: T) => Load): OpenBatches<T> {
  let run: T[] = []
  let [records, bytes] = [0, 0]
  return {
    add(item) {
      const load = loadOf(item)
      let ended: T[] | undefined
      if (run.length > 0 && (records + load.records > most.records || bytes + load.bytes > most.bytes)) {
        ended = run
        run = []
        records = bytes = 0
      }
      run.push(item)
      records += load.records
      bytes += load.bytes
      return ended
    },
    end: () => (run.length === 0 ? undefined : run),
  }
}

/** Splits items into runs that stay within the limits (`openBatches`). Each run follows its last item. */
export function* batches<T>(items: Iterable<T>, most: Load, loadOf: (item: T) => Load): Generator<T[], void> {
  const { add, end } = openBatches(most, loadOf)
  for (const item of items) {
    const run = add(item)
    if (run) yield run
  }
  const last = end()
  if (last) yield last
}
