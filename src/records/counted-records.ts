import type { RecordTree } from '../resources/record-tree.ts'
import type { RecordSource } from './record-source.ts'

/** Receives how many records a loop has read so far, at the start and after each 100. */
export type OnRecords = (records: number) => void

const reportEvery = 100

/** The same items, counted as a loop reads them. */
export function* counted<T>(items: Iterable<T>, onRecords: OnRecords | undefined): Generator<T, void> {
  let count = 0
  onRecords?.(count)
  for (const item of items) {
    yield item
    count += 1
    if (count % reportEvery === 0) onRecords?.(count)
  }
}

/** The same records; those that are looked up or walked are counted. */
export function countedSource<R extends RecordTree>(source: RecordSource<R>, onRecords: OnRecords | undefined): RecordSource<R> {
  if (!onRecords) return source
  let count = 0
  onRecords(count)
  return {
    keys: () => source.keys(),
    get: (key) => {
      count += 1
      if (count % reportEvery === 0) onRecords(count)
      return source.get(key)
    },
    [Symbol.iterator]: () => counted(source, onRecords),
  }
}
