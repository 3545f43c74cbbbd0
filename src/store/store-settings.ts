import type { Capabilities, StoreFieldNames } from '../resources/capabilities.ts'

/** How to connect to one store, and what is known about it. */
export interface StoreSettings {
  /** The store's name in the config. */
  readonly name: string
  /** Root address of the store; https, or http on loopback only. */
  readonly baseUrl: string
  /** Root address of the Files API; `null` where the store has none. */
  readonly filesUrl: string | null
  /** What identifies the store besides its address, which an embedded store shares with others; default: nothing. */
  readonly id?: string
  /** The folder of the store below `filesUrl`. */
  readonly siteName: string | null
  /** The application key; sent as the user name of basic authentication and never shown. */
  readonly key: string
  /** What the store supports beyond docs/api.md; default: documented only. */
  readonly capabilities?: Partial<Capabilities>
  /** Names of fields in the store; default: the documented names. */
  readonly fieldNames?: StoreFieldNames
  /** Most requests per second; default: no limit. */
  readonly requestsPerSecond?: number
  /** Most requests at the same time, from the start; default: 4 at first (uploads 16), and up to 16 while the store keeps up. */
  readonly concurrency?: number
  /** Longest wait for an answer, and between two parts of it, in milliseconds; default 60,000. A large upload has 1 s more for each 8 kB. */
  readonly timeoutMs?: number
  /** Address of an HTTP proxy for `baseUrl`; the caller has checked NO_PROXY. Default: none. */
  readonly proxy?: string
  /** The same for `filesUrl`, which can be another host. */
  readonly filesProxy?: string
  /**
   * Called where nothing listens at the address: true where the store listens there again, and the request is sent once more. A rejection
   * is the error of the request. Default: the refusal is.
   */
  readonly whenRefused?: () => Promise<boolean>
  /** Waits, or until `signal` is aborted; default: a timer. Tests replace it. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Spreads the pauses before a read is repeated, from 0 up to 1; default: `Math.random`. */
  readonly random?: () => number
}
