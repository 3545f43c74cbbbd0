import { OperationalError } from '../errors.ts'
import { readIdentity } from '../records/row-identity.ts'
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

/**
 * Every record of a paged read, without repetitions, and as many as `totalResults` (design.md section 5: the order of results is not
 * guaranteed, so that pages can overlap or skip records). Where the number differs, everything is read a second time and only unseen
 * records are yielded; if it still differs, throws `store-incomplete`. `label` names the records in the message. A page that fails is
 * requested again as `beginRead` says; default: never.
 */
export async function* readPages(
  readPage: (start: number) => AsyncIterable<PageEvent>,
  label: string,
  beginRead: BeginRead = neverAgain,
): AsyncGenerator<RecordTree> {
  const seen = new Set<string>()
  let pass: Pass = { total: 0, steady: true }
  for (let turn = 0; turn < 2; turn += 1) {
    pass = yield* readThrough(readPage, seen, beginRead)
    if (pass.steady && seen.size === pass.total) return
  }
  throw new OperationalError(
    'store-incomplete',
    `The store reports ${pass.total} ${label}, but two full reads returned ${seen.size} different ones.`,
    {
      fix: 'The store may be changing right now, or it leaves records out. Try again later.',
      context: { total: pass.total, seen: seen.size },
    },
  )
}

const neverAgain: BeginRead = () => async (error) => {
  throw error
}

async function* readThrough(
  readPage: (start: number) => AsyncIterable<PageEvent>,
  seen: Set<string>,
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
async function* readOnePage(read: () => AsyncIterable<PageEvent>, seen: Set<string>, failed: Failed): AsyncGenerator<RecordTree, Header> {
  for (;;) {
    try {
      return yield* unseenOf(read(), seen)
    } catch (error) {
      await failed(error)
    }
  }
}

async function* unseenOf(page: AsyncIterable<PageEvent>, seen: Set<string>): AsyncGenerator<RecordTree, Header> {
  let header = { total: 0, returned: 0 }
  const inPage = new Map<string, number>()
  for await (const event of page) {
    if (event.type === 'header') {
      header = { total: event.total, returned: event.returned }
      continue
    }
    const identity = identityInPage(event.record, inPage)
    if (seen.has(identity)) continue
    seen.add(identity)
    yield event.record
  }
  return header
}

/** A page never contains a row twice, so that equal rows without a key in one page are different rows of the store. */
function identityInPage(record: RecordTree, inPage: Map<string, number>): string {
  const identity = readIdentity(record)
  if (resourceOf(record.resource).key !== null) return identity
  const before = inPage.get(identity) ?? 0
  inPage.set(identity, before + 1)
  return before === 0 ? identity : `${identity}#${before}`
}
