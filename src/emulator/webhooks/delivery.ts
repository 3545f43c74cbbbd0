/** One attempt to deliver. */
export interface Attempt {
  /** When it started, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  /** The status that the target answered, or `null` without an answer. */
  readonly status: number | null
  /** Why there was no answer, or `null`. */
  readonly error: string | null
  /** Milliseconds. */
  readonly tookMs: number
}

/**
 * `pending`: no attempt yet. `sending`: an attempt is running, or the next one is waited for. `delivered`: the last attempt was answered with
 * 2xx. `failed`: it was not. `refused`: the target is neither this machine nor a listed host (docs/assumptions.md H6). `lost`: the store was killed meanwhile.
 */
export const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'refused', 'lost'] as const

/** The state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number]

/** A notification to one subscribed address (docs/api.md, "Events"). */
export interface Delivery {
  readonly id: number
  /** When the event fired, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  readonly event: string
  /** The id of the subscription. */
  readonly hook: string
  readonly url: string
  /** The JSON text. */
  readonly body: string
  readonly state: DeliveryState
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
}
