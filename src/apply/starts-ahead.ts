import type { OperationIndex } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'
import type { RunClock } from './clock.ts'

/**
 * The starts of the files that a plan creates, on disk before their turn: one commit for many. One whose process dies before it is sent is
 * unsure, as any other without an answer. What an upload overwrites is kept before its start, so that one starts in its turn.
 */
export interface StartsAhead {
  /**
   * Resolves to the number of the start of this step, once that is on disk; `null` where the step is no such upload or was taken before, or
   * where its start is too old to be used.
   */
  take(step: Step): Promise<number | null>
  /** Returns the numbers of the starts that were not taken, which are not taken any more. */
  leave(): readonly number[]
}

/** A start that was given to the state; `written` resolves once it is on disk. */
export interface Started {
  readonly number: number
  readonly written: Promise<void>
}

/** The starts of the first commit, and of a later one at most. */
const firstStarts = 16
const mostStarts = 128
/** While fewer starts are left, the next ones are written. */
const fewStarts = 16
/** How long a start ahead can be used: `longestAnswerMs` counts from its time, and exceeds the longest answer by more than this. */
const usableForMs = 5_000

/** Opens the starts of these uploads, in the order in which they are sent. `start` writes one; `outdated` gets those that are too old. */
export function openStartsAhead(
  uploads: readonly Step[],
  { start, outdated, clock }: { start: (step: Step) => Started; outdated: (numbers: readonly number[]) => void; clock: RunClock },
): StartsAhead {
  const ahead = new Map<string, Started & { readonly atMs: number }>()
  const taken = new Set<string>()
  const all = new Set(uploads)
  let next = 0
  let size = firstStarts

  function startOne(step: Step): void {
    const started = start(step)
    // The step that takes it gets the error.
    started.written.catch(() => undefined)
    ahead.set(step.id, { ...started, atMs: clock.now().getTime() })
  }

  function startNext(): void {
    const most = ahead.size + size
    for (; next < uploads.length && ahead.size < most; next += 1) {
      const step = uploads[next]
      if (step && !taken.has(step.id) && !ahead.has(step.id)) startOne(step)
    }
    size = Math.min(mostStarts, 2 * size)
  }

  function leave(): readonly number[] {
    const numbers = Array.from(ahead.values(), ({ number }) => number)
    ahead.clear()
    return numbers
  }

  return {
    async take(step) {
      if (!all.has(step) || taken.has(step.id)) return null
      taken.add(step.id)
      if (!ahead.has(step.id)) startOne(step)
      const found = ahead.get(step.id)
      if (!found || clock.now().getTime() - found.atMs > usableForMs) {
        // The store is slow, so that the other starts are about as old.
        size = 1
        outdated(leave())
        return null
      }
      ahead.delete(step.id)
      if (ahead.size < fewStarts) startNext()
      await found.written
      return found.number
    },
    leave,
  }
}

/** The uploads of files that the store does not have, as the plan has seen it. */
export function createdFiles(steps: readonly Step[], { files }: Pick<OperationIndex, 'files'>): readonly Step[] {
  return steps.filter((step) => step.kind === 'put-file' && files.get(step.path)?.before === null)
}
