import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadRecord } from '../resources/record-tree.ts'

/** The content of a page, in order: its header, then its records. They come some at a time. */
export type PageEvent =
  | { readonly type: 'header'; readonly total: number; readonly returned: number }
  | { readonly type: 'record'; readonly record: ReadRecord }

/** A page of a read from its first record number on, requested when it is iterated. */
export type ReadPage = (start: number) => AsyncIterable<readonly PageEvent[]>

/** The pages of a read, of which some more than the one that is read can be under way. */
export interface PagesAhead {
  /** The page from `start` on: the one that was begun, else a new one. Its header says where the next page begins, which is begun then. */
  take(start: number): AsyncGenerator<readonly PageEvent[]>
  /** Ends the requests of pages that were begun and not taken. */
  drop(): void
}

/** A page that was requested. Its first records are kept; more of it arrives when it is read. */
interface Begun {
  readonly start: number
  readonly steps: AsyncIterator<readonly PageEvent[]>
  readonly first: Promise<IteratorResult<readonly PageEvent[]>>
}

/** No page is under way. `most`: how many are begun besides the one that is read. */
export function openPagesAhead(readPage: ReadPage, most: number): PagesAhead {
  const begun = openBegunPages(readPage, most)

  /** The header of the page that is read has come; `start`: where the next one begins. True where that was begun now. */
  function follow(start: number | null): boolean {
    // A page that is read again leaves those after it as they are.
    if (start === null || most === 0 || begun.first() === start) return false
    begun.drop()
    begun.begin(start)
    return true
  }

  return {
    async *take(start) {
      const page = begun.take(start)
      for await (const events of page ? rest(page) : readPage(start)) {
        // undici looks at a connection that was idle for one turn before it writes to it, and a page that has arrived is read in one turn.
        if (follow(nextOf(start, events))) await nextTurn()
        yield events
      }
    },
    drop: () => begun.drop(),
  }
}

/** Pages that were requested and not taken, in the order of the read, without a gap. */
interface BegunPages {
  /** Where the first of them begins. */
  first(): number | undefined
  /** Requests a page, and those after it, each when the header before it has come, until there are as many as allowed. */
  begin(start: number): void
  /** The first of them, where it begins here; one more can be requested then. */
  take(start: number): Begun | null
  drop(): void
}

function openBegunPages(readPage: ReadPage, most: number): BegunPages {
  let pages: readonly Begun[] = []
  /** Where the page after the last one begins, once its header has come. */
  let next: number | null = null

  function begin(start: number): void {
    const steps = readPage(start)[Symbol.asyncIterator]()
    const page = { start, steps, first: steps.next() }
    pages = [...pages, page]
    next = null
    page.first.then(
      ({ value, done }) => {
        if (done === true || pages.at(-1) !== page) return
        next = nextOf(start, value)
        goOn()
      },
      // Its error is that of the page, when that is read.
      () => undefined,
    )
  }

  function goOn(): void {
    if (next !== null && pages.length < most) begin(next)
  }

  return {
    first: () => pages[0]?.start,
    begin,
    take(start) {
      const [page, ...others] = pages
      if (page?.start !== start) return null
      pages = others
      goOn()
      return page
    },
    drop() {
      // A request ends before its connection is free again; a failure of it concerns nobody.
      for (const { steps } of pages) void steps.return?.().catch(() => undefined)
      pages = []
      next = null
    },
  }
}

/** Where the page after this one begins; `null` where these events have no header, or there is none. */
function nextOf(start: number, events: readonly PageEvent[]): number | null {
  const header = events.find(({ type }) => type === 'header')
  if (header?.type !== 'header' || header.returned === 0 || start + header.returned >= header.total) return null
  return start + header.returned
}

async function* rest({ steps, first }: Begun): AsyncGenerator<readonly PageEvent[]> {
  try {
    for (let step = await first; step.done !== true; step = await steps.next()) yield step.value
  } finally {
    await steps.return?.()
  }
}
