import type { DatabaseSync } from 'node:sqlite'
import { type Clock, createClock } from '../clock.ts'
import type { DataContext } from '../data-api/data-context.ts'
import type { Statements } from '../database/statements.ts'
import { createFaults, type FaultSource } from '../faults/faults.ts'
import type { Reading } from '../faults/perform-fault.ts'
import { createLateCopy, type LateCopy } from '../snapshots/late-copy.ts'

/** Called before a request is answered; the request waits for it. */
export type BetweenRequests = () => void | Promise<void>

/** What stands between a request and the store: the clock, the faults, and what a read may see. */
export interface Workbench {
  readonly clock: Clock
  readonly faults: FaultSource
  /** Calls this before each request, as another writer would act (assumptions.md W37); `null` ends it. */
  betweenRequests(act: BetweenRequests | null): void
  beforeRequest(): Promise<void>
  /** After each request: late readers take note of what it changed. */
  afterRequest(): void
  /** After the state was changed past the API: late readers see it at once. */
  restart(): void
  /** The store as this read sees it. */
  view(context: DataContext, reading: Reading): DataContext
  close(): void
}

interface WorkbenchOptions {
  readonly database: DatabaseSync
  readonly now: () => Date
  /** Milliseconds until a read sees a write (assumptions.md W38). */
  readonly lagMs: number
}

/** The workbench of one emulator. */
export function createWorkbench({ database, now, lagMs }: WorkbenchOptions): Workbench {
  const clock = createClock(now)
  let late: LateCopy | null = null
  let act: BetweenRequests | null = null
  const follow = (): LateCopy => {
    late ??= createLateCopy(database, () => performance.now())
    return late
  }
  const statementsOf = ({ stale }: Reading): Statements | null => {
    if (stale) return follow().beforeLast()
    return lagMs > 0 ? follow().lagging(lagMs) : null
  }
  const restart = (): void => {
    const follows = late !== null || lagMs > 0
    late?.close()
    late = null
    if (follows) follow()
  }
  restart()
  return {
    clock,
    faults: createFaults({
      now: () => clock.now(),
      onAdd: (plan) => {
        if (plan.do.kind === 'stale-read') follow()
      },
    }),
    betweenRequests: (given) => {
      act = given
    },
    beforeRequest: async () => {
      await act?.()
    },
    afterRequest: () => late?.note(),
    restart,
    view: (context, reading) => {
      const statements = statementsOf(reading) ?? context.statements
      return { ...context, statements, ...(reading.shift === undefined ? {} : { shift: reading.shift }) }
    },
    close: () => late?.close(),
  }
}
