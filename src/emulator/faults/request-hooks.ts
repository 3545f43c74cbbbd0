import type { DatabaseSync } from 'node:sqlite'
import type { Statements } from '../database/statements.ts'
import { createLateCopy, type LateCopy } from './late-copy.ts'
import type { Impairment } from './perform-fault.ts'
import type { TesterErrors } from './tester-errors.ts'

/** Called before a request is answered; the request waits for it. */
export type BetweenRequests = () => void | Promise<void>

/** What runs before and after each request, and which state of the store a read sees. */
export interface RequestHooks {
  /** Calls this before each request, in place of another writer (docs/assumptions.md W37); `null` ends it. */
  betweenRequests(act: BetweenRequests | null): void
  beforeRequest(): Promise<void>
  /** Calls this between two records of a body that are committed one by one (docs/assumptions.md W4); `null` ends it. */
  betweenRecords(act: BetweenRequests | null): void
  /** Lets other requests be answered. */
  betweenTwoRecords(): Promise<void>
  /** After each commit of a request: delayed reads see it late. */
  committed(): void
  /** After each request; `isWrite`: what it changed without such a commit is a write, too. */
  afterRequest(isWrite: boolean): void
  /** After the state was replaced without the API: delayed reads see the new state at once. */
  restart(): void
  /** The number of this read, from 1. */
  countRead(): number
  /** From now on `seenBy` can return the state before the last write. */
  prepareStaleReads(): void
  /** The state that a read sees if it is not the present one, else `null`. */
  seenBy(impairment: Impairment): Statements | null
  close(): void
}

interface HookOptions {
  readonly database: DatabaseSync
  /** Milliseconds until a read sees a write (docs/assumptions.md W38). */
  readonly lagMs: number
  /** Milliseconds on the store's clock, which only grow. */
  readonly elapsedMs: () => number
  readonly errors: TesterErrors
}

/** The hooks of one emulator. */
export function createRequestHooks({ database, lagMs, elapsedMs, errors }: HookOptions): RequestHooks {
  let late: LateCopy | null = null
  let act: BetweenRequests | null = null
  let reads = 0
  let actBetweenRecords: BetweenRequests | null = null
  const follow = (): LateCopy => {
    late ??= createLateCopy(database, { lagMs, now: elapsedMs })
    return late
  }
  const restart = (): void => {
    const follows = late !== null || lagMs > 0
    late?.close()
    late = null
    if (follows) follow()
  }
  restart()
  return {
    betweenRequests: (given) => {
      act = given
    },
    beforeRequest: async () => {
      if (act) await errors.run(act)
    },
    betweenRecords: (given) => {
      actBetweenRecords = given
    },
    betweenTwoRecords: async () => {
      if (actBetweenRecords) await errors.run(actBetweenRecords)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    },
    committed: () => late?.note(true),
    afterRequest: (isWrite) => late?.note(isWrite),
    restart,
    countRead: () => {
      reads += 1
      return reads
    },
    prepareStaleReads: () => void follow(),
    seenBy: ({ stale }) => {
      if (stale) return follow().beforeLast()
      return lagMs > 0 ? follow().lagging() : null
    },
    close: () => late?.close(),
  }
}
