/** Which requests a fault applies to; a member that is left out matches all. */
export interface FaultMatch {
  /** Such as `POST`. */
  readonly method?: string
  /** The path without the query, percent-encoded as it was sent; `*` matches any text. */
  readonly path?: string
  /** A resource, by any of its names, at any place of the specification. */
  readonly resource?: string
  /** Counted from 1 over the matching requests: those before the n-th are not affected. Default 1. */
  readonly nth?: number
}

/** What happens to a request. */
export type FaultAction =
  /**
   * Answers with this status, also with 200. `body`: `rsp` (the default) is the platform's error body, `html` the page of a proxy. `when`:
   * `before` (the default) does nothing, `after` performs the request first.
   */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: 'rsp' | 'html' | 'text' | 'json' | 'empty'
      readonly when?: 'before' | 'after'
      readonly retryAfter?: number
    }
  /**
   * Commits this many rows of the body of a POST, nested records counted, in the order of the body, and leaves out the others. Then
   * resets the connection, or answers with this status.
   */
  | { readonly kind: 'torn'; readonly rows: number; readonly status?: 500 | 502 | 503 | 504 }
  /** Answers 200 with `stat="fail"` and does nothing. */
  | { readonly kind: 'rsp-fail'; readonly code: number; readonly message?: string }
  /** Resets the connection: `before` the request is performed, or `after-headers` of the answer to the performed request. */
  | { readonly kind: 'reset'; readonly when: 'before' | 'after-headers' }
  /**
   * Ends the answer after this many bytes of its body (default: half). `length`: Content-Length announced more; `chunked`: the last
   * chunk is missing; `clean`: it ends like a complete answer.
   */
  | { readonly kind: 'cut'; readonly how: 'length' | 'chunked' | 'clean'; readonly bytes?: number }
  /** Sends no answer until the client gives up: `before` (the default) or `after` the request is performed. */
  | { readonly kind: 'hang'; readonly when?: 'before' | 'after' }
  /** Sends the answer in pieces of this many bytes (default 1024), one every this many milliseconds (default 10). */
  | { readonly kind: 'drip'; readonly bytes?: number; readonly everyMs?: number }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Performs the request, then resets the connection before the first byte of the answer (docs/assumptions.md W5). */
  | { readonly kind: 'lost-answer' }
  /** A read of the Data API sees the state before the last write. */
  | { readonly kind: 'stale-read' }
  /** Refuses more than this many requests in this many seconds of the store's clock (default 1; docs/assumptions.md R37). */
  | {
      readonly kind: 'rate-limit'
      readonly requests: number
      readonly seconds?: number
      readonly status?: 429 | 503
      readonly retryAfter?: number
    }
  /** The key of the request expires now. */
  | { readonly kind: 'expire-key' }
  /** The page begins this many rows later (or earlier), as if rows had been removed (or added) since the previous page. */
  | { readonly kind: 'shift-pages'; readonly by: number }

/** A fault to inject: what, into which requests, how often. */
export interface FaultPlan {
  readonly on?: FaultMatch
  readonly do: FaultAction
  /** How many times it is injected; default 1, for `rate-limit` always. */
  readonly times?: number | 'always'
  /** Probability, from 0 to 1, with which it is injected into a matching request; drawn from `seed`. Default 1. */
  readonly chance?: number
  /** Seed of the random numbers of this plan; default 1. */
  readonly seed?: number
}

/** A fault that was injected. */
export interface FiredFault {
  /** The index of its plan, counted from 0 since the last `clear`. */
  readonly plan: number
  readonly kind: FaultAction['kind']
  readonly method: string
  /** The raw request target, with every secret masked. */
  readonly path: string
}
