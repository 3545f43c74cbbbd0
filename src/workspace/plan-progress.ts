import type { OnPlanCount } from '../plan/plan-count.ts'
import { type ArrivingRecords, partsOf, recordsIn } from '../records/arriving-records.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { placedRecords, type PlacedRecords, type RecordSource, recordSource } from '../records/record-source.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { StoreFiles } from '../store/store-client.ts'
import type { OnProgress } from './progress.ts'

/** What a plan reads, with a report for each 100 records and each picture. */
export interface PlanProgress {
  ofRead(resource: ResourceName, records: ArrivingRecords): ArrivingRecords
  /** Products are compared as they are read. Those that the store does not have come last and are reported too. */
  ofCompared(desired: DesiredSources): DesiredSources
  ofFiles(files: StoreFiles): StoreFiles
  /** Everything that was read is compared. */
  compared(): void
}

const reportEvery = 100

/** Reports the counts of a plan that is made of so many changes, or read from its file. */
export function onPlanCount(onProgress: OnProgress | undefined, changes = 0): OnPlanCount | undefined {
  if (!onProgress) return undefined
  return (count) => {
    switch (count.kind) {
      case 'steps':
        return onProgress({ kind: 'planning', changes, steps: count.done })
      case 'ordered':
        return onProgress({ kind: 'ordering', done: count.done, all: count.all })
      case 'hashed':
        return onProgress({ kind: 'hashing', done: count.done, all: count.all })
      case 'read':
        return onProgress({ kind: 'reading-plan', lines: count.done })
      default:
        return count satisfies never
    }
  }
}

/** Counts what a plan reads and compares; without `onProgress` everything is passed through. */
export function openPlanProgress(onProgress: OnProgress | undefined): PlanProgress {
  if (!onProgress)
    return { ofRead: (_, records) => records, ofCompared: (desired) => desired, ofFiles: (files) => files, compared: () => undefined }
  let areProductsRead = false
  let compared = 0
  // A product that the store has is counted as it is compared; its record is unpacked once more where it differs.
  const onCompared = (isNew: boolean): void => {
    if (isNew && !areProductsRead) return
    compared += 1
    if (areProductsRead && compared % reportEvery === 0) onProgress({ kind: 'comparing', resource: 'Product', records: compared })
  }
  return {
    ofRead: (resource, records) =>
      recordsIn(async function* () {
        if (resource === 'Product') areProductsRead = false
        let count = 0
        for await (const part of partsOf(records)) {
          yield part
          for (const end = count + part.length; count < end;) {
            count += 1
            if (count % reportEvery === 0) onProgress({ kind: 'reading-store', resource, records: count })
          }
        }
        onProgress({ kind: 'reading-store', resource, records: count })
        if (resource === 'Product') areProductsRead = true
      }),
    ofCompared: (desired) => {
      const { Product: products } = desired.roots
      if (!products) return desired
      return { ...desired, roots: { ...desired.roots, Product: watched(recordSource(products), onCompared) } }
    },
    compared: () => {
      if (compared > 0) onProgress({ kind: 'comparing', resource: 'Product', records: compared })
    },
    ofFiles: (files) => {
      let count = 0
      return {
        ...files,
        hash: async (path) => {
          const hash = await files.hash(path)
          count += 1
          onProgress({ kind: 'reading-files', files: count })
          return hash
        },
      }
    },
  }
}

function watched(source: RecordSource<DesiredRecord>, onCompared: (isNew: boolean) => void): RecordSource<DesiredRecord> {
  const placed = placedRecords(source)
  return {
    keys: () => source.keys(),
    get: (key) => {
      const record = source.get(key)
      if (record) onCompared(true)
      return record
    },
    placed: watchedPlaces(placed, () => onCompared(false)),
    [Symbol.iterator]: () => source[Symbol.iterator](),
  }
}

/** A record is asked for in parts first, where there are any. */
function watchedPlaces(placed: PlacedRecords, onCompared: () => void): PlacedRecords {
  const { count, partsAt } = placed
  return {
    count,
    placeOf: (key) => placed.placeOf(key),
    treeAt: (place) => {
      if (!partsAt) onCompared()
      return placed.treeAt(place)
    },
    ...(partsAt && {
      partsAt: (place) => {
        onCompared()
        return partsAt(place)
      },
    }),
  }
}
