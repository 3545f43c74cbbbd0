import { OperationalError } from '../errors.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { identityOf } from './record-identity.ts'
import { isAnswerLost } from './lost-answer.ts'

/** What one page brings, in order: its header, then its records. */
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
  /** False where `totalResults` moved between two pages. */
  readonly steady: boolean
}

/**
 * Every record of a paged read, each once, and no fewer than `totalResults` (design.md section 5: the order of
 * results is not promised, so pages may overlap or skip). When they differ everything is read once more, and only
 * records not seen before follow; after that `store-incomplete`. `label` names what was read.
 */
export async function* readPages(readPage: (start: number) => AsyncIterable<PageEvent>, label: string): AsyncGenerator<RecordTree> {
  const seen = new Set<string>()
  let pass: Pass = { total: 0, steady: true }
  for (let turn = 0; turn < 2; turn += 1) {
    pass = yield* readThrough(readPage, seen)
    if (pass.steady && seen.size === pass.total) return
  }
  throw new OperationalError(
    'store-incomplete',
    `The store counts ${pass.total} ${label}, but two full reads brought ${seen.size} different ones.`,
    {
      fix: 'Somebody may be changing the store right now, or it leaves records out: try again in a while.',
      context: { total: pass.total, seen: seen.size },
    },
  )
}

async function* readThrough(readPage: (start: number) => AsyncIterable<PageEvent>, seen: Set<string>): AsyncGenerator<RecordTree, Pass> {
  let start = 0
  let total: number | undefined
  let steady = true
  for (;;) {
    const page = yield* readOnePage(() => readPage(start), seen)
    steady &&= total === undefined || total === page.total
    total = page.total
    start += page.returned
    if (page.returned === 0 || start >= total) return { total, steady }
  }
}

/** One page; when the connection breaks after it began it is asked for once more (before, the request itself was tried again). */
async function* readOnePage(read: () => AsyncIterable<PageEvent>, seen: Set<string>): AsyncGenerator<RecordTree, Header> {
  const progress = { began: false }
  for (let tries = 0; ; tries += 1) {
    try {
      return yield* unseenOf(read(), seen, progress)
    } catch (error) {
      if (tries > 0 || !progress.began || !isAnswerLost(error) || error.context['reason'] === 'timeout') throw error
    }
  }
}

async function* unseenOf(
  page: AsyncIterable<PageEvent>,
  seen: Set<string>,
  progress: { began: boolean },
): AsyncGenerator<RecordTree, Header> {
  let header = { total: 0, returned: 0 }
  const inPage = new Map<string, number>()
  for await (const event of page) {
    if (event.type === 'header') {
      header = { total: event.total, returned: event.returned }
      progress.began = true
      continue
    }
    const identity = rowIdentity(event.record, inPage)
    if (seen.has(identity)) continue
    seen.add(identity)
    yield event.record
  }
  return header
}

/** A page never holds one row twice, so equal rows without a key in one page are different rows of the store. */
function rowIdentity(record: RecordTree, inPage: Map<string, number>): string {
  const identity = identityOf(record)
  if (resourceOf(record.resource).key !== null) return identity
  const before = inPage.get(identity) ?? 0
  inPage.set(identity, before + 1)
  return before === 0 ? identity : `${identity}#${before}`
}
