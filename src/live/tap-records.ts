import { type ArrivingRecords, partsOf, recordsIn } from '../records/arriving-records.ts'
import type { ReadRecord } from '../resources/record-tree.ts'

/** The same records; each is given to all of `receivers` before it is passed on. */
export function tapRecords(records: ArrivingRecords, ...receivers: readonly ((record: ReadRecord) => void)[]): ArrivingRecords {
  return recordsIn(async function* () {
    for await (const part of partsOf(records)) {
      for (const record of part) for (const receive of receivers) receive(record)
      yield part
    }
  })
}
