/** What one item adds to a request. */
export interface Load {
  readonly records: number
  readonly bytes: number
}

/** Splits items into runs that stay within the limits, in order; an item over a limit has a run of its own. Each run follows its last item. */
export function* batches<T>(items: Iterable<T>, limits: Load, loadOf: (item: T) => Load): Generator<T[], void> {
  let run: T[] = []
  let room = { ...limits }
  for (const item of items) {
    const load = loadOf(item)
    if (run.length > 0 && (load.records > room.records || load.bytes > room.bytes)) {
      yield run
      run = []
      room = { ...limits }
    }
    run.push(item)
    room = { records: room.records - load.records, bytes: room.bytes - load.bytes }
  }
  if (run.length > 0) yield run
}
