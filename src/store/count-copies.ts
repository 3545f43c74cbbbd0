import { rowContent } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Filter } from '../wire/filters.ts'
import type { PageEvent } from './pages-ahead.ts'
import { type BeginRead, repeated } from './repeat-reads.ts'
import { valueChunks } from './value-chunks.ts'

/** How to read the first page of the rows that all filters select, and how many bytes of values a request may have. */
interface CopyReading {
  readonly readPage: (filters: readonly Filter[]) => AsyncIterable<readonly PageEvent[]>
  readonly beginRead: BeginRead
  readonly room: number
}

/**
 * How often the store has each of these rows without a key, by `rowContent`: a page never contains a row twice, so what is equal there is
 * several rows. They are read by the first field of their natural key; where the rows of one value do not fit in a page, by the whole key.
 */
export async function countCopies(
  rows: readonly RecordTree[],
  natural: readonly string[],
  { readPage, beginRead, room }: CopyReading,
): Promise<ReadonlyMap<string, number>> {
  const [first = ''] = natural
  const byValue = Map.groupBy(rows, ({ fields }) => fields[first] ?? '')
  const counts = new Map<string, number>()
  const count = (found: Iterable<RecordTree>): void => {
    for (const content of Iterator.from(found).map(rowContent)) counts.set(content, (counts.get(content) ?? 0) + 1)
  }
  const chunks = valueChunks(first, [...byValue.keys()], room)
  const read = (filters: readonly Filter[]): Promise<readonly RecordTree[] | undefined> =>
    repeated(beginRead(), () => wholePage(readPage(filters)))
  for (let values = chunks.pop(); values; values = chunks.pop()) {
    const asked = new Set(values)
    const page = await read([{ field: first, values }])
    if (page) {
      count(page.filter(({ fields }) => asked.has(fields[first] ?? '')))
    } else if (values.length > 1) {
      const half = Math.ceil(values.length / 2)
      chunks.push(values.slice(0, half), values.slice(half))
    } else {
      for (const row of values.flatMap((value) => byValue.get(value) ?? [])) {
        const filters = natural.map((field) => ({ field, values: [row.fields[field] ?? ''] }))
        const same = await read(filters)
        count((same ?? []).filter((other) => rowContent(other) === rowContent(row)))
      }
    }
  }
  return counts
}

/** The rows of a page, or `undefined` where the store has more of them. */
async function wholePage(page: AsyncIterable<readonly PageEvent[]>): Promise<readonly RecordTree[] | undefined> {
  let isWhole = false
  const rows: RecordTree[] = []
  for await (const events of page) {
    for (const event of events) {
      if (event.type === 'header') isWhole = event.returned >= event.total
      else rows.push(event.record)
    }
  }
  return isWhole ? rows : undefined
}
