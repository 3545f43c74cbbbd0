import { rowContent } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { PageEvent } from './read-pages.ts'
import { valueChunks } from './value-chunks.ts'

/**
 * How often the store has each of these rows without a key, by `rowContent`. `readPage` reads the first page of the rows whose `field` has
 * one of the values: a page never contains a row twice, so what is equal there is several rows. A value with more rows than a page is
 * left out.
 */
export async function countCopies(
  rows: readonly RecordTree[],
  field: string,
  readPage: (values: readonly string[]) => AsyncIterable<PageEvent>,
): Promise<ReadonlyMap<string, number>> {
  const copies = new Map<string, number>()
  const chunks = valueChunks(
    field,
    rows.map(({ fields }) => fields[field] ?? ''),
  )
  for (let values = chunks.pop(); values; values = chunks.pop()) {
    const { total, returned, records } = await onePage(readPage(values))
    if (returned < total) {
      const half = Math.ceil(values.length / 2)
      if (values.length > 1) chunks.push(values.slice(0, half), values.slice(half))
      continue
    }
    const asked = new Set(values)
    for (const record of records) {
      if (!asked.has(record.fields[field] ?? '')) continue
      const content = rowContent(record)
      copies.set(content, (copies.get(content) ?? 0) + 1)
    }
  }
  return copies
}

async function onePage(
  events: AsyncIterable<PageEvent>,
): Promise<{ readonly total: number; readonly returned: number; readonly records: readonly RecordTree[] }> {
  let header = { total: 0, returned: 0 }
  const records: RecordTree[] = []
  for await (const event of events) {
    if (event.type === 'header') header = { total: event.total, returned: event.returned }
    else records.push(event.record)
  }
  return { ...header, records }
}
