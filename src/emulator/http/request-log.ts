import { maskSecrets } from './mask-secrets.ts'

/** One received request. */
export interface LoggedRequest {
  readonly method: string
  /** The raw request target, with every secret masked. */
  readonly path: string
  /** `null` until the answer has started. */
  readonly status: number | null
  /** Why it was refused: the row of docs/assumptions.md and its switches, as in the header `X-Emulator-Reason`. */
  readonly reason?: string
  /** The id of that row. */
  readonly assumption?: string
  /** The kind of the injected fault. */
  readonly fault?: string
}

/** The result of a request. */
export type Outcome = Pick<LoggedRequest, 'status' | 'reason' | 'fault'>

/** Selects requests; a field that is left out matches all. */
export interface RequestFilter {
  readonly method?: string
  /** The raw target without its query, or with it if this has a query. */
  readonly path?: string
  readonly status?: number
}

/** The requests of one emulator. */
export interface RequestLog {
  /** Adds a request on arrival. `outcome` is called until the returned function is called, when the answer has ended. */
  arrive(method: string, target: string, outcome: () => Outcome): () => void
  entries(filter?: RequestFilter): readonly LoggedRequest[]
  clear(): void
}

const maxEntries = 10_000

function loggedOf({ status, reason, fault }: Outcome): Omit<LoggedRequest, 'method' | 'path'> {
  const [row] = /^[A-Z]\d+/.exec(reason ?? '') ?? []
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(row === undefined ? {} : { assumption: row }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function matches(entry: LoggedRequest, { method, path, status }: RequestFilter): boolean {
  const target = path?.includes('?') ? entry.path : entry.path.split('?')[0]
  return (method ?? entry.method) === entry.method && (path ?? target) === target && (status ?? entry.status) === entry.status
}

/** A log that keeps the last 10,000 requests. */
export function createRequestLog(): RequestLog {
  let entries: { method: string; path: string; outcome: () => Outcome }[] = []
  return {
    arrive: (method, target, outcome) => {
      const entry = { method, path: maskSecrets(target), outcome }
      entries.push(entry)
      if (entries.length > maxEntries * 1.1) entries = entries.slice(-maxEntries)
      return () => {
        const final = outcome()
        entry.outcome = () => final
      }
    },
    entries: (filter = {}) =>
      entries
        .slice(-maxEntries)
        .map(({ method, path, outcome }) => ({ method, path, ...loggedOf(outcome()) }))
        .filter((entry) => matches(entry, filter)),
    clear: () => {
      entries = []
    },
  }
}
