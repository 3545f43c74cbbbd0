import type { Capabilities, StoreFieldNames } from '../resources/capabilities.ts'

/** How to reach one store and what is known of it. */
export interface StoreSettings {
  /** The store's name in the config. */
  readonly name: string
  /** Root address of the store; https, or http on loopback only (semantics.md 22). */
  readonly baseUrl: string
  /** Root address of the Files API, `null` where the store has none. */
  readonly filesUrl: string | null
  /** The store's folder below `filesUrl`. */
  readonly siteName: string | null
  /** The application key; sent as the user name of basic authentication and never shown. */
  readonly key: string
  /** What the store can do beyond platform.md; default: documented only. */
  readonly capabilities?: Partial<Capabilities>
  readonly fieldNames?: StoreFieldNames
  /** Upper bound of requests per second; default: none. */
  readonly requestsPerSecond?: number
  /** Connections at most; default 4. */
  readonly concurrency?: number
  /** Longest wait for an answer, and between two parts of it, in milliseconds; default 60,000. */
  readonly timeoutMs?: number
  /** Address of an HTTP proxy for this store; the caller has looked at NO_PROXY. */
  readonly proxy?: string
  /** Waits; given by tests. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}
