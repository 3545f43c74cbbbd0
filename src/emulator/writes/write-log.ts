import type { FaultAction } from '../faults/fault-plan.ts'
import type { TesterErrors } from '../faults/tester-errors.ts'
import type { EntryChange } from '../files/webdav/exchange.ts'
import { maskSecrets } from '../http/mask-secrets.ts'
import type { RowChange } from '../rows/row-context.ts'

/** A write that changed the store: one commit. A body whose records are committed one by one makes several. */
export interface AcceptedWrite {
  /** Counted from 1, in the order of the commits. */
  readonly number: number
  /** When it was committed, on the store's clock, as an ISO 8601 time. */
  readonly at: string
  readonly method: string
  /** The raw request target, with every secret masked. */
  readonly target: string
  /** The rows of the body and the files that it changed, in the order in which they were written. */
  readonly changes: readonly (RowChange | EntryChange)[]
  /** The status that the client saw; `lost` if it saw no complete answer, `null` until then. */
  readonly answer: number | 'lost' | null
  /** The kind of the injected fault. */
  readonly fault?: FaultAction['kind']
  /** Milliseconds by which it was committed after the client gave up (docs/assumptions.md W42). */
  readonly lateMs?: number
}

/** The accepted writes of one emulator: those of the Data API and the Files API. */
export interface WriteLog {
  /** The last 10,000, oldest first. */
  entries(): readonly AcceptedWrite[]
  /** Empties the list; the numbers go on. */
  clear(): void
  /**
   * Calls this after each commit, before the answer is sent and before another request is answered. What it throws is thrown by `close` of
   * the emulator. The returned function ends it.
   */
  onWrite(act: (write: AcceptedWrite) => void): () => void
}

/** A request that may write. */
export interface WritingRequest {
  readonly commit: (changes: AcceptedWrite['changes']) => void
  /** True once it has changed the store. */
  hasCommitted(): boolean
  /** Sets what the client saw, for all its commits. */
  answered(answer: number | 'lost'): void
}

type RequestFacts = Pick<AcceptedWrite, 'method' | 'target' | 'fault' | 'lateMs'>

/** The log with what the dispatcher needs. */
export interface OpenWriteLog extends WriteLog {
  open(request: RequestFacts): WritingRequest
}

const maxEntries = 10_000

/** An empty log; `now` is the store's clock. */
export function createWriteLog(now: () => Date, errors: TesterErrors): OpenWriteLog {
  let entries: { write: AcceptedWrite }[] = []
  let count = 0
  const acts = new Set<(write: AcceptedWrite) => void>()
  return {
    entries: () => entries.slice(-maxEntries).map(({ write }) => write),
    clear: () => {
      entries = []
    },
    onWrite: (act) => {
      acts.add(act)
      return () => void acts.delete(act)
    },
    open: (request) => {
      const own: { write: AcceptedWrite }[] = []
      let seen: AcceptedWrite['answer'] = null
      return {
        commit: (changes) => {
          count += 1
          const write = { number: count, at: now().toISOString(), ...request, target: maskSecrets(request.target), changes, answer: seen }
          const entry = { write }
          own.push(entry)
          entries.push(entry)
          if (entries.length > maxEntries * 1.1) entries = entries.slice(-maxEntries)
          for (const act of acts) errors.call(() => act(write))
        },
        hasCommitted: () => own.length > 0,
        answered: (answer) => {
          seen = answer
          for (const entry of own) entry.write = { ...entry.write, answer }
        },
      }
    },
  }
}
