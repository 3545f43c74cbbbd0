import type { RecordTree } from '../resources/record-tree.ts'

/** Yields the records; each is given to all of `receivers` first. */
export async function* tapRecords(
  records: AsyncIterable<RecordTree>,
  ...receivers: readonly ((record: RecordTree) => void)[]
): AsyncGenerator<RecordTree> {
  for await (const record of records) {
    for (const receive of receivers) receive(record)
    yield record
  }
}
