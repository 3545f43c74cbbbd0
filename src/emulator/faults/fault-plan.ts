/** Which requests a fault is for; what is left out matches all. */
export interface FaultMatch {
  /** Such as `POST`. */
  readonly method?: string
  /** The path without the query, percent-encoded as it was sent; `*` stands for any text. */
  readonly path?: string
  /** A resource, by any of its names, that the specification names at any place. */
  readonly resource?: string
  /** Counted from 1 over the requests that match: those before the n-th are left alone. Default 1. */
  readonly nth?: number
}

/** What happens to a request. */
export type FaultAction =
  /** Answers without acting. `html` is a proxy's page, `rsp` the platform's error body (the default). */
  | { readonly kind: 'status'; readonly status: number; readonly body?: 'rsp' | 'html' | 'empty'; readonly retryAfter?: number }
  /** A 200 whose body says `stat="fail"`; nothing was done. */
  | { readonly kind: 'rsp-fail'; readonly code: number; readonly message?: string }
  /** The connection is reset: `before` anything is done, or `after-headers` of an answer, when it is done. */
  | { readonly kind: 'reset'; readonly when: 'before' | 'after-headers' }
  /**
   * The answer ends after so many bytes of its body (default: half). `length`: its length was promised; `chunked`: the last chunk
   * is missing; `clean`: it ends as if it were whole.
   */
  | { readonly kind: 'cut'; readonly how: 'length' | 'chunked' | 'clean'; readonly bytes?: number }
  /** No answer, until the client gives up: `before` anything is done (the default), or `after`. */
  | { readonly kind: 'hang'; readonly when?: 'before' | 'after' }
  /** The answer comes in pieces of so many bytes (default 1024), one every so many milliseconds (default 10). */
  | { readonly kind: 'drip'; readonly bytes?: number; readonly everyMs?: number }
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request is done, and the connection breaks before a byte of the answer (assumptions.md W5). */
  | { readonly kind: 'lost-answer' }
  /** A read of the Data API sees the store as it was before the last write. */
  | { readonly kind: 'stale-read' }
  /** More than so many requests in so many seconds of the store's clock (default 1) are refused (assumptions.md R37). */
  | {
      readonly kind: 'rate-limit'
      readonly requests: number
      readonly seconds?: number
      readonly status?: 429 | 503
      readonly retryAfter?: number
    }
  /** The key of the request ends now. */
  | { readonly kind: 'expire-key' }
  /** The page begins so many rows later (or earlier), as if rows had gone (or come) since the page before. */
  | { readonly kind: 'shift-pages'; readonly by: number }

/** A fault to come: what, to which requests, how often. */
export interface FaultPlan {
  readonly on?: FaultMatch
  readonly do: FaultAction
  /** How often it acts; default 1, and always for `rate-limit`. */
  readonly times?: number | 'always'
  /** Acts on a matching request with this chance, from 0 to 1, drawn from `seed`. Default: always. */
  readonly chance?: number
  /** Start of the random numbers of this plan; default 1. */
  readonly seed?: number
}

/** A fault that acted. */
export interface FiredFault {
  /** The place of its plan, counted from 0 since the last `clear`. */
  readonly plan: number
  readonly kind: FaultAction['kind']
  readonly method: string
  /** The raw target, with every secret blanked. */
  readonly path: string
}
