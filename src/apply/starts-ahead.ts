import type { OperationIndex } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'
import type { RunClock } from './clock.ts'

/**
 * The starts of the files that a plan creates, on disk before their turn: one commit for many. One whose process dies before it is sent is
 * unsure, as any other without an answer. What an upload overwrites is kept before its start, so that one starts in its turn.
 */
export interface StartsAhead {
  /** Writes the first starts. */
  begin(): void
  /** The start of this step; `null` where the step is no such upload or was taken before, or where its start is too old to be used. */
  take(step: Step): Started | null
  /** Returns the numbers of the starts that were not taken, which are not taken any more. */
  leave(): readonly number[]
}

/** A start that was given to the state. */
export interface Started {
  readonly number: number
  /** `null` once it is on disk; else resolves when it is. */
  readonly written: Promise<void> | null
}

/** The starts of the first commit, and of a later one at most. The next ones are written while half as many are left. */
const firstStarts = 16
const mostStarts = 128
/** How long a start ahead can be used: `longestAnswerMs` counts from its time, and exceeds the longest answer by more than this. */
const usableForMs = 5_000

/** Opens the starts of these uploads, in the order in which they are sent. `start` writes some together; `outdated` gets those that are too old. */
export function openStartsAhead(
  uploads: readonly Step[],
  {
    start,
    outdated,
    clock,
  }: { start: (steps: readonly Step[]) => readonly Started[]; outdated: (numbers: readonly number[]) => void; clock: RunClock },
): StartsAhead {
  const ahead = new Map<string, { readonly started: Started; readonly atMs: number }>()
  const taken = new Set<string>()
  const all = new Set(uploads)
  let next = 0
  let size = firstStarts

  function startAll(steps: readonly Step[]): void {
    const atMs = clock.elapsedMs()
    for (const [index, started] of start(steps).entries()) ahead.set(steps[index]?.id ?? '', { started, atMs })
  }

  function startNext(): void {
    const steps: Step[] = []
    for (; next < uploads.length && steps.length < size; next += 1) {
      const step = uploads[next]
      if (step && !taken.has(step.id) && !ahead.has(step.id)) steps.push(step)
    }
    startAll(steps)
    size = Math.min(mostStarts, 2 * size)
  }

  function leave(): readonly number[] {
    const numbers = Array.from(ahead.values(), ({ started: { number } }) => number)
    ahead.clear()
    return numbers
  }

  return {
    begin() {
      if (next === 0) startNext()
    },
    take(step) {
      if (!all.has(step) || taken.has(step.id)) return null
      taken.add(step.id)
      if (!ahead.has(step.id)) startAll([step])
      const found = ahead.get(step.id)
      if (!found || clock.elapsedMs() - found.atMs > usableForMs) {
        // The store is slow, so that the other starts are about as old.
        size = 1
        outdated(leave())
        return null
      }
      ahead.delete(step.id)
      if (2 * ahead.size < size) startNext()
      return found.started
    },
    leave,
  }
}

/** The uploads of files that the store does not have, as the plan has seen it. */
export function createdFiles(steps: readonly Step[], { files }: Pick<OperationIndex, 'files'>): readonly Step[] {
  return steps.filter((step) => step.kind === 'put-file' && files.get(step.path)?.before === null)
}
