import type { ReadRecord } from '../resources/record-tree.ts'

/** The content of a page, in order: its header, then its records. They come some at a time. */
export type PageEvent =
  | { readonly type: 'header'; readonly total: number; readonly returned: number }
  | { readonly type: 'record'; readonly record: ReadRecord }

/** A page of a read from its first record number on, requested when it is iterated. */
export type ReadPage = (start: number) => AsyncIterable<readonly PageEvent[]>

/** The pages of a read, of which one more than the one that is read can be under way. */
export interface PagesAhead {
  /** The page from `start` on: the one that was begun, else a new one. */
  take(start: number): AsyncIterable<readonly PageEvent[]>
  /** Requests the page from `start` on. Its first records are kept; more of it arrives when it is read. */
  begin(start: number): void
  /** Ends the request of a page that was begun and not taken. */
  drop(): void
}

interface Begun {
  readonly start: number
  readonly steps: AsyncIterator<readonly PageEvent[]>
  readonly first: Promise<IteratorResult<readonly PageEvent[]>>
}

/** No page is under way. */
export function openPagesAhead(readPage: ReadPage): PagesAhead {
  let begun: Begun | undefined

  function drop(): void {
    // The request ends before its connection is free again; a failure of it concerns nobody.
    const steps = begun?.steps
    begun = undefined
    void steps?.return?.().catch(() => undefined)
  }

  return {
    take(start) {
      if (begun?.start !== start) return readPage(start)
      const page = begun
      begun = undefined
      return rest(page)
    },
    begin(start) {
      // A page that is read again leaves the one after it as it is.
      if (begun?.start === start) return
      drop()
      const steps = readPage(start)[Symbol.asyncIterator]()
      const first = steps.next()
      // Its error is that of the page, when that is read.
      first.catch(() => undefined)
      begun = { start, steps, first }
    },
    drop,
  }
}

async function* rest({ steps, first }: Begun): AsyncGenerator<readonly PageEvent[]> {
  try {
    for (let step = await first; step.done !== true; step = await steps.next()) yield step.value
  } finally {
    await steps.return?.()
  }
}
