import { OperationalError } from '../errors.ts'
import { readIdentity, rowContent } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { BeginRead, Failed } from './repeat-reads.ts'

/** The content of a page, in order: its header, then its records. */
export type PageEvent =
  | { readonly type: 'header'; readonly total: number; readonly returned: number }
  | { readonly type: 'record'; readonly record: RecordTree }

/** Records per page: default and maximum of platform.md, "Limits". */
export const pageSize = 2000

interface Header {
  readonly total: number
  readonly returned: number
}

interface Pass {
  readonly total: number
  /** False where `totalResults` changed between two pages. */
  readonly steady: boolean
}

/** How to go on where a page fails, and where equal rows cannot be told from one row. */
export interface PageReading {
  /** A page that fails is requested again as this says; default: never. */
  readonly beginRead?: BeginRead
  /** How often the store has each of these rows without a key, by `rowContent`; default: it is not asked. */
  readonly copiesOf?: (rows: readonly RecordTree[]) => Promise<ReadonlyMap<string, number>>
}

const neverAgain: BeginRead = () => async (error) => {
  throw error
}

/** The records of a read so far. */
interface Seen {
  /** The pass in which each was last read, by identity. */
  readonly passes: Map<string, number>
  /** Rows without a key that came on two pages of one pass: one row that was read twice, or two equal rows. */
  readonly repeated: Map<string, RecordTree>
  pass: number
}

/**
 * Every record of a paged read, without repetitions, and as many as `totalResults` (design.md section 5: the order of results is not
 * guaranteed, so that pages can overlap or skip records). Where the number differs, everything is read a second time and only unseen
 * records are yielded; equal rows without a key are then counted. If the number still differs, throws `store-incomplete`. `label` names
 * the records in the message.
 */
export async function* readPages(
  readPage: (start: number) => AsyncIterable<PageEvent>,
  label: string,
  { beginRead = neverAgain, copiesOf }: PageReading = {},
): AsyncGenerator<RecordTree> {
  const seen: Seen = { passes: new Map(), repeated: new Map(), pass: 0 }
  let pass: Pass = { total: 0, steady: true }
  while (seen.pass < 2) {
    seen.pass += 1
    pass = yield* readThrough(readPage, seen, beginRead)
    if (pass.steady && seen.passes.size === pass.total) return
  }
  if (pass.steady && copiesOf && seen.repeated.size > 0) {
    yield* copies(await copiesOf([...seen.repeated.values()]), seen)
    if (seen.passes.size === pass.total) return
  }
  throw new OperationalError(
    'store-incomplete',
    `The store reports ${pass.total} ${label}, but two full reads returned ${seen.passes.size} different ones.`,
    {
      fix: 'The store may be changing right now, or it leaves records out. Try again later.',
      context: { total: pass.total, seen: seen.passes.size },
    },
  )
}

/** The equal rows that the pages did not distinguish from one row. */
function* copies(counts: ReadonlyMap<string, number>, { passes, pass, repeated }: Seen): Generator<RecordTree> {
  for (const [content, record] of repeated) {
    for (let copy = 0; copy < (counts.get(content) ?? 0); copy += 1) {
      const identity = copyIdentity(content, copy)
      if (passes.has(identity)) continue
      passes.set(identity, pass)
      yield record
    }
  }
}

async function* readThrough(
  readPage: (start: number) => AsyncIterable<PageEvent>,
  seen: Seen,
  beginRead: BeginRead,
): AsyncGenerator<RecordTree, Pass> {
  let start = 0
  let total: number | undefined
  let steady = true
  for (;;) {
    const page = yield* readOnePage(() => readPage(start), seen, beginRead())
    steady &&= total === undefined || total === page.total
    total = page.total
    start += page.returned
    if (page.returned === 0 || start >= total) return { total, steady }
  }
}

/** One page. Where it fails after some of its records, those are not yielded again. */
async function* readOnePage(read: () => AsyncIterable<PageEvent>, seen: Seen, failed: Failed): AsyncGenerator<RecordTree, Header> {
  for (;;) {
    try {
      return yield* unseenOf(read(), seen)
    } catch (error) {
      await failed(error)
    }
  }
}

async function* unseenOf(page: AsyncIterable<PageEvent>, seen: Seen): AsyncGenerator<RecordTree, Header> {
  let header = { total: 0, returned: 0 }
  const inPage = new Map<string, number>()
  for await (const event of page) {
    if (event.type === 'header') {
      header = { total: event.total, returned: event.returned }
      continue
    }
    const { identity, isKeyless } = identityInPage(event.record, inPage)
    const last = seen.passes.get(identity)
    seen.passes.set(identity, seen.pass)
    if (last === undefined) yield event.record
    else if (isKeyless && last === seen.pass) seen.repeated.set(rowContent(event.record), event.record)
  }
  return header
}

/** A page never contains a row twice, so that equal rows without a key in one page are different rows of the store. */
function identityInPage(record: RecordTree, inPage: Map<string, number>): { readonly identity: string; readonly isKeyless: boolean } {
  if (resourceOf(record.resource).key !== null) return { identity: readIdentity(record), isKeyless: false }
  const content = rowContent(record)
  const before = inPage.get(content) ?? 0
  inPage.set(content, before + 1)
  return { identity: copyIdentity(content, before), isKeyless: true }
}

function copyIdentity(content: string, copy: number): string {
  return copy === 0 ? content : `${content}#${copy}`
}
