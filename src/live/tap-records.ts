import type { ReadRecord } from '../resources/record-tree.ts'

/** Yields the records; each is given to all of `receivers` first. */
export async function* tapRecords(
  records: AsyncIterable<ReadRecord>,
  ...receivers: readonly ((record: ReadRecord) => void)[]
): AsyncGenerator<ReadRecord> {
  for await (const record of records) {
    for (const receive of receivers) receive(record)
    yield record
  }
}
