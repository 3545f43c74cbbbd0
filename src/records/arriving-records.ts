import type { ReadRecord } from '../resources/record-tree.ts'

/** Records of a store as they arrive. */
export interface ArrivingRecords extends AsyncIterable<ReadRecord> {
  /** The same, those together that have arrived together: each step of an iteration that waits takes as long as comparing a record. Default: one by one. */
  readonly parts?: () => AsyncIterable<readonly ReadRecord[]>
}

type Parts = AsyncIterable<readonly ReadRecord[]>

/** The records of these parts. */
export function recordsIn(parts: () => Parts): ArrivingRecords {
  return {
    parts,
    async *[Symbol.asyncIterator]() {
      for await (const part of parts()) for (const record of part) yield record
    },
  }
}

/** The records as parts. */
export function partsOf(records: ArrivingRecords): Parts {
  return records.parts ? records.parts() : oneByOne(records)
}

async function* oneByOne(records: AsyncIterable<ReadRecord>): AsyncGenerator<readonly ReadRecord[]> {
  for await (const record of records) yield [record]
}
