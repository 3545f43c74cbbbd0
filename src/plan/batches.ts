/** What one item adds to a request. */
export interface Load {
  readonly records: number
  readonly bytes: number
}

/** Splits items into runs that stay within the limits, in order; an item over a limit has a run of its own. */
export function batches<T>(items: readonly T[], limits: Load, loadOf: (item: T) => Load): T[][] {
  const runs: T[][] = []
  let room = { records: 0, bytes: 0 }
  for (const item of items) {
    const load = loadOf(item)
    const current = runs.at(-1)
    if (current && load.records <= room.records && load.bytes <= room.bytes) {
      current.push(item)
    } else {
      runs.push([item])
      room = { ...limits }
    }
    room = { records: room.records - load.records, bytes: room.bytes - load.bytes }
  }
  return runs
}
