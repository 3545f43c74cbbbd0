import { setTimeout as wait } from 'node:timers/promises'
import type { Switches } from '../assumptions/switches.ts'
import type { Delivery, DeliveryState } from './delivery.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { openAttempts, type WebhookOptions } from './open-attempts.ts'

interface SenderParts {
  readonly switches: Switches
  /** The present time as the store writes it. */
  readonly time: () => string
  readonly options: WebhookOptions
}

const retries: Readonly<Record<Switches['webhookRetries'], number>> = { none: 0, three: 3 }

/** Sends notifications until it is aborted. */
export interface Sender {
  /** One attempt. */
  attempt(delivery: Delivery): Promise<void>
  /** An attempt with its retries: until one is answered with 2xx, or has reached no allowed target. */
  deliver(delivery: Delivery): Promise<void>
  /** Ends what is under way and notes nothing of it: its notifications are not in the log any more. */
  forget(): void
  /** Ends what is under way, and notes that. */
  abort(): void
}

/** The attempts that were begun since the log was replaced. */
interface Course {
  readonly ended: AbortController
  /** True once the log has other notifications. */
  isForgotten: boolean
}

/** A sender that records every attempt in the log. */
export function createSender(log: DeliveryLog, { switches, time, options }: SenderParts): Sender {
  const { retryAfterMs = 1_000 } = options
  const tryOnce = openAttempts(time, options)
  let course: Course = { ended: new AbortController(), isForgotten: false }

  /** How an attempt ended, or `null` where nothing more is to be done for its notification. */
  async function noted(delivery: Delivery, own: Course): Promise<DeliveryState | null> {
    const { attempt, state } = await tryOnce(delivery, own.ended.signal)
    if (own.isForgotten) return null
    log.addAttempt(delivery.id, attempt)
    return state
  }

  /** Waits for the time of the next attempt; false where there is none: the store was closed, or somebody has sent it by hand meanwhile. */
  async function mayRetry({ id }: Delivery, { ended }: Course): Promise<boolean> {
    await wait(retryAfterMs, undefined, { signal: ended.signal }).catch(() => undefined)
    return !ended.signal.aborted && log.find(id)?.state === 'sending'
  }

  return {
    attempt: async (delivery) => {
      const state = await noted(delivery, course)
      if (state !== null) log.setState(delivery.id, state)
    },
    deliver: async (delivery) => {
      const own = course
      let state = await noted(delivery, own)
      for (let left = retries[switches.webhookRetries]; state === 'failed' && left > 0; left -= 1) {
        if (!(await mayRetry(delivery, own))) break
        state = await noted(delivery, own)
      }
      if (state !== null && !own.isForgotten && log.find(delivery.id)?.state === 'sending') log.setState(delivery.id, state)
    },
    forget: () => {
      course.isForgotten = true
      course.ended.abort()
      course = { ended: new AbortController(), isForgotten: false }
    },
    abort: () => course.ended.abort(),
  }
}
