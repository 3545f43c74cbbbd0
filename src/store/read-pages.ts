import { setImmediate as nextTurn } from 'node:timers/promises'
import { OperationalError } from '../errors.ts'
import { type ArrivingRecords, recordsIn } from '../records/arriving-records.ts'
import { type KeyTable, openKeyTable } from '../records/key-table.ts'
import { rowContent } from '../records/row-identity.ts'
import type { ReadRecord, RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { openPagesAhead, type PageEvent, type PagesAhead, type ReadPage } from './pages-ahead.ts'
import type { BeginRead, Failed } from './repeat-reads.ts'

/** Records per page: default and maximum of platform.md, "Limits". */
export const pageSize = 2000

interface Header {
  readonly total: number
  readonly returned: number
}

/** How to go on where a page fails, and where equal rows cannot be told from one row. */
export interface PageReading {
  /** A page that fails is requested again as this says; default: never. */
  readonly beginRead?: BeginRead
  /** How many of the next pages are requested while one is read; default 0. */
  readonly pagesAhead?: number
  /** How often the store has each of these rows without a key, by `rowContent`; default: it is not asked. */
  readonly copiesOf?: (rows: readonly RecordTree[]) => Promise<ReadonlyMap<string, number>>
}

const neverAgain: BeginRead = () => async (error) => {
  throw error
}

/** The records of a read so far. */
interface Seen {
  /** Their identities. */
  readonly table: KeyTable
  /** The pass in which each row without a key was last read, by the number of its identity. */
  readonly passes: number[]
  /** Rows without a key that came on two pages of one pass: one row that was read twice, or two equal rows. */
  readonly repeated: Map<string, RecordTree>
  pass: number
  /** `totalResults` of the last page of the pass. */
  total: number
  /** False where it changed between two pages. */
  steady: boolean
}

/**
 * Every record of a paged read, without repetitions, and as many as `totalResults` (design.md section 5: the order of results is not
 * guaranteed, so that pages can overlap or skip records). Where the number differs, everything is read a second time and only unseen
 * records are yielded; equal rows without a key are then counted. If the number still differs, throws `store-incomplete`. `label` names
 * the records in the message.
 */
export function readPages(readPage: ReadPage, label: string, reading: PageReading = {}): ArrivingRecords {
  return recordsIn(() => readParts(readPage, label, reading))
}

async function* readParts(readPage: ReadPage, label: string, reading: PageReading): AsyncGenerator<readonly ReadRecord[]> {
  const { copiesOf } = reading
  const seen: Seen = { table: openKeyTable(), passes: [], repeated: new Map(), pass: 0, total: 0, steady: true }
  while (seen.pass < 2) {
    seen.pass += 1
    yield* readThrough(readPage, seen, reading)
    if (seen.steady && seen.table.keys.length === seen.total) return
  }
  if (seen.steady && copiesOf && seen.repeated.size > 0) {
    yield [...copies(await copiesOf([...seen.repeated.values()]), seen)]
    if (seen.table.keys.length === seen.total) return
  }
  throw new OperationalError(
    'store-incomplete',
    `The store reports ${seen.total} ${label}, but two full reads returned ${seen.table.keys.length} different ones.`,
    {
      fix: 'The store may be changing right now, or it leaves records out. Try again later.',
      context: { total: seen.total, seen: seen.table.keys.length },
    },
  )
}

/** The equal rows that the pages did not distinguish from one row. */
function* copies(counts: ReadonlyMap<string, number>, { table, repeated }: Seen): Generator<RecordTree> {
  for (const [content, record] of repeated) {
    for (let copy = 0; copy < (counts.get(content) ?? 0); copy += 1) {
      const before = table.keys.length
      if (table.add(copyIdentity(content, copy)) === before) yield record
    }
  }
}

async function* readThrough(
  readPage: ReadPage,
  seen: Seen,
  { beginRead = neverAgain, pagesAhead = 0 }: PageReading,
): AsyncGenerator<readonly ReadRecord[]> {
  const pages = openPagesAhead(readPage)
  let start = 0
  seen.steady = true
  try {
    for (let isFirst = true; ; isFirst = false) {
      const page = yield* readOnePage(() => withNext(start, { pages, pagesAhead }), seen, beginRead())
      seen.steady &&= isFirst || seen.total === page.total
      seen.total = page.total
      start += page.returned
      if (page.returned === 0 || start >= page.total) return
    }
  } finally {
    pages.drop()
  }
}

/** A page; its header says where the next ones begin. */
async function* withNext(
  start: number,
  { pages, pagesAhead }: { readonly pages: PagesAhead; readonly pagesAhead: number },
): AsyncGenerator<readonly PageEvent[]> {
  for await (const events of pages.take(start)) {
    const header = events.find(({ type }) => type === 'header')
    const starts = header?.type === 'header' ? nextStarts(start, header, pagesAhead) : []
    if (starts.length > 0) {
      pages.begin(starts)
      // undici looks at a connection that was idle for one turn before it writes to it, and a page that has arrived is read in one turn.
      await nextTurn()
    }
    yield events
  }
}

/** Where the next pages begin if they have as many records as this one. A page with fewer has the one after it requested again. */
function nextStarts(start: number, { total, returned }: Header, most: number): number[] {
  const left = returned === 0 ? 0 : Math.ceil((total - start) / returned) - 1
  return Array.from({ length: Math.min(most, Math.max(0, left)) }, (_, index) => start + (index + 1) * returned)
}

/** One page. Where it fails after some of its records, those are not yielded again. */
async function* readOnePage(
  read: () => AsyncIterable<readonly PageEvent[]>,
  seen: Seen,
  failed: Failed,
): AsyncGenerator<readonly ReadRecord[], Header> {
  for (;;) {
    try {
      return yield* unseenOf(read(), seen)
    } catch (error) {
      await failed(error)
    }
  }
}

async function* unseenOf(page: AsyncIterable<readonly PageEvent[]>, seen: Seen): AsyncGenerator<readonly ReadRecord[], Header> {
  let header = { total: 0, returned: 0 }
  const inPage = new Map<string, number>()
  for await (const events of page) {
    const unseen: ReadRecord[] = []
    for (const event of events) {
      if (event.type === 'header') header = { total: event.total, returned: event.returned }
      else if (isUnseen(event.record, seen, inPage)) unseen.push(event.record)
    }
    if (unseen.length > 0) yield unseen
  }
  return header
}

function isUnseen(record: RecordTree, seen: Seen, inPage: Map<string, number>): boolean {
  const { key } = resourceOf(record.resource)
  const { table, passes, pass, repeated } = seen
  const count = table.keys.length
  // The records of a read are of one resource: the key alone identifies them.
  if (key !== null) return table.add(record.fields[key] ?? '') === count
  const content = rowContent(record)
  // A page never contains a row twice, so that equal rows without a key in one page are different rows of the store.
  const before = inPage.get(content) ?? 0
  inPage.set(content, before + 1)
  const number = table.add(copyIdentity(content, before))
  if (passes[number] === pass) repeated.set(content, record)
  passes[number] = pass
  return number === count
}

function copyIdentity(content: string, copy: number): string {
  return copy === 0 ? content : `${content}#${copy}`
}
