import type { ReadRecord } from '../resources/record-tree.ts'

/** The content of a page, in order: its header, then its records. They come some at a time. */
export type PageEvent =
  | { readonly type: 'header'; readonly total: number; readonly returned: number }
  | { readonly type: 'record'; readonly record: ReadRecord }

/** A page of a read from its first record number on, requested when it is iterated. */
export type ReadPage = (start: number) => AsyncIterable<readonly PageEvent[]>

/** The pages of a read, of which more than the one that is read can be under way. */
export interface PagesAhead {
  /** The page from `start` on: the one that was begun, else a new one. */
  take(start: number): AsyncIterable<readonly PageEvent[]>
  /**
   * Requests the pages from these numbers on that are not under way, and ends the requests of others that were begun. The first records of a page are
   * kept; more of it arrives when it is read.
   */
  begin(starts: readonly number[]): void
  /** Ends the requests of pages that were begun and not taken. */
  drop(): void
}

interface Begun {
  readonly start: number
  readonly steps: AsyncIterator<readonly PageEvent[]>
  readonly first: Promise<IteratorResult<readonly PageEvent[]>>
}

/** No page is under way. */
export function openPagesAhead(readPage: ReadPage): PagesAhead {
  let begun: readonly Begun[] = []

  function dropOthers(starts: readonly number[]): void {
    // A request ends before its connection is free again; a failure of it concerns nobody.
    for (const { start, steps } of begun) if (!starts.includes(start)) void steps.return?.().catch(() => undefined)
    begun = begun.filter(({ start }) => starts.includes(start))
  }

  function beginPage(start: number): Begun {
    const steps = readPage(start)[Symbol.asyncIterator]()
    const first = steps.next()
    // Its error is that of the page, when that is read.
    first.catch(() => undefined)
    return { start, steps, first }
  }

  return {
    take(start) {
      const page = begun.find((each) => each.start === start)
      if (!page) return readPage(start)
      begun = begun.filter((each) => each !== page)
      return rest(page)
    },
    begin(starts) {
      // A page that is read again leaves those after it as they are.
      dropOthers(starts)
      const missing = starts.filter((start) => begun.every((page) => page.start !== start))
      begun = [...begun, ...missing.map(beginPage)]
    },
    drop: () => dropOthers([]),
  }
}

async function* rest({ steps, first }: Begun): AsyncGenerator<readonly PageEvent[]> {
  try {
    for (let step = await first; step.done !== true; step = await steps.next()) yield step.value
  } finally {
    await steps.return?.()
  }
}
